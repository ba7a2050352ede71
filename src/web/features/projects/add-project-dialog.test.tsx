import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { type Answers, ok, refuse } from "#test/web/api-server.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { aProject } from "#web/testing/records.ts";

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
afterEach(() => opened?.close());

const answers: Answers = {
  "GET /api/projects": () => ok({ items: [], total: 0, page: 1, per_page: 24 }),
  "GET /api/projects/{id}": () => ok(aProject({ id: 8 })),
  "GET /api/visits": () => ok({ items: [], total: 0, page: 1, per_page: 24 }),
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
    failed: "فشلت إضافة المشروع",
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
});
