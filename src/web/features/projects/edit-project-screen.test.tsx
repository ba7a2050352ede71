import { screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { type Answers, ok, refuse } from "#test/web/api-server.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { aProject } from "#web/testing/records.ts";

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
afterEach(() => opened?.close());

const answers: Answers = {
  "GET /api/projects/{id}": () => ok(aProject()),
  "GET /api/projects": () => ok({ items: [], total: 0, page: 1, per_page: 24 }),
  "PUT /api/projects/{id}": ({ body }) => ok(aProject(body)),
  "DELETE /api/projects/{id}": () => ok({}),
};

const words = {
  en: {
    name: /^Name/,
    location: /^Location/,
    save: "Save",
    changed: "1 field changed",
    required: "Project name is required",
    remove: "Delete project",
    question: "Delete “Tower B”?",
    back: "Projects",
    leave: "Leave without saving?",
    stay: "Cancel",
  },
  ar: {
    name: /^الاسم/,
    location: /^الموقع/,
    save: "حفظ",
    changed: "تم تعديل حقل واحد",
    required: "اسم المشروع مطلوب",
    remove: "حذف المشروع",
    question: "حذف «Tower B»؟",
    back: "المشاريع",
    leave: "هل تغادر دون حفظ؟",
    stay: "إلغاء",
  },
} as const;

describe.each(["en", "ar"] as const)("the form of a project in %s", (language) => {
  const text = words[language];
  const open = async (more: Answers = {}) => {
    opened = await openScreen("/editproject/1", language, { ...answers, ...more });
    const name = await screen.findByRole("textbox", { name: text.name });
    return { ...opened, name };
  };

  it("sends the changed field alone, and has nothing left to save afterwards", async () => {
    const { user, api, name } = await open();
    expect(screen.queryByRole("button", { name: text.save })).toBeNull();
    await user.type(name, " and C");
    await user.type(screen.getByRole("textbox", { name: text.location }), "x{Backspace}");
    expect(screen.getByText(text.changed)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: text.save }));
    await waitFor(() => expect(screen.queryByRole("button", { name: text.save })).toBeNull());
    expect(api.calls("PUT /api/projects/{id}").map(({ body }) => body)).toEqual([{ name: "Tower B and C" }]);
  });

  it("shows a refusal of the server at its field", async () => {
    const refusal = refuse(422, "VALIDATION", "", { name: ["projects.name_required"] });
    const { user, name } = await open({ "PUT /api/projects/{id}": () => refusal });
    await user.clear(name);
    await user.click(screen.getByRole("button", { name: text.save }));
    expect(await screen.findByText(text.required)).toBeTruthy();
    expect(name.getAttribute("aria-invalid")).toBe("true");
  });

  it("asks before unsaved changes are left, and keeps them when one stays", async () => {
    const { user, name, path } = await open();
    await user.type(name, "!");
    const links = screen.getAllByRole("link", { name: text.back });
    await user.click(links.at(-1) as HTMLElement);
    expect(await screen.findByRole("alertdialog", { name: text.leave })).toBeTruthy();
    await user.click(screen.getByRole("button", { name: text.stay }));
    expect(path()).toBe("/editproject/1");
    expect((name as HTMLInputElement).value).toBe("Tower B!");
  });

  it("deletes after a question that names the project, and goes to the list", async () => {
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
});
