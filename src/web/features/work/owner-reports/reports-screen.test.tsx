import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import type { Language } from "#contract/languages.ts";
import { reportSections } from "#contract/owner-reports.limits.ts";
import type { OwnerReport, OwnerReportSettings, ReportDelivery, ReportRun } from "#contract/owner-reports.ts";
import { type Answers, ok, refuse } from "#test/web/api-server.ts";
import { remember, storageKeys } from "#web/lib/storage.ts";
import { inTurns } from "#web/testing/in-turns.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { projectAnswers } from "#web/testing/projects.ts";
import { aProject } from "#web/testing/records.ts";
import { says } from "#web/testing/say.ts";
import { pauseBetween } from "./owner-reports.queries.ts";

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
afterEach(async () => {
  await opened?.close();
  opened = undefined;
  remember(storageKeys.progressProject, null);
});

const tower = aProject({ id: 1, name: "Tower B", can: { view_visits: true, edit: true, follow: true } });

const settings = (change: Partial<OwnerReportSettings> = {}): OwnerReportSettings => ({
  is_on: true,
  period: "weekly",
  weekday: 0,
  month_day: 1,
  hour: 7,
  sections: [...reportSections],
  views: [],
  recipients: [
    {
      id: 4,
      id_user: null,
      name: "Client",
      email: "client@example.org",
      language: "ar",
      unsubscribed_at: null,
      problem: "550 no such mailbox",
    },
  ],
  time_zone: "Asia/Riyadh",
  next_at: "2026-03-22T04:00:00Z",
  has_mail: true,
  version: 2,
  can: { edit: true },
  ...change,
});

const run: ReportRun = {
  id: 9,
  period: "weekly",
  from: "2026-03-08",
  to: "2026-03-14",
  state: "sent",
  is_empty: false,
  created_at: "2026-03-15T04:00:00Z",
  sent_at: "2026-03-15T04:00:10Z",
  deliveries: [
    {
      id: 31,
      name: "Client",
      email: "client@example.org",
      is_member: false,
      language: "ar",
      state: "sent",
      sent_at: "2026-03-15T04:00:12Z",
      problem: "",
      views: 3,
      viewed_at: "2026-03-15T06:00:00Z",
      link: "open",
      questions: 1,
      can: { retry: false },
    },
  ],
};

const report: OwnerReport = {
  id: null,
  period: "manual",
  from: "2026-03-15",
  to: "2026-03-18",
  time_zone: "Asia/Riyadh",
  frozen_at: "2026-03-18T09:00:00Z",
  project: { name: "Tower B", location: "" },
  language: "en",
  is_empty: false,
  sentences: ["2 visits were added, with 14 360 photos."],
  pairs: [
    {
      n: 1,
      name: "Stair",
      floor: "Ground floor",
      is_fixed: false,
      view: { id_room: 5, yaw: 20, pitch: 0, fov: 70 },
      before: { day: "2026-03-01", visit: "First", link: "/viewer/a/4", picture: null },
      after: { day: "2026-03-16", visit: "Second", link: "/viewer/b/5", picture: "/api/x" },
    },
  ],
  figures: {
    visits: { visits: 2, rooms: 14, last: "Second" },
    progress: null,
    snags: null,
    coverage: null,
    cameras: null,
    schedule: null,
    diary: null,
  },
  lines: [{ section: "snags", heading: "Snags", facts: [["Opened", "5"]] }],
};

const answers = (isManager: boolean, more: Answers = {}): Answers => ({
  ...projectAnswers([tower]),
  "GET /api/projects/{id}/owner-report": () => ok(settings()),
  "GET /api/projects/{id}/owner-report/runs": () =>
    ok({
      items: [isManager ? run : { ...run, deliveries: null }],
      total: 1,
      page: 1,
      per_page: 10,
      can: { manage: isManager },
    }),
  "GET /api/projects/{id}/owner-report/preview": () => ok(report),
  "GET /api/team-members": () => ok({ members: [], invitations: [], join_requests: [] }),
  ...more,
});
const open = async (language: Language, given: Answers, path = "/owner-report/1") => {
  opened = await openScreen(path, language, given);
  return opened;
};

test("reports are asked for again while one is written or sent, more slowly for emails, and not for ever", () => {
  const waiting = { ...run.deliveries?.[0], state: "waiting" } as ReportDelivery;
  const sending = { ...run, deliveries: [waiting] };
  expect(pauseBetween([run], 0)).toBe(false);
  expect(pauseBetween([{ ...run, state: "waiting" }], 0)).toBe(2000);
  expect(pauseBetween([sending], 0)).toBe(10_000);
  expect(pauseBetween([{ ...run, deliveries: [{ ...waiting, problem: "451 later" }] }], 0)).toBe(false);
  expect([run, sending].map((one) => pauseBetween([one], 601_000))).toEqual([false, false]);
});

describe.each(["en", "ar"] as const)("the project report (%s)", (language) => {
  const it = inTurns(language);
  const say = says(language);

  it("shows its recipients, a rejected email, and how often each link was viewed", async () => {
    await open(language, answers(true));
    expect(await screen.findByText(/550 no such mailbox/)).toBeTruthy();
    expect(await screen.findByText(new RegExp(say("owner_reports.screen.views", { count: 3 })))).toBeTruthy();
    expect(screen.getByRole("button", { name: say("owner_reports.screen.send_now") })).toBeTruthy();
  });

  it("shows members the reports alone", async () => {
    await open(language, answers(false));
    expect(await screen.findByRole("link", { name: say("owner_reports.screen.open") })).toBeTruthy();
    expect(screen.queryByRole("button", { name: say("owner_reports.screen.send_now") })).toBeNull();
    expect(screen.queryByText("Client")).toBeNull();
  });

  it("is sent after a confirmation, and explains the limit of a day", async () => {
    const route = "POST /api/projects/{id}/owner-report/runs";
    const { user, api } = await open(
      language,
      answers(true, { [route]: () => refuse(429, "RATE_LIMITED", "Too many requests.") }),
    );
    await user.click(await screen.findByRole("button", { name: say("owner_reports.screen.send_now") }));
    const dialog = await screen.findByRole("alertdialog");
    expect(within(dialog).getByText(say("owner_reports.screen.send_text", { count: 1 }))).toBeTruthy();
    await user.click(within(dialog).getByRole("button", { name: say("owner_reports.screen.send_now") }));
    expect(await within(dialog).findByText(say("owner_reports.screen.limit"))).toBeTruthy();
    expect(api.calls(route)).toHaveLength(1);
  });

  it("keeps a link until its end is confirmed", async () => {
    const route = "POST /api/projects/{id}/owner-report/revoke";
    const { user, api } = await open(language, answers(true, { [route]: () => ok({ revoked: 1 }) }));
    await user.click(await screen.findByRole("button", { name: say("owner_reports.screen.revoke") }));
    const dialog = await screen.findByRole("alertdialog");
    expect(api.calls(route)).toHaveLength(0);
    await user.click(within(dialog).getByRole("button", { name: say("owner_reports.screen.revoke") }));
    await waitFor(() => expect(api.calls(route).at(-1)?.body).toEqual({ deliveries: [31] }));
  });

  it("sends a rejected copy again by one press", async () => {
    const route = "POST /api/projects/{id}/owner-report/deliveries/{delivery}/retry";
    const failed = { ...run.deliveries?.[0], state: "failed", can: { retry: true } } as ReportDelivery;
    const runs = { items: [{ ...run, deliveries: [failed] }], total: 1, page: 1, per_page: 10 };
    const { user, api } = await open(
      language,
      answers(true, {
        "GET /api/projects/{id}/owner-report/runs": () => ok({ ...runs, can: { manage: true } }),
        [route]: () => ok({ ...failed, state: "waiting", can: { retry: false } }),
      }),
    );
    await user.click(await screen.findByRole("button", { name: say("owner_reports.screen.retry") }));
    await waitFor(() => expect(api.calls(route)).toHaveLength(1));
    expect(await screen.findByText(say("owner_reports.screen.retrying"))).toBeTruthy();
  });

  it("saves a new recipient without an account, and drops a line without an address", async () => {
    const route = "PUT /api/projects/{id}/owner-report";
    const { user, api } = await open(language, answers(true, { [route]: () => ok(settings()) }));
    await user.click(await screen.findByRole("button", { name: say("owner_reports.screen.edit") }));
    const dialog = await screen.findByRole("dialog");
    const add = within(dialog).getByRole("button", { name: say("owner_reports.screen.form.add_person") });
    await user.click(add);
    await user.click(add);
    const [, second] = within(dialog).getAllByRole("textbox", {
      name: new RegExp(say("owner_reports.screen.form.email")),
    });
    if (second === undefined) throw new Error("There is no second field.");
    await user.type(second, "bank@example.org");
    await user.click(within(dialog).getByRole("button", { name: say("owner_reports.screen.save") }));
    await waitFor(() => expect(api.calls(route)).toHaveLength(1));
    expect(api.calls(route)[0]?.body).toMatchObject({
      version: 2,
      recipients: [
        { email: "client@example.org", name: "Client", language: "ar" },
        { email: "bank@example.org", name: "", language },
      ],
    });
  });

  it("shows in the preview what would be sent, and keeps a view in every report", async () => {
    const route = "PUT /api/projects/{id}/owner-report";
    const { user, api } = await open(
      language,
      answers(true, { [route]: () => ok(settings()) }),
      "/owner-report/1/preview",
    );
    expect(await screen.findByText("2 visits were added, with 14 360 photos.")).toBeTruthy();
    await user.click(await screen.findByRole("button", { name: say("owner_reports.screen.fix") }));
    await waitFor(() =>
      expect(api.calls(route).at(-1)?.body).toEqual({
        views: [{ id_room: 5, yaw: 20, pitch: 0, fov: 70 }],
        version: 2,
      }),
    );
  });
});
