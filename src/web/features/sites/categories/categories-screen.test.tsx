import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect } from "vitest";
import type { Language } from "#contract/languages.ts";
import { type Answers, ok, refuse } from "#test/web/api-server.ts";
import type { TextKey } from "#web/lib/translate.ts";
import { inTurns } from "#web/testing/in-turns.ts";
import { openScreen, superAdmin } from "#web/testing/open-screen.tsx";
import { says } from "#web/testing/say.ts";

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
afterEach(async () => {
  await opened?.close();
  opened = undefined;
});

interface Name {
  id: number;
  name: string;
  project_count: number;
}

/** The two lists as a server would store them. */
function keeper(categories: Name[], types: Name[]): Answers {
  const calls = (list: Name[], path: string): Answers => ({
    [`GET ${path}`]: () => ok(list),
    [`POST ${path}`]: ({ body }) => {
      const name = String(body["name"]);
      if (list.some((one) => one.name.toLowerCase() === name.toLowerCase()))
        return refuse(422, "VALIDATION", "Please check your input and try again.", {
          name: ["categories.name_taken"],
        });
      const made = { id: 90 + list.length, name, project_count: 0 };
      list.push(made);
      return ok(made);
    },
    [`PUT ${path}/{id}`]: ({ body }) => {
      const [first] = list;
      if (first === undefined) return refuse(404, "NOT_FOUND", "Gone");
      first.name = String(body["name"]);
      return ok(first);
    },
    [`DELETE ${path}/{id}`]: () => {
      list.shift();
      return ok({});
    },
  });
  return {
    ...calls(categories, "/api/categories"),
    ...calls(types, "/api/project-types"),
    "GET /api/projects": () => ok({ items: [], total: 0, page: 1, per_page: 1 }),
  };
}

function wordsIn(language: Language) {
  const t = says(language);
  /** Quoted from the specification. */
  const fixed = (english: string, key: TextKey) => (language === "en" ? english : t(key));
  return {
    categories: t("categories.categories"),
    types: t("categories.types"),
    newCategory: t("categories.new_category"),
    add: t("categories.add"),
    required: t("categories.name_required"),
    taken: t("categories.name_taken"),
    rename: t("categories.rename", { name: "Housing" }),
    name: t("categories.name"),
    save: t("common.save"),
    remove: t("categories.delete", { name: "Housing" }),
    question: t("categories.delete_category_title", { name: "Housing" }),
    loses: t("categories.delete_text", { count: 4 }),
    confirm: t("categories.delete_confirm"),
    projects: t("categories.projects_of", {
      projects: t("categories.projects", { count: 4 }),
      name: "Housing",
    }),
    none: fixed("No categories found.", "errors.categories.no_categories_found"),
    noTypes: fixed("No project types found.", "categories.types_empty"),
    failed: fixed("Error retreiving categories.", "errors.categories.error"),
    denied: fixed("You do not have permission to view this page.", "errors.categories.unauthorized"),
    retry: t("common.retry"),
  };
}

describe.each(["en", "ar"] as const)("categories and types in %s", (language) => {
  const it = inTurns(language);
  const text = wordsIn(language);
  const open = async (answers: Answers) => {
    opened = await openScreen("/categories", language, answers, superAdmin);
    return opened;
  };
  const housing = (): Name[] => [
    { id: 4, name: "Housing", project_count: 4 },
    { id: 5, name: "Hospitals", project_count: 0 },
  ];
  const categories = async () => within(await screen.findByRole("list", { name: text.categories }));

  it("are beside each other with their numbers of projects, which link to these", async () => {
    await open(keeper(housing(), [{ id: 8, name: "Bridge", project_count: 1 }]));
    const list = await categories();
    expect(list.getAllByRole("listitem")).toHaveLength(2);
    expect(list.getByRole("link", { name: text.projects }).getAttribute("href")).toBe(
      "/projects?id_category=4",
    );
    const types = within(await screen.findByRole("list", { name: text.types }));
    expect(types.getByText("Bridge")).toBeTruthy();
  });

  it("are added by name and Enter, with the field ready for the next; rejected input stays in it", async () => {
    const { user, api } = await open(keeper(housing(), []));
    const field = await screen.findByRole<HTMLInputElement>("textbox", { name: text.newCategory });
    await categories();
    await user.type(field, "  {Enter}");
    expect(await screen.findByText(text.required)).toBeTruthy();
    expect(api.calls("POST /api/categories")).toEqual([]);
    await user.clear(field);
    await user.type(field, "housing{Enter}");
    expect(await screen.findByText(text.taken)).toBeTruthy();
    expect(field.value).toBe("housing");
    await user.clear(field);
    await user.type(field, "Metro{Enter}");
    expect(await (await categories()).findByText("Metro")).toBeTruthy();
    expect(field.value).toBe("");
    expect(document.activeElement).toBe(field);
  });

  it("are renamed in place; Escape cancels, and the focus returns to the pencil", async () => {
    const { user, api } = await open(keeper(housing(), []));
    await user.click(await screen.findByRole("button", { name: text.rename }));
    const field = screen.getByRole("textbox", { name: text.name });
    expect(document.activeElement).toBe(field);
    await user.type(field, "x{Escape}");
    expect(api.calls("PUT /api/categories/{id}")).toEqual([]);
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole("button", { name: text.rename })),
    );
    await user.click(screen.getByRole("button", { name: text.rename }));
    await user.clear(screen.getByRole("textbox", { name: text.name }));
    expect(screen.getByText(text.required)).toBeTruthy();
    await user.type(screen.getByRole("textbox", { name: text.name }), "Homes{Enter}");
    expect(await (await categories()).findByText("Homes")).toBeTruthy();
    expect(api.calls("PUT /api/categories/{id}").at(-1)?.body).toEqual({ name: "Homes" });
  });

  it("are deleted after a confirmation with the number of their projects", async () => {
    const { user, api } = await open(keeper(housing(), []));
    await user.click(await screen.findByRole("button", { name: text.remove }));
    const question = within(await screen.findByRole("alertdialog", { name: text.question }));
    expect(question.getByText(text.loses)).toBeTruthy();
    expect(api.calls("DELETE /api/categories/{id}")).toEqual([]);
    await user.click(question.getByRole("button", { name: text.confirm }));
    await waitFor(() => expect(screen.queryByText("Housing")).toBeNull());
  });

  it("use the specified text when there are none", async () => {
    await open(keeper([], []));
    expect(await screen.findByText(text.none)).toBeTruthy();
    expect(await screen.findByText(text.noTypes)).toBeTruthy();
  });

  it("use the specified text when loading fails, while the types are shown", async () => {
    let refusal = refuse(403, "FORBIDDEN", "Forbidden");
    const { user } = await open({
      ...keeper([], [{ id: 8, name: "Bridge", project_count: 1 }]),
      "GET /api/categories": () => refusal,
    });
    expect(await screen.findByText(text.denied)).toBeTruthy();
    expect(await screen.findByText("Bridge")).toBeTruthy();
    refusal = refuse(422, "error", "");
    await user.click(screen.getByRole("button", { name: text.retry }));
    expect(await screen.findByText(text.failed)).toBeTruthy();
  });
});
