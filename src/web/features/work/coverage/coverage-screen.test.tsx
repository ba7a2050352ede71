import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect } from "vitest";
import type { Coverage, CoverageSpot } from "#contract/coverage.ts";
import type { Language } from "#contract/languages.ts";
import { type Answers, ok, refuse } from "#test/web/api-server.ts";
import { remember, storageKeys } from "#web/lib/storage.ts";
import { inTurns } from "#web/testing/in-turns.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { projectAnswers } from "#web/testing/projects.ts";
import { aProject } from "#web/testing/records.ts";
import { says } from "#web/testing/say.ts";

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
afterEach(async () => {
  await opened?.close();
  opened = undefined;
  remember(storageKeys.progressProject, null);
});

const tower = aProject({ id: 1, name: "Tower B", can: { view_visits: true, add_visit: true } });
const today = "2026-03-18";

const spot = (id: number, name: string, change: Partial<CoverageSpot> = {}): CoverageSpot => ({
  id,
  name,
  id_sheet: null,
  x: null,
  y: null,
  rhythm: null,
  is_on: true,
  state: "due",
  last_seen: "2026-03-11",
  due: today,
  overdue_days: 0,
  photo: null,
  skip: null,
  ...change,
});
const spots = [
  spot(1, "Hall", { state: "overdue", overdue_days: 3, due: "2026-03-12" }),
  spot(2, "Roof"),
  spot(3, "Stair", { state: "fresh", last_seen: today, due: "2026-03-25" }),
  spot(4, "Store", { state: "fresh", due: "2026-03-20" }),
];
const state = (change: Partial<Coverage> = {}): Coverage => ({
  day: today,
  today,
  plan: {
    is_on: true,
    rhythm: { kind: "days", days: 7 },
    weekend: [5, 6],
    pauses: [],
    time_zone: "Asia/Riyadh",
    alert_days: 2,
    version: 3,
  },
  is_working_day: true,
  pause: null,
  counts: { spots: 4, fresh: 2, due: 1, overdue: 1, done: 1, skipped: 0 },
  last_seen: today,
  first_photo: "2026-01-10",
  spots,
  can: { edit: true, skip: true, add_photo: true },
  ...change,
});

const answers = (coverage: Partial<Coverage> = {}, more: Answers = {}): Answers => ({
  ...projectAnswers([tower]),
  "GET /api/projects/{id}/coverage": () => ok(state(coverage)),
  "GET /api/maps": () => ok([]),
  ...more,
});
const open = async (language: Language, given: Answers = answers()) => {
  opened = await openScreen("/coverage/1", language, given);
  return opened;
};

describe.each(["en", "ar"] as const)("photo coverage (%s)", (language) => {
  const it = inTurns(language);
  const say = says(language);
  const checklist = () => screen.findByRole("list", { name: say("coverage.checklist.title") });

  it("lists what is due today, and what was photographed", async () => {
    await open(language);
    const names = within(await checklist())
      .getAllByRole("listitem")
      .map((item) => item.textContent);
    expect(names).toHaveLength(2);
    expect(names.join()).toContain("Hall");
    expect(names.join()).toContain(say("coverage.overdue_by", { count: 3 }));
    const done = screen.getByRole("region", { name: say("coverage.checklist.done_title") });
    expect(done.textContent).toContain("Stair");
    expect(screen.getByText(say("coverage.checklist.progress", { done: 1, total: 3 }))).toBeTruthy();
  });

  it("skips a spot only with a reason", async () => {
    const { api, user } = await open(
      language,
      answers({}, { "POST /api/projects/{id}/coverage/spots/{spot}/skip": () => ok({}) }),
    );
    await user.click(
      await screen.findByRole("button", { name: say("coverage.checklist.skip_at", { name: "Hall" }) }),
    );
    const dialog = await screen.findByRole("dialog");
    await user.click(within(dialog).getByRole("button", { name: say("coverage.skip.confirm") }));
    expect(await within(dialog).findByText(say("coverage.reason_required"))).toBeTruthy();
    await user.type(within(dialog).getByRole("textbox"), "Scaffold");
    await user.click(within(dialog).getByRole("button", { name: say("coverage.skip.confirm") }));
    await waitFor(() =>
      expect(api.calls("POST /api/projects/{id}/coverage/spots/{spot}/skip").at(-1)?.body).toMatchObject({
        reason: "Scaffold",
      }),
    );
  });

  it("says why nothing counts as overdue in a pause", async () => {
    const pause = { from: "2026-03-17", to: "2026-03-20", reason: "Eid" };
    await open(language, answers({ pause, is_working_day: false }));
    expect(await screen.findByText(/Eid/)).toBeTruthy();
  });

  it("offers to add spots where there are none, to managers only", async () => {
    await open(language, answers({ spots: [], can: { edit: false, skip: true, add_photo: true } }));
    expect(await screen.findByText(say("coverage.none_text_reader"))).toBeTruthy();
    expect(screen.queryByRole("button", { name: say("coverage.add_all") })).toBeNull();
    await opened?.close();
    const { api, user } = await open(
      language,
      answers(
        { spots: [] },
        { "POST /api/projects/{id}/coverage/spots": () => ok({ added: 2, spots: [1, 2] }) },
      ),
    );
    await user.click(await screen.findByRole("button", { name: say("coverage.add_all") }));
    await waitFor(() =>
      expect(api.calls("POST /api/projects/{id}/coverage/spots").at(-1)?.body).toMatchObject({ all: true }),
    );
  });

  it("says that the plan was changed by someone else meanwhile", async () => {
    const { user } = await open(
      language,
      answers({}, { "PUT /api/projects/{id}/coverage": () => refuse(409, "CONFLICT", "Changed meanwhile.") }),
    );
    await user.click(await screen.findByRole("button", { name: say("coverage.edit_plan") }));
    const dialog = await screen.findByRole("dialog", { name: say("coverage.plan.title") });
    await user.click(within(dialog).getByRole("button", { name: say("coverage.plan.save") }));
    expect(await within(dialog).findByText(say("coverage.plan.conflict"))).toBeTruthy();
  });
});
