import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import type { Language } from "#contract/languages.ts";
import { type Answers, ok } from "#test/web/api-server.ts";
import { type Creation, startCreation } from "#web/lib/creation.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { aProject } from "#web/testing/records.ts";
import { say, says } from "#web/testing/say.ts";
import { isNear, isReached, type Quota } from "./use-quota.ts";

const room: Quota = {
  fits: true,
  whose: "own",
  plan: "Team",
  used: 1,
  limit: 10,
  used_month: 0,
  limit_month: null,
};
const may = {
  ...aProject().can,
  add_visit: true,
  add_video: true,
  add_camera: true,
  add_channel: true,
};
const tower = aProject({ id: 7, name: "Tower B", can: may });

/** Each dialog with its submit button, and the call that must not be made. */
const dialogs = [
  ["project", "projects.add", "POST /api/projects"],
  ["visit", "visits.add", "POST /api/visits"],
  ["video", "videos.add", "POST /api/three60videos"],
  ["camera", "cctv.add", "POST /api/cctv-cameras"],
  ["channel", "live.create", "POST /api/live-streaming"],
] as const;
type Kind = (typeof dialogs)[number][0];

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
afterEach(() => opened?.close());

async function open(kind: Kind, quota: Quota, language: Language = "en", more: Answers = {}) {
  opened = await openScreen("/saved", language, {
    "GET /api/projects": () => ok({ items: [tower], total: 1, page: 1, per_page: 100 }),
    "GET /api/quota": () => ok(quota),
    "GET /api/live-streaming/drivers": () => ok([]),
    ...more,
  });
  await screen.findByRole("main");
  const creation = (kind === "project" ? { kind } : { kind, id_project: 7 }) as Creation;
  act(() => startCreation(creation));
  const dialog = within(await screen.findByRole("dialog"));
  return { ...opened, dialog };
}

describe.each(dialogs)("adding a %s", (kind, send, call) => {
  it("at the limit says so before a file is selected, links to another plan and sends nothing", async () => {
    const { dialog, user, api } = await open(kind, { ...room, fits: false, used: 10 });
    expect(
      await dialog.findByText(say("plans.subscription.quota.full", { used: "10", limit: "10" })),
    ).toBeTruthy();
    expect(
      dialog.getByRole("link", { name: say("plans.subscription.quota.change") }).getAttribute("href"),
    ).toBe("/changeplan");
    const [first] = dialog.getAllByRole("textbox");
    if (first === undefined) throw new Error("There is nothing to fill in.");
    await user.type(first, "Second floor{Enter}");
    const button = dialog.getByRole<HTMLButtonElement>("button", { name: say(send) });
    expect(button.disabled).toBe(true);
    expect(api.calls(call)).toHaveLength(0);
    const [asked] = api.calls("GET /api/quota");
    expect([asked?.query.get("kind"), asked?.query.get("id_project")]).toEqual([
      kind,
      kind === "project" ? null : "7",
    ]);
  });
});

describe.each(["en", "ar"] as const)("remaining quota of a plan in %s", (language) => {
  const t = says(language);
  const near = t("plans.subscription.quota.near_own", { used: "9", limit: "10", plan: "Team" });
  const nearMonth = t("plans.subscription.quota.near_month", { used: "3", limit: "4" });
  const fullMonth = t("plans.subscription.quota.full_month", { used: "4", limit: "4" });
  const owner = t("plans.subscription.quota.owner");
  const plain = t("plans.subscription.quota.left_own", { used: "1", limit: "10", plan: "Team" });
  it.each<[string, Partial<Quota>, string | null]>([
    ["is a quiet line while there is room", {}, plain],
    ["warns near the limit", { used: 9 }, near],
    ["warns near the limit of the month", { used_month: 3, limit_month: 4 }, nearMonth],
    ["stops at the limit of the month", { fits: false, used_month: 4, limit_month: 4 }, fullMonth],
    ["names the owner's plan where that counts", { fits: false, whose: "owner", used: 10 }, owner],
    ["is not told where nothing is limited", { whose: "none", limit: null }, null],
  ])("%s", async (_, but, text) => {
    const { dialog, api } = await open("project", { ...room, ...but }, language);
    await waitFor(() => expect(api.calls("GET /api/quota")).toHaveLength(1));
    if (text === null) await waitFor(() => expect(dialog.queryByText(/Team|10/)).toBeNull());
    else expect(await dialog.findByText(text)).toBeTruthy();
  });
});

it.each([
  [0, 1, true, false],
  [1, 1, false, true],
  [2, 3, true, false],
  [1, 3, false, false],
  [18, 20, true, false],
  [17, 20, false, false],
  [0, 0, false, true],
  [5, 3, false, true],
])("%i of %i used: near %s, reached %s", (used, limit, near, reached) => {
  const share = { of: "all", used, limit } as const;
  expect([isNear(share), isReached(share)]).toEqual([near, reached]);
});
