import { screen, waitFor, within } from "@testing-library/react";
import sharp from "sharp";
import { afterEach, beforeAll, describe, expect } from "vitest";
import type { Language } from "#contract/languages.ts";
import { type Answers, ok, refuse } from "#test/web/api-server.ts";
import { inTurns } from "#web/testing/in-turns.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { projectAnswers } from "#web/testing/projects.ts";
import { aProject, aVisit } from "#web/testing/records.ts";

let jpeg: Uint8Array<ArrayBuffer>;

beforeAll(async () => {
  const blank = sharp({ create: { width: 3840, height: 1920, channels: 3, background: "#789" } });
  jpeg = new Uint8Array(await blank.jpeg({ quality: 20 }).toBuffer());
});

const picture = (name: string) => new File([jpeg], name, { type: "image/jpeg" });

const words = {
  en: {
    create: "Create",
    newVisit: "New Visit",
    title: "Add Visit",
    submit: "Add visit",
    name: /^Name/,
    description: /^Description/,
    files: "360° pictures",
    nameRequired: "Name is required",
    projectRequired: "Project is required",
    filesRequired: "At least one file is required",
    onlyTen: "Only the first 10 files were accepted. Maximum 10 files allowed.",
    wrongType: /^File type must be/,
    unreadable: "Failed to load image for validation",
    incomplete: "Visit created but some images failed to upload: The disk is full",
    retry: "Retry failed",
    added: "Visit added successfully",
  },
  ar: {
    create: "إنشاء",
    newVisit: "زيارة جديدة",
    title: "إضافة زيارة",
    submit: "إضافة الزيارة",
    name: /^الاسم/,
    description: /^الوصف/,
    files: "صور 360°",
    nameRequired: "الاسم مطلوب",
    projectRequired: "المشروع مطلوب",
    filesRequired: "أضف ملفًا واحدًا على الأقل",
    onlyTen: "الحد الأقصى لعدد الملفات: 10. قُبلت الملفات الأولى ولم يُرفع الباقي.",
    wrongType: /^يجب أن يكون نوع الملف/,
    unreadable: "تعذّر تحميل الصورة للتحقق منها",
    incomplete: "أُنشئت الزيارة لكن تعذّر رفع بعض الصور: The disk is full",
    retry: "إعادة محاولة ما فشل",
    added: "تمت إضافة الزيارة بنجاح",
  },
} as const;

const standard: Answers = {
  ...projectAnswers([aProject()]),
  "GET /api/visits": () => ok({ items: [aVisit()], total: 1, page: 1, per_page: 24 }),
  "GET /api/visits/{id}": () => ok({ ...aVisit({ id: 7 }), rooms: [] }),
  "POST /api/visits": () => ({ status: 201, body: { data: { ...aVisit({ id: 7 }), rooms: [] } } }),
};

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
afterEach(() => opened?.close());

async function openAddVisit(language: Language, answers: Answers = {}, path = "/visits/1") {
  opened = await openScreen(path, language, { ...standard, ...answers });
  const { user } = opened;
  const text = words[language];
  // The page's own button: on /visits/1 it starts with that project.
  await user.click(await screen.findByRole("button", { name: text.newVisit }));
  const dialog = within(await screen.findByRole("dialog", { name: text.title }));
  const choose = (files: File[]) => {
    const input = document.querySelector<HTMLInputElement>("input[type=file]");
    if (input === null) throw new Error("There is nowhere to put files.");
    return user.upload(input, files);
  };
  return { ...opened, dialog, text, choose };
}

describe.each(["en", "ar"] as const)("Add Visit in %s", (language) => {
  const it = inTurns(language);

  it("can be submitted only once something changed, and then names all that is missing", async () => {
    const { dialog, user, text, api } = await openAddVisit(language, {}, "/visits");
    const submit = dialog.getByRole("button", { name: text.submit });
    expect(submit.hasAttribute("disabled")).toBe(true);
    await user.type(dialog.getByRole("textbox", { name: text.description }), "x");
    await user.click(submit);
    expect(await dialog.findByText(text.nameRequired)).toBeTruthy();
    expect(dialog.getByText(text.projectRequired)).toBeTruthy();
    expect(dialog.getByText(text.filesRequired)).toBeTruthy();
    expect(api.calls("POST /api/visits")).toHaveLength(0);
  });

  it("keeps the first ten of twelve pictures and says so", async () => {
    const { dialog, text, choose } = await openAddVisit(language);
    await choose(Array.from({ length: 12 }, (_, index) => picture(`room ${index + 1}.jpg`)));
    expect(await dialog.findByText(text.onlyTen)).toBeTruthy();
    await waitFor(() => expect(dialog.getAllByRole("listitem")).toHaveLength(10));
  });

  it("tells of each file why it was not taken", async () => {
    const { dialog, text, choose } = await openAddVisit(language);
    const note = new File(["no picture"], "notes.jpg", { type: "image/jpeg" });
    const png = new File([jpeg], "plan.png", { type: "image/png" });
    await choose([png, note, picture("hall.jpg")]);
    expect(await dialog.findByText(text.wrongType)).toBeTruthy();
    expect(await dialog.findByText(text.unreadable)).toBeTruthy();
    expect(await dialog.findByDisplayValue("hall")).toBeTruthy();
  });

  it("uploads room by room in order, stops at the first failure and continues where it stopped", async () => {
    let isDiskFull = true;
    const { dialog, user, text, choose, api, path } = await openAddVisit(language, {
      "POST /api/rooms": async ({ body }) => {
        await new Promise((resolve) => setTimeout(resolve, 20));
        return body["name"] === "stairs" && isDiskFull
          ? refuse(500, "UNHEARD_OF", "The disk is full")
          : { status: 201, body: { data: {} } };
      },
    });
    await user.type(dialog.getByRole("textbox", { name: text.name }), "Week 12");
    await choose([picture("hall.jpg"), picture("stairs.jpg"), picture("roof.jpg")]);
    const submit = dialog.getByRole("button", { name: text.submit });
    await waitFor(() => expect(submit.hasAttribute("disabled")).toBe(false));
    await user.click(submit);

    expect((await dialog.findAllByText(text.incomplete)).length).toBeGreaterThan(0);
    const names = () => api.calls("POST /api/rooms").map(({ body }) => body["name"]);
    expect(names()).toEqual(["hall", "stairs"]);

    isDiskFull = false;
    const asked = api.calls("GET /api/user").length;
    await user.click(dialog.getByRole("button", { name: text.retry }));
    expect(await screen.findByText(text.added)).toBeTruthy();
    expect(names()).toEqual(["hall", "stairs", "stairs", "roof"]);
    expect(api.calls("GET /api/user").length, "the person's figures are read anew").toBeGreaterThan(asked);
    expect(api.calls("POST /api/visits")).toHaveLength(1);
    expect(api.calls("POST /api/rooms").every(({ body }) => body["id_visit"] === "7")).toBe(true);
    expect(api.atOnce.get("POST /api/rooms")).toBe(1);
    await waitFor(() => expect(path()).toBe("/editvisit/7"));
  });
});
