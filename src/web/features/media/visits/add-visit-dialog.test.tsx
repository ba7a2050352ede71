import { screen, waitFor, within } from "@testing-library/react";
import sharp from "sharp";
import { afterEach, beforeAll, describe, expect } from "vitest";
import type { Language } from "#contract/languages.ts";
import { type Answers, ok, refuse } from "#test/web/api-server.ts";
import { inTurns } from "#web/testing/in-turns.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { projectAnswers } from "#web/testing/projects.ts";
import { aProject, aVisit } from "#web/testing/records.ts";
import { says } from "#web/testing/say.ts";

let jpeg: Uint8Array<ArrayBuffer>;

beforeAll(async () => {
  const blank = sharp({ create: { width: 3840, height: 1920, channels: 3, background: "#789" } });
  jpeg = new Uint8Array(await blank.jpeg({ quality: 20 }).toBuffer());
});

const picture = (name: string) => new File([jpeg], name, { type: "image/jpeg" });

const wordsIn = (language: Language) => {
  const t = says(language);
  return {
    newVisit: t("visits.new"),
    title: t("visits.add_title"),
    submit: t("visits.add"),
    name: new RegExp(`^${t("visits.name")}`),
    description: new RegExp(`^${t("visits.description")}`),
    nameRequired: t("visits.add_name_required"),
    projectRequired: t("visits.project_required"),
    filesRequired: t("errors.code.FILES_REQUIRED"),
    onlyTen: t("errors.code.ROOMS_FULL", { n: 10 }),
    wrongType: new RegExp(`^${t("common.drop.wrong_type", { types: "" }).trim()}`),
    unreadable: t("errors.code.IMAGE_UNREADABLE"),
    incomplete: t("visits.upload_incomplete", { reason: "The disk is full" }),
    retry: t("visits.retry_failed"),
    added: t("visits.added"),
  };
};

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
  const text = wordsIn(language);
  // The page's own button: on `/visits/1` the dialog starts with that project.
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

  it("can be submitted only after a change, and then lists all missing fields", async () => {
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

  it("says for each file why it was rejected", async () => {
    const { dialog, text, choose } = await openAddVisit(language);
    const note = new File(["no picture"], "notes.jpg", { type: "image/jpeg" });
    const png = new File([jpeg], "plan.png", { type: "image/png" });
    await choose([png, note, picture("hall.jpg")]);
    expect(await dialog.findByText(text.wrongType)).toBeTruthy();
    expect(await dialog.findByText(text.unreadable)).toBeTruthy();
    expect(await dialog.findByDisplayValue("hall")).toBeTruthy();
  });

  it("uploads room by room in order, stops at the first failure and continues from there", async () => {
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
