import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect } from "vitest";
import type { Language } from "#contract/languages.ts";
import type { Walk } from "#contract/walks.ts";
import { type Answers, ok } from "#test/web/api-server.ts";
import { inTurns } from "#web/testing/in-turns.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { aVisit } from "#web/testing/records.ts";
import { says } from "#web/testing/say.ts";
import { aWalk } from "./testing.ts";

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
afterEach(async () => {
  await opened?.close();
  opened = undefined;
});

async function open(language: Language, walks: readonly Walk[], more: Answers = {}, edit = true) {
  opened = await openScreen("/editvisit/3/walk", language, {
    "GET /api/visits/{id}": () => ok({ ...aVisit({ id: 3 }), rooms: [] }),
    "GET /api/visits/{id}/walks": () => ok({ items: walks, can: { edit } }),
    ...more,
  });
  return opened;
}

describe.each(["en", "ar"] as const)("walk videos of a visit (%s)", (language) => {
  const it = inTurns(language);
  const say = says(language);
  const list = () => screen.findByRole("list", { name: say("walks.title") });

  it("explains how to record and export a video, and refuses files of cameras with the words that help", async () => {
    const { user, api } = await open(language, []);
    expect(await screen.findByText(say("walks.how.export"))).toBeTruthy();
    const input = document.querySelector<HTMLInputElement>("input[type=file]");
    if (input === null) throw new Error("There is nowhere to put files.");
    await user.upload(input, new File(["x"], "VID_001.insv"));
    expect(await screen.findByText(say("errors.code.WALK_FORMAT"))).toBeTruthy();
    expect(api.calls("POST /api/visits/{id}/walks")).toHaveLength(0);
  });

  it("shows the progress of reading, and stops it", async () => {
    const { user, api } = await open(language, [aWalk({ status: "reading", progress: 0.4 })], {
      "POST /api/visits/{id}/walks/{walk}/stop": () => ok(aWalk({ status: "stopped" })),
    });
    const rows = within(await list());
    expect(rows.getByRole("progressbar").getAttribute("aria-valuenow")).toBe("40");
    expect(rows.getByText(say("walks.status.reading", { made: 0, total: 0 }))).toBeTruthy();
    await user.click(rows.getByRole("button", { name: say("walks.stop") }));
    await waitFor(() => expect(api.calls("POST /api/visits/{id}/walks/{walk}/stop")).toHaveLength(1));
  });

  it("says why a walk failed, and continues it", async () => {
    const { user, api } = await open(language, [aWalk({ status: "failed", problem: "WALK_UNREADABLE" })], {
      "POST /api/visits/{id}/walks/{walk}/continue": () => ok(aWalk({ status: "reading" })),
    });
    const rows = within(await list());
    expect(rows.getByText(say("errors.code.WALK_UNREADABLE"))).toBeTruthy();
    await user.click(rows.getByRole("button", { name: say("walks.continue") }));
    await waitFor(() => expect(api.calls("POST /api/visits/{id}/walks/{walk}/continue")).toHaveLength(1));
  });

  it("leads to placing a walk, and deletes one after a question", async () => {
    const { user, api } = await open(language, [aWalk()], {
      "DELETE /api/visits/{id}/walks/{walk}": () => ok({}),
    });
    const rows = within(await list());
    expect(rows.getByRole("link", { name: say("walks.place") }).getAttribute("href")).toBe(
      "/editvisit/3/walk/8",
    );
    await user.click(rows.getByRole("button", { name: say("walks.delete") }));
    const question = within(
      await screen.findByRole("alertdialog", {
        name: say("walks.delete_title", { name: "ground-floor.mp4" }),
      }),
    );
    expect(api.calls("DELETE /api/visits/{id}/walks/{walk}")).toHaveLength(0);
    await user.click(question.getByRole("button", { name: say("walks.delete") }));
    await waitFor(() => expect(api.calls("DELETE /api/visits/{id}/walks/{walk}")).toHaveLength(1));
  });

  it("offers nothing to change to those who may only look", async () => {
    await open(language, [aWalk({ can: { edit: false } })], {}, false);
    const rows = within(await list());
    expect(rows.getByRole("link", { name: say("walks.show") })).toBeTruthy();
    expect(rows.queryAllByRole("button")).toEqual([]);
    expect(document.querySelector("input[type=file]")).toBeNull();
  });
});
