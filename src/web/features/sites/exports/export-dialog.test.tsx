import { screen, within } from "@testing-library/react";
import { afterEach, describe, expect } from "vitest";
import type { ProjectExport } from "#contract/exports.ts";
import type { Language } from "#contract/languages.ts";
import { type Answers, ok, refuse } from "#test/web/api-server.ts";
import { inTurns } from "#web/testing/in-turns.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { aProject } from "#web/testing/records.ts";
import { saying, says } from "#web/testing/say.ts";

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
afterEach(() => opened?.close());

function wordsIn(language: Language) {
  const t = says(language);
  return {
    action: t("exports.action"),
    title: t("exports.dialog.title", { project: "Tower B" }),
    prepare: t("exports.dialog.prepare"),
    building: t("exports.build.building"),
    behindProject: t("exports.build.waiting_project"),
    behindOwn: t("exports.build.waiting_person"),
    waitsTurn: saying(language)("exports.dialog.busy_text"),
    again: t("exports.build.again"),
    full: saying(language)("exports.failure.storage_full"),
    noVisits: saying(language)("exports.dialog.no_visits"),
    retry: t("common.retry"),
    download: t("exports.dialog.download"),
    report: t("exports.dialog.report"),
    cameras: t("exports.dialog.cameras"),
  };
}

function anExport(change: Partial<ProjectExport> = {}): ProjectExport {
  return {
    id: 5,
    id_project: 1,
    state: "building",
    progress: 0.4,
    size: 400_000_000,
    url: null,
    waits_for: null,
    failure: null,
    who: { id_user: 1, name: "Site Office", code: "usr2345671", avatar: null },
    created_at: "2026-11-20T08:00:00.000Z",
    expires_at: null,
    ...change,
  };
}

const overview = (exports: readonly ProjectExport[], is_streamed = false) => ({
  size: is_streamed ? 9_000_000 : 400_000_000,
  is_streamed,
  is_busy: exports.some(({ state }) => state === "building" || state === "waiting"),
  exports,
});

async function open(language: Language, answers: Answers, can: Readonly<Record<string, boolean>> = {}) {
  const project = aProject({ name: "Tower B", can: { view: true, view_visits: true, export: true, ...can } });
  opened = await openScreen("/project/1", language, {
    "GET /api/projects/{id}": () => ok(project),
    "GET /api/visits": () => ok({ items: [], total: 0, page: 1, per_page: 100 }),
    ...answers,
  });
  return { ...opened, text: wordsIn(language) };
}

async function openDialog({ user, text }: Awaited<ReturnType<typeof open>>) {
  await user.click(await screen.findByRole("button", { name: text.action }));
  return within(await screen.findByRole("dialog", { name: text.title }));
}

describe.each(["en", "ar"] as const)("the export of a project in %s", (language) => {
  const it = inTurns(language);

  it("is hidden from users who may not export", async () => {
    const { text } = await open(language, {}, { export: false });
    await screen.findByRole("heading", { name: "Tower B" });
    expect(screen.queryByRole("button", { name: text.action })).toBeNull();
  });

  it("lists its content, with snags and cameras only for users who may see them", async () => {
    const page = await open(
      language,
      { "GET /api/project-exports": () => ok(overview([])) },
      { view_snags: true, view_cameras: false },
    );
    const dialog = await openDialog(page);
    expect(await dialog.findByText(page.text.report)).toBeTruthy();
    expect(dialog.queryByText(page.text.cameras)).toBeNull();
  });

  it("is requested once and shows its progress", async () => {
    let exports: ProjectExport[] = [];
    const page = await open(language, {
      "GET /api/project-exports": () => ok(overview(exports)),
      "POST /api/project-exports": () => {
        exports = [anExport()];
        return ok(exports[0]);
      },
    });
    const dialog = await openDialog(page);
    await page.user.click(await dialog.findByRole("button", { name: page.text.prepare }));
    const bar = await dialog.findByRole("progressbar", { name: page.text.building });
    expect(bar.getAttribute("aria-valuenow")).toBe("40");
    expect(dialog.queryByRole("button", { name: page.text.prepare })).toBeNull();
    expect(page.api.calls("POST /api/project-exports").map(({ body }) => body)).toEqual([
      { id_project: 1, lang: language },
    ]);
  });

  it.each([
    ["project", "behindProject"],
    ["person", "behindOwn"],
  ] as const)("says that it waits for others of the %s", async (waits_for, words) => {
    const waiting = anExport({ state: "waiting", progress: 0, waits_for });
    const page = await open(language, { "GET /api/project-exports": () => ok(overview([waiting])) });
    const dialog = await openDialog(page);
    expect(await dialog.findByRole("progressbar", { name: page.text[words] })).toBeDefined();
  });

  it("offers to wait while another user's export of the project is built", async () => {
    const theirs = anExport({ who: { id_user: 9, name: "Omar", code: "usr2345679", avatar: null } });
    const page = await open(language, { "GET /api/project-exports": () => ok(overview([theirs])) });
    const dialog = await openDialog(page);
    expect(await dialog.findByText(page.text.waitsTurn)).toBeDefined();
    expect(dialog.getByRole("button", { name: page.text.prepare })).toBeDefined();
  });

  it("says why it failed, and retries", async () => {
    let exports = [anExport({ state: "failed", failure: "storage_full" })];
    const page = await open(language, {
      "GET /api/project-exports": () => ok(overview(exports)),
      "DELETE /api/project-exports/{id}": () => {
        exports = [];
        return ok({});
      },
      "POST /api/project-exports": () => {
        exports = [anExport({ id: 6 })];
        return ok(exports[0]);
      },
    });
    const dialog = await openDialog(page);
    expect(await dialog.findByText(page.text.full)).toBeDefined();
    await page.user.click(dialog.getByRole("button", { name: page.text.again }));
    expect(await dialog.findByRole("progressbar", { name: page.text.building })).toBeDefined();
  });

  it("says what is left out for a user who may not see the visits", async () => {
    const page = await open(
      language,
      { "GET /api/project-exports": () => ok(overview([], true)) },
      { view_visits: false },
    );
    const dialog = await openDialog(page);
    expect(await dialog.findByText(page.text.noVisits)).toBeDefined();
    expect(dialog.getByRole("button", { name: page.text.download })).toBeDefined();
  });

  it("can be requested once more when the server gave no answer", async () => {
    let isDown = true;
    const page = await open(language, {
      "GET /api/project-exports": () => (isDown ? refuse(422, "VALIDATION", "") : ok(overview([], true))),
    });
    const dialog = await openDialog(page);
    const retry = await dialog.findByRole("button", { name: page.text.retry });
    isDown = false;
    await page.user.click(retry);
    expect(await dialog.findByRole("button", { name: page.text.download })).toBeDefined();
  });
});
