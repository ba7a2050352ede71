import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect } from "vitest";
import arErrors from "#i18n/ar/errors.json" with { type: "json" };
import { type Answers, ok, refuse } from "#test/web/api-server.ts";
import { inTurns } from "#web/testing/in-turns.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { aProject } from "#web/testing/records.ts";

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

const words = {
  en: {
    create: "Create",
    action: "New Project",
    title: "Add Project",
    submit: "Add project",
    name: /^Name/,
    year: /^Year/,
    required: "Project name is required",
    added: "Project added successfully",
    failed: "Failed to add project",
    area: /^Area/,
    latitude: /^Latitude/,
    categories: "Add categories",
    find: "Search categories",
    without: "Remove Housing",
    taken: "You have another project with this name",
    badYear: "A year in figures, from 1900 to 2200",
    badArea: "Square metres in figures, from 0 to 100,000,000",
    badLatitude: "Degrees from -90 to 90, such as 24.713552",
    notFound: "Not Found.",
    none: "No categories found.",
    retry: "Retry",
  },
  ar: {
    create: "إنشاء",
    action: "مشروع جديد",
    title: "إضافة مشروع",
    submit: "إضافة المشروع",
    name: /^الاسم/,
    year: /^السنة/,
    required: "اسم المشروع مطلوب",
    added: "تمت إضافة المشروع بنجاح",
    failed: "تعذّرت إضافة المشروع",
    area: /^المساحة/,
    latitude: /^خط العرض/,
    categories: "إضافة فئات",
    find: "ابحث في الفئات",
    without: "إزالة Housing",
    taken: "لديك مشروع آخر بهذا الاسم",
    badYear: "سنة بالأرقام من 1900 إلى 2200",
    badArea: "المساحة بالمتر المربع رقمًا من 0 إلى 100,000,000",
    badLatitude: "درجات من \u2066-90\u2069 إلى 90، مثل 24.713552",
    notFound: arErrors.categories.not_found,
    none: arErrors.categories.no_categories_found,
    retry: "إعادة المحاولة",
  },
} as const;

async function open(language: "en" | "ar", more: Answers = {}) {
  const text = words[language];
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

  it("sends the defaults beside the name, figures as figures, says so once and opens the project", async () => {
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
        year: 2024,
        num_buildings: 1,
        num_floors: 1,
        area: 0,
      },
    ]);
    expect(screen.getAllByText(text.added)).toHaveLength(1);
  });

  it("shows at the field what the server refuses, since the form itself checks nothing", async () => {
    const refusal = refuse(422, "VALIDATION", "", { name: ["projects.name_required"] });
    const { user, api, dialog, text, name } = await open(language, { "POST /api/projects": () => refusal });
    await user.type(name, "   ");
    await user.click(dialog.getByRole("button", { name: text.submit }));
    expect(await dialog.findByText(text.required)).toBeDefined();
    expect(name.getAttribute("aria-invalid")).toBe("true");
    expect(api.calls("POST /api/projects")).toHaveLength(1);
  });

  it("says that it failed when the server says nothing, and keeps what was typed", async () => {
    const wordless = { status: 500, body: {} };
    const { user, dialog, text, name } = await open(language, { "POST /api/projects": () => wordless });
    await user.type(name, "Tower");
    await user.click(dialog.getByRole("button", { name: text.submit }));
    expect(await dialog.findByText(text.failed)).toBeDefined();
    expect((name as HTMLInputElement).value).toBe("Tower");
  });

  it("refuses nothing itself: a year in words, a negative area and an absurd place go as typed and stay with the server's words", async () => {
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

  it("says at the field that the name is taken, and takes the words away when another is typed", async () => {
    const refusal = refuse(422, "VALIDATION", "", { name: ["projects.name_taken"] });
    const { user, dialog, text, name } = await open(language, { "POST /api/projects": () => refusal });
    await user.type(name, "Tower");
    await user.click(dialog.getByRole("button", { name: text.submit }));
    expect(await dialog.findByText(text.taken)).toBeDefined();
    await user.type(name, " C");
    expect(dialog.queryByText(text.taken)).toBeNull();
  });

  it("asks for the categories when it opens, finds them without their accents and sends those chosen", async () => {
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

  it("says why the categories did not come and asks again, and that there are none where there are none", async () => {
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
