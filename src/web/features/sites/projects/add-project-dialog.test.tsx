import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect } from "vitest";
import type { Language } from "#contract/languages.ts";
import { type Answers, ok, refuse } from "#test/web/api-server.ts";
import type { TextKey } from "#web/lib/translate.ts";
import { inTurns } from "#web/testing/in-turns.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { aProject } from "#web/testing/records.ts";
import { says } from "#web/testing/say.ts";

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
afterEach(() => opened?.close());

const categories = ["Housing", "Metro", "Résidence"].map((name, at) => ({
  id: at + 5,
  id_category: at + 5,
  name,
  project_count: 0,
}));

const answers: Answers = {
  "GET /api/projects": () => ok({ items: [], total: 0, page: 1, per_page: 24 }),
  "GET /api/projects/{id}": () => ok(aProject({ id: 8 })),
  "GET /api/visits": () => ok({ items: [], total: 0, page: 1, per_page: 24 }),
  "GET /api/categories": () => ok(categories),
  "GET /api/project-types": () => ok([{ id: 2, id_type: 2, name: "Hospital", project_count: 1 }]),
  "POST /api/projects": () => ({ status: 201, body: { data: aProject({ id: 8 }) } }),
};

function wordsIn(language: Language) {
  const t = says(language);
  /** Quoted from the specification. */
  const fixed = (english: string, key: TextKey) => (language === "en" ? english : t(key));
  return {
    create: t("shell.top_bar.create"),
    action: fixed("New Project", "projects.new"),
    title: fixed("Add Project", "projects.add_title"),
    submit: t("projects.add"),
    name: new RegExp(`^${t("projects.name")}`),
    year: new RegExp(`^${t("projects.year")}`),
    required: fixed("Project name is required", "projects.name_required"),
    added: fixed("Project added successfully", "projects.added"),
    failed: t("failures.calls.post", { thing: t("failures.things.projects") }),
    area: new RegExp(`^${t("projects.area").replaceAll(/[()]/g, String.raw`\$&`)}`),
    latitude: new RegExp(`^${t("projects.latitude")}`),
    categories: t("projects.add_categories"),
    find: t("projects.search_categories"),
    without: t("projects.remove_category", { name: "Housing" }),
    taken: t("projects.name_taken"),
    badYear: t("projects.year_range"),
    badArea: t("projects.area_range"),
    badLatitude: t("projects.latitude_range"),
    notFound: fixed("Not Found.", "errors.categories.not_found"),
    none: fixed("No categories found.", "errors.categories.no_categories_found"),
    retry: t("common.retry"),
  };
}

async function open(language: Language, more: Answers = {}) {
  const text = wordsIn(language);
  opened = await openScreen("/projects", language, { ...answers, ...more });
  const { user } = opened;
  const [create] = await screen.findAllByRole("button", { name: text.create });
  await user.click(create ?? document.body);
  await user.click(await screen.findByRole("menuitem", { name: text.action }));
  const dialog = within(await screen.findByRole("dialog", { name: text.title }));
  return { ...opened, text, dialog, name: dialog.getByRole("textbox", { name: text.name }) };
}

describe.each(["en", "ar"] as const)("Add Project in %s", (language) => {
  const it = inTurns(language);

  it("sends the defaults beside the name, numbers as numbers, confirms once and opens the project", async () => {
    const { user, api, dialog, text, name, path } = await open(language);
    const submit = dialog.getByRole("button", { name: text.submit });
    expect(submit.hasAttribute("disabled")).toBe(true);
    expect(dialog.getByText("*")).toBeDefined();
    await user.type(name, "Tower");
    const year = dialog.getByRole("textbox", { name: text.year });
    expect((year as HTMLInputElement).value).toBe(String(new Date().getFullYear()));
    await user.clear(year);
    await user.type(year, "2024{Tab}");
    await user.click(submit);
    await waitFor(() => expect(path()).toBe("/project/8"));
    expect(api.calls("POST /api/projects").map(({ body }) => body)).toEqual([
      {
        name: "Tower",
        description: "",
        status: "Design",
        id_type: null,
        category_ids: [],
        location: "",
        latitude: null,
        longitude: null,
        time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        year: 2024,
        num_buildings: 1,
        num_floors: 1,
        area: 0,
      },
    ]);
    expect(screen.getAllByText(text.added)).toHaveLength(1);
  });

  it("shows the server's errors at their fields, since the form itself validates nothing", async () => {
    const refusal = refuse(422, "VALIDATION", "", { name: ["projects.name_required"] });
    const { user, api, dialog, text, name } = await open(language, { "POST /api/projects": () => refusal });
    await user.type(name, "   ");
    await user.click(dialog.getByRole("button", { name: text.submit }));
    expect(await dialog.findByText(text.required)).toBeDefined();
    expect(name.getAttribute("aria-invalid")).toBe("true");
    expect(api.calls("POST /api/projects")).toHaveLength(1);
  });

  it("says that it failed when the server sends no message, and keeps the input", async () => {
    const wordless = { status: 500, body: {} };
    const { user, dialog, text, name } = await open(language, { "POST /api/projects": () => wordless });
    await user.type(name, "Tower");
    await user.click(dialog.getByRole("button", { name: text.submit }));
    expect(await dialog.findByText(text.failed)).toBeDefined();
    expect((name as HTMLInputElement).value).toBe("Tower");
  });

  it("rejects nothing itself: year, area and location are sent as typed and keep the server's messages", async () => {
    const refusal = refuse(422, "VALIDATION", "", {
      year: ["projects.year_range"],
      area: ["projects.area_range"],
      latitude: ["projects.latitude_range"],
    });
    const { user, api, dialog, text, name } = await open(language, { "POST /api/projects": () => refusal });
    const typed = { year: "next year", area: "-5", latitude: "912.5" } as const;
    await user.type(name, "Tower");
    for (const field of ["year", "area", "latitude"] as const) {
      const line = dialog.getByRole("textbox", { name: text[field] });
      await user.clear(line);
      await user.type(line, typed[field]);
    }
    await user.click(dialog.getByRole("button", { name: text.submit }));
    expect(await dialog.findByText(text.badYear)).toBeDefined();
    expect(dialog.getByText(text.badArea)).toBeDefined();
    expect(dialog.getByText(text.badLatitude)).toBeDefined();
    expect(api.calls("POST /api/projects")[0]?.body).toMatchObject({
      year: "next year",
      area: -5,
      latitude: 912.5,
    });
    for (const field of ["year", "area", "latitude"] as const) {
      const line = dialog.getByRole("textbox", { name: text[field] });
      expect((line as HTMLInputElement).value).toBe(typed[field]);
    }
  });

  it("says at the field that the name is in use, and clears the message when another is typed", async () => {
    const refusal = refuse(422, "VALIDATION", "", { name: ["projects.name_taken"] });
    const { user, dialog, text, name } = await open(language, { "POST /api/projects": () => refusal });
    await user.type(name, "Tower");
    await user.click(dialog.getByRole("button", { name: text.submit }));
    expect(await dialog.findByText(text.taken)).toBeDefined();
    await user.type(name, " C");
    expect(dialog.queryByText(text.taken)).toBeNull();
  });

  it("loads the categories when it opens, finds them without accents and sends the selected ones", async () => {
    const { user, api, dialog, text, name, path } = await open(language);
    expect(api.calls("GET /api/categories")).toHaveLength(1);
    await user.type(name, "Tower");
    await user.click(await dialog.findByRole("button", { name: text.categories }));
    await user.click(await screen.findByRole("option", { name: "Housing" }));
    await user.type(screen.getByRole("searchbox", { name: text.find }), "reside");
    await waitFor(() => expect(screen.getAllByRole("option")).toHaveLength(1));
    await user.click(screen.getByRole("option", { name: "Résidence" }));
    await user.keyboard("{Escape}{Escape}");
    await user.click(await dialog.findByRole("button", { name: text.without }));
    await user.click(dialog.getByRole("button", { name: text.submit }));
    await waitFor(() => expect(path()).toBe("/project/8"));
    expect(api.calls("POST /api/projects")[0]?.body).toMatchObject({ name: "Tower", category_ids: [7] });
  });

  it("says why the categories did not load and retries, and says when there are none", async () => {
    let isDown = true;
    const { user, dialog, text } = await open(language, {
      "GET /api/categories": () =>
        isDown ? { status: 400, body: { status: "error", error: "not_found" } } : ok([]),
    });
    expect(await dialog.findByText(text.notFound)).toBeDefined();
    isDown = false;
    await user.click(dialog.getByRole("button", { name: text.retry }));
    expect(await dialog.findByText(text.none)).toBeDefined();
  });
});
