import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect } from "vitest";
import type { Language } from "#contract/languages.ts";
import { type Answers, ok, refuse } from "#test/web/api-server.ts";
import { queryClient } from "#web/lib/query.ts";
import { inTurns } from "#web/testing/in-turns.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { aProject } from "#web/testing/records.ts";
import { saying, says } from "#web/testing/say.ts";

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
afterEach(() => opened?.close());

const categories = ["Housing", "Metro"].map((name, at) => ({ id: at + 5, id_category: at + 5, name }));

const answers: Answers = {
  "GET /api/categories": () => ok(categories.map((one) => ({ ...one, project_count: 0 }))),
  "GET /api/project-types": () => ok([{ id: 2, id_type: 2, name: "Hospital", project_count: 1 }]),
  "PUT /api/projects/restore/{id}": () => ok(aProject()),
  "PUT /api/projects/activate/{id}": () => ok(aProject({ active: true })),
  "PUT /api/projects/deactivate/{id}": () => ok(aProject({ active: false })),
  "POST /api/projects/{id}/cover": () => ok(aProject({ has_cover: true, cover: "/cover.webp" })),
  "DELETE /api/projects/{id}/cover/delete": () => ok(aProject({ has_cover: false })),
  "GET /api/projects/{id}": () => ok(aProject()),
  "GET /api/projects": () => ok({ items: [], total: 0, page: 1, per_page: 24 }),
  "PUT /api/projects/{id}": ({ body }) => ok(aProject(body)),
  "DELETE /api/projects/{id}": () => ok({}),
};

function wordsIn(language: Language) {
  const t = says(language);
  return {
    name: new RegExp(`^${t("projects.name")}`),
    location: new RegExp(`^${t("projects.location")}`),
    save: t("common.save"),
    changed: t("common.changes", { count: 1 }),
    required: t("projects.name_required"),
    remove: t("projects.delete"),
    question: t("projects.delete_title", { name: "Tower B" }),
    back: t("projects.title"),
    leave: t("common.leave_title"),
    stay: t("common.cancel"),
    addCategories: t("projects.add_categories"),
    withoutHousing: t("projects.remove_category", { name: "Housing" }),
    type: new RegExp(`${t("projects.type")}$`),
    denied: t("projects.form.denied_title"),
    gone: t("projects.form.gone_title"),
    mayNot: t("failures.cases.edit", { thing: t("failures.screens.project") }),
    copy: t("common.copy"),
    undo: t("common.undo"),
    back2: t("projects.bin.restored", { name: "Tower B" }),
    isPublic: t("projects.form.public_switch"),
    link: t("projects.form.public_link"),
    openIt: t("projects.form.public_open"),
    closed: t("projects.form.public_waits"),
    deactivate: t("projects.form.deactivate"),
    hides: saying(language)("projects.form.deactivate_text"),
    inactive: saying(language)("projects.form.state_inactive"),
    choose: t("projects.form.cover_add"),
    removeCover: t("projects.form.cover_remove"),
    notTaken: `${t("projects.form.cover_failed")}: ${t("errors.code.IMAGE_TYPE")}`,
  };
}

describe.each(["en", "ar"] as const)("the form of a project in %s", (language) => {
  const it = inTurns(language);
  const text = wordsIn(language);
  const open = async (more: Answers = {}) => {
    opened = await openScreen("/editproject/1", language, { ...answers, ...more });
    const name = await screen.findByRole("textbox", { name: text.name });
    return { ...opened, name };
  };

  it("sends only the changed field, and has nothing left to save afterwards", async () => {
    const { user, api, name } = await open();
    expect(screen.queryByRole("button", { name: text.save })).toBeNull();
    await user.type(name, " and C");
    await user.type(await screen.findByRole("textbox", { name: text.location }), "x{Backspace}");
    expect(screen.getByText(text.changed)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: text.save }));
    await waitFor(() => expect(screen.queryByRole("button", { name: text.save })).toBeNull());
    expect(api.calls("PUT /api/projects/{id}").map(({ body }) => body)).toEqual([{ name: "Tower B and C" }]);
  });

  it("shows the server's error at its field", async () => {
    const refusal = refuse(422, "VALIDATION", "", { name: ["projects.name_required"] });
    const { user, name } = await open({ "PUT /api/projects/{id}": () => refusal });
    await user.clear(name);
    await user.click(screen.getByRole("button", { name: text.save }));
    expect(await screen.findByText(text.required)).toBeTruthy();
    expect(name.getAttribute("aria-invalid")).toBe("true");
  });

  it("asks before unsaved changes are discarded, and keeps them on cancel", async () => {
    const { user, name, path } = await open();
    await user.type(name, "!");
    const links = screen.getAllByRole("link", { name: text.back });
    await user.click(links.at(-1) as HTMLElement);
    expect(await screen.findByRole("alertdialog", { name: text.leave })).toBeTruthy();
    await user.click(screen.getByRole("button", { name: text.stay }));
    expect(path()).toBe("/editproject/1");
    expect((name as HTMLInputElement).value).toBe("Tower B!");
  });

  it("deletes after a confirmation with the project's name, and goes to the list", async () => {
    const { user, api, path } = await open();
    await user.click(screen.getByRole("button", { name: text.remove }));
    const question = await screen.findByRole("alertdialog", { name: text.question });
    expect(api.calls("DELETE /api/projects/{id}")).toHaveLength(0);
    const confirm = [...question.querySelectorAll("button")].find(
      (button) => button.textContent === text.remove,
    );
    await user.click(confirm as HTMLElement);
    await waitFor(() => expect(path()).toBe("/projects"));
    expect(api.calls("DELETE /api/projects/{id}")).toHaveLength(1);
  });

  it("restores the project from the toast that reports the deletion", async () => {
    const { user, api } = await open();
    await user.click(screen.getByRole("button", { name: text.remove }));
    const question = within(await screen.findByRole("alertdialog", { name: text.question }));
    await user.click(question.getByRole("button", { name: text.remove }));
    await user.click(await screen.findByRole("button", { name: text.undo }));
    expect(await screen.findByText(text.back2)).toBeTruthy();
    expect(api.calls("PUT /api/projects/restore/{id}")).toHaveLength(1);
  });

  it("sends categories and a type as a whole list and a number, and nothing when they are unchanged", async () => {
    const project = aProject({ categories: categories.slice(0, 1) });
    const { user, api } = await open({ "GET /api/projects/{id}": () => ok(project) });
    await user.click(await screen.findByRole("button", { name: text.withoutHousing }));
    await user.click(screen.getByRole("button", { name: text.addCategories }));
    await user.click(await screen.findByRole("option", { name: "Housing" }));
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("button", { name: text.save })).toBeNull());
    await user.click(screen.getByRole("button", { name: text.addCategories }));
    await user.click(await screen.findByRole("option", { name: "Metro" }));
    await user.keyboard("{Escape}");
    await user.click(await screen.findByRole("button", { name: text.type }));
    await user.click(await screen.findByRole("option", { name: "Hospital" }));
    await user.click(await screen.findByRole("button", { name: text.save }));
    await waitFor(() => expect(api.calls("PUT /api/projects/{id}")).toHaveLength(1));
    expect(api.calls("PUT /api/projects/{id}")[0]?.body).toEqual({ category_ids: [5, 6], id_type: 2 });
  });

  it("keeps the input when the permission to edit is lost, says so and offers it as text", async () => {
    const { user, name } = await open({
      "PUT /api/projects/{id}": () => refuse(403, "PROJECT_EDIT_DENIED", ""),
    });
    await user.type(name, " and C");
    await user.click(screen.getByRole("button", { name: text.save }));
    expect(await screen.findByText(text.denied)).toBeTruthy();
    expect((name as HTMLInputElement).value).toBe("Tower B and C");
    const banner = screen.getByText(text.denied).closest<HTMLElement>("[role=alert]");
    await user.click(within(banner as HTMLElement).getByRole("button", { name: text.copy }));
    expect(await navigator.clipboard.readText()).toMatch(/: Tower B and C$/);
  });

  it("keeps the form when the project is deleted meanwhile, and merges others' changes", async () => {
    let server = () => ok(aProject());
    const { user, name } = await open({ "GET /api/projects/{id}": () => server() });
    await user.type(name, "!");
    server = () => ok(aProject({ location: "Gate 4" }));
    await queryClient.refetchQueries({ queryKey: ["projects", "one"] });
    await waitFor(() =>
      expect(screen.getByRole<HTMLInputElement>("textbox", { name: text.location }).value).toBe("Gate 4"),
    );
    expect((name as HTMLInputElement).value).toBe("Tower B!");
    server = () => refuse(404, "NOT_FOUND", "");
    await queryClient.refetchQueries({ queryKey: ["projects", "one"] });
    expect(await screen.findByText(text.gone)).toBeTruthy();
    expect((name as HTMLInputElement).value).toBe("Tower B!");
  });

  it("does not open for a user who may only view", async () => {
    opened = await openScreen("/editproject/1", language, {
      ...answers,
      "GET /api/projects/{id}": () => ok(aProject({ can: { view: true, edit: false } })),
    });
    expect(await screen.findByText(text.mayNot)).toBeTruthy();
    expect(screen.queryByRole("textbox", { name: text.name })).toBeNull();
  });

  it("makes the project public and shows its address, which is inactive while the project is closed", async () => {
    const { user, api } = await open();
    expect(screen.queryByRole("textbox", { name: text.link })).toBeNull();
    await user.click(screen.getByRole("switch", { name: text.isPublic }));
    const link = await screen.findByRole("textbox", { name: text.link });
    expect((link as HTMLInputElement).value).toBe(`${location.origin}/showcase/prj2345678`);
    expect(screen.getByRole("link", { name: text.openIt })).toBeTruthy();
    expect(api.calls("PUT /api/projects/{id}").map(({ body }) => body)).toEqual([{ is_public: true }]);
    await opened?.close();
    await open({ "GET /api/projects/{id}": () => ok(aProject({ is_public: true, validated: false })) });
    expect(await screen.findByText(text.closed)).toBeTruthy();
    expect(screen.queryByRole("link", { name: text.openIt })).toBeNull();
  });

  it("says what becomes hidden before it deactivates the project", async () => {
    const { user, api } = await open();
    await user.click(screen.getByRole("button", { name: text.deactivate }));
    const question = within(await screen.findByRole("alertdialog"));
    expect(question.getByText(text.hides)).toBeTruthy();
    expect(api.calls("PUT /api/projects/deactivate/{id}")).toHaveLength(0);
    await user.click(question.getByRole("button", { name: text.deactivate }));
    expect(await screen.findByText(text.inactive)).toBeTruthy();
    expect(api.calls("PUT /api/projects/deactivate/{id}")).toHaveLength(1);
  });

  it("shows owner-only actions to owners only", async () => {
    const can = { ...aProject().can, publish: false, activate: false, delete: false };
    await open({ "GET /api/projects/{id}": () => ok(aProject({ can })) });
    expect(screen.queryByRole("switch", { name: text.isPublic })).toBeNull();
    expect(screen.queryByRole("button", { name: text.deactivate })).toBeNull();
    expect(screen.queryByRole("button", { name: text.remove })).toBeNull();
  });

  it("uploads a cover, says why one is rejected, and removes it after a confirmation", async () => {
    URL.createObjectURL = () => "blob:preview";
    URL.revokeObjectURL = () => undefined;
    let isWrong = true;
    const { user, api, container } = await open({
      "POST /api/projects/{id}/cover": () =>
        isWrong
          ? refuse(422, "IMAGE_TYPE", "")
          : ok(aProject({ has_cover: true, cover: "/cover.webp", thumbnail: "/cover.webp" })),
    });
    const file = new File(["picture"], "site.png", { type: "image/png" });
    const picker = container.querySelector<HTMLInputElement>("input[type=file]") as HTMLInputElement;
    await user.upload(picker, file);
    expect(await screen.findByText(text.notTaken)).toBeTruthy();
    isWrong = false;
    await user.upload(picker, file);
    await user.click(await screen.findByRole("button", { name: text.removeCover }));
    expect(screen.queryByText(text.notTaken)).toBeNull();
    expect(api.calls("POST /api/projects/{id}/cover").at(-1)?.body).toEqual({ cover: file.size });
    const question = within(await screen.findByRole("alertdialog"));
    await user.click(question.getByRole("button", { name: text.removeCover }));
    expect(await screen.findByRole("button", { name: text.choose })).toBeTruthy();
    expect(api.calls("DELETE /api/projects/{id}/cover/delete")).toHaveLength(1);
  });
});
