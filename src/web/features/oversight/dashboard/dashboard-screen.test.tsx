import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import type { CurrentUser } from "#contract/auth.ts";
import type { Dashboard } from "#contract/dashboard.ts";
import type { Language } from "#contract/languages.ts";
import { noPlan } from "#contract/plans.limits.ts";
import { mayBegin } from "#test/people.ts";
import { soon } from "#test/soon.ts";
import { type Answers, ok, refuse } from "#test/web/api-server.ts";
import { dayOf } from "#web/lib/day.ts";
import { createFormatter } from "#web/lib/format.ts";
import { inTurns } from "#web/testing/in-turns.ts";
import { openScreen, person } from "#web/testing/open-screen.tsx";
import { aProject, aVisit } from "#web/testing/records.ts";
import { says } from "#web/testing/say.ts";

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
afterEach(async () => {
  await opened?.close();
  opened = undefined;
});

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
const day = (days: number) => {
  const date = new Date(Date.now() + days * 86_400_000);
  const pad = (value: number) => String(value).padStart(2, "0");
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
};

const nothing: Dashboard = {
  snags: { open: 0, overdue: 0, due_soon: 0, mine: 0, critical: 0, items: [] },
  cameras: { total: 0, up: 0, down: 0, items: [] },
  live: [],
  storage: { used: 0, free: null },
};
const snag = { id: 31, number: 12, title: "Cracked tile", status: "open", priority: "high", id_project: 1 };
const busy: Dashboard = {
  snags: {
    open: 9,
    overdue: 1,
    due_soon: 2,
    mine: 0,
    critical: 3,
    items: [
      // Late by the calendar of the project, which may be a day ahead of the reader's.
      { ...snag, due_date: day(-2), days_late: 3, project_name: "Tower B" },
      { ...snag, id: 32, title: "Loose rail", due_date: null, days_late: null, project_name: "Tower B" },
    ],
  },
  cameras: {
    total: 2,
    up: 1,
    down: 1,
    items: [
      { id: 5, name: "Gate", project_name: "Tower B", state: "down", last_seen_at: null, still: null },
      {
        id: 6,
        name: "Yard",
        project_name: "Tower B",
        state: "up",
        last_seen_at: hoursAgo(0),
        still: "/y.webp",
      },
    ],
  },
  live: [{ id: 8, code: "crane12345", name: "Crane walk", project_name: "Tower B" }],
  storage: { used: 3 * 1024 ** 3, free: null },
};
const surveyTeam = { id_user: 9, name: "Survey Team", code: "usr9999999", avatar: null };
const change = {
  id: 50,
  action: "visit.created",
  subject: { kind: "visit", id: 3, name: "Week 12" },
  changed: [],
  details: {},
  who: surveyTeam,
  created_at: hoursAgo(3),
  id_project: 1,
  project_name: "Tower B",
};

const answers = (more: Answers = {}): Answers => ({
  "GET /api/projects/recent": () =>
    ok([aProject({ can: { add_visit: true, add_snag: true, add_camera: true } })]),
  "GET /api/visits": () => ok({ items: [aVisit({ room_count: 2 })], total: 1, page: 1, per_page: 5 }),
  "GET /api/dashboard": () => ok(busy),
  "GET /api/dashboard/changes": () => ok({ since: hoursAgo(48), total: 1, items: [change] }),
  "PUT /api/dashboard/seen": () => ok({}),
  ...more,
});

const wordsIn = (language: Language) => {
  const t = says(language);
  const starting = (text: string) => new RegExp(`^${text}`);
  return {
    snags: t("dashboard.snags"),
    overdue: t("dashboard.overdue", { count: 1 }),
    critical: t("dashboard.critical", { count: 3 }),
    late: t("dashboard.days_late", { count: 3 }),
    noSnags: t("dashboard.no_snags"),
    newSnag: t("dashboard.new_snag"),
    changes: starting(t("dashboard.changes")),
    sentence: t("projects.cockpit.activity.does.visit.created", {
      who: "\u2068Survey Team\u2069",
      name: "\u2068Week 12\u2069",
    }),
    none: t("dashboard.changes_none", { ago: createFormatter(language).ago(hoursAgo(48)) }),
    cameras: starting(t("dashboard.cameras")),
    down: t("dashboard.camera_down"),
    up: t("dashboard.camera_up"),
    newCamera: t("dashboard.new_camera"),
    watch: t("dashboard.watch", { name: "Crane walk" }),
    visits: t("dashboard.latest_visits"),
    projects: t("dashboard.projects"),
    failed: t("dashboard.failed"),
    retry: t("common.retry"),
    summed: t("dashboard.storage_summed"),
    stored: t("dashboard.storage_used", { bytes: createFormatter(language).bytes(3 * 1024 ** 3) }),
    plan: starting(t("dashboard.plan")),
    reached: t("dashboard.quota_reached", { name: t("dashboard.quota_projects") }),
    changePlan: t("dashboard.change_plan"),
    unpaid: t("dashboard.unpaid", { date: createFormatter(language).date(dayOf("2026-12-24"), "long") }),
    bills: t("dashboard.show_bills"),
    first: t("dashboard.empty_title"),
    newProject: t("common.new_project"),
    noVisit: t("dashboard.no_visits_title"),
  };
};

describe.each(["en", "ar"] as const)("the dashboard in %s", (language) => {
  const it = inTurns(language);
  const text = wordsIn(language);
  const open = async (more: Answers = {}, whose: Partial<CurrentUser> = {}) => {
    opened = await openScreen("/dashboard", language, answers(more), { ...person, ...whose });
    return opened;
  };
  const part = async (name: string | RegExp) => screen.findByRole("region", { name });
  /** Waits for all parts: a placeholder of a part is not the part. */
  const whole = async () => {
    await screen.findByText("Cracked tile");
    await screen.findByText(text.sentence);
    await screen.findByRole("link", { name: "Week 11" });
  };

  it("shows overdue snags first, and each figure links to its list", async () => {
    await open();
    await whole();
    const snags = within(await part(new RegExp(`^${text.snags}`)));
    const overdue = await snags.findByRole("link", { name: text.overdue });
    expect(overdue.getAttribute("href")).toBe("/snags?overdue=1");
    expect(snags.getByRole("link", { name: text.critical }).getAttribute("href")).toMatch(
      /priority=critical/,
    );
    const [first = document.body] = snags.getAllByRole("listitem");
    const link = within(first).getByRole("link", { name: /Cracked tile/ });
    expect(link.getAttribute("href")).toBe("/snags/31?id_project=1");
    expect(within(first).getByText(text.late)).toBeTruthy();
  });

  it("shows others' changes since the last visit, in sentences, and reports them as seen", async () => {
    const { api } = await open();
    await whole();
    const changes = within(await part(text.changes));
    expect(await changes.findByText(text.sentence)).toBeTruthy();
    expect(changes.getByRole("link", { name: "Tower B" }).getAttribute("href")).toBe("/project/1");
    await waitFor(() => expect(api.calls("PUT /api/dashboard/seen")).toHaveLength(1));
    const until = String(api.calls("PUT /api/dashboard/seen")[0]?.body["until"]);
    expect(Date.parse(until)).toBeGreaterThanOrEqual(Date.parse(change.created_at));
  });

  it("shows cameras with their status as text, and current live channels", async () => {
    await open();
    await whole();
    const cameras = within(await part(text.cameras));
    const gate = await cameras.findByRole("link", { name: /Gate/ });
    expect(gate.getAttribute("href")).toBe("/cameras/5");
    expect(within(gate).getByText(text.down)).toBeTruthy();
    expect(within(cameras.getByRole("link", { name: /Yard/ })).getByText(text.up)).toBeTruthy();
    expect(screen.getByRole("link", { name: text.watch }).getAttribute("href")).toBe("/live/crane12345");
  });

  it("shows every other part when one does not load, and retries that one", async () => {
    let isDown = true;
    const { user } = await open({
      "GET /api/dashboard": () =>
        isDown ? refuse(503, "UNAVAILABLE", "The service is temporarily unavailable.") : ok(busy),
    });
    const snags = await part(text.snags);
    expect(await within(snags).findByText(text.failed)).toBeTruthy();
    expect(await within(await part(text.visits)).findByRole("link", { name: "Week 11" })).toBeTruthy();
    expect(await within(await part(text.projects)).findByRole("link", { name: /Tower B/ })).toBeTruthy();
    isDown = false;
    await user.click(within(snags).getByRole("button", { name: text.retry }));
    expect(await screen.findByText("Cracked tile")).toBeTruthy();
  });

  it("explains the first steps where there is no data, to users who may take them", async () => {
    const empty: Answers = {
      "GET /api/dashboard": () => ok(nothing),
      "GET /api/dashboard/changes": () => ok({ since: hoursAgo(48), total: 0, items: [] }),
      "GET /api/visits": () => ok({ items: [], total: 0, page: 1, per_page: 5 }),
    };
    await open(empty);
    expect(await screen.findByText(text.noSnags)).toBeTruthy();
    expect(await screen.findByRole("button", { name: text.newSnag })).toBeTruthy();
    expect(await screen.findByRole("button", { name: text.newCamera })).toBeTruthy();
    expect(await screen.findByText(text.none)).toBeTruthy();
    expect(await screen.findByText(text.noVisit)).toBeTruthy();
    await opened?.close();
    await open({ ...empty, "GET /api/projects/recent": () => ok([aProject({ can: {} })]) });
    expect(await screen.findByText(text.noSnags)).toBeTruthy();
    expect(await screen.findByRole("link", { name: /Tower B/ })).toBeTruthy();
    expect(screen.queryByRole("button", { name: text.newSnag })).toBeNull();
    expect(screen.queryByRole("button", { name: text.newCamera })).toBeNull();
    expect(screen.queryByRole("region", { name: text.cameras })).toBeNull();
  });

  it("begins with the first project for a user without projects", async () => {
    await open({ "GET /api/projects/recent": () => ok([]) });
    expect(await screen.findByText(text.first)).toBeTruthy();
    expect(screen.getByRole("button", { name: text.newProject })).toBeTruthy();
    expect(screen.queryByText("Cracked tile")).toBeNull();
  });

  it("says that an owner's storage is being calculated, and shows it once it is", async () => {
    let used: number | null = null;
    await open({ "GET /api/dashboard": () => ok({ ...busy, storage: { used, free: null } }) });
    expect(await screen.findByText(text.summed)).toBeTruthy();
    used = 3 * 1024 ** 3;
    await soon(() => expect(screen.queryByText(text.stored)).toBeTruthy());
    expect(screen.queryByText(text.summed)).toBeNull();
  });

  it("shows the plan's usage and what is owed, and neither to a user without a plan", async () => {
    await open(
      {},
      {
        plan_info: { ...noPlan, id_plan: 2, name: "Site team", n_projects: 3, n_virtual_tours: 40 },
        user_stats: { ...person.user_stats, count_projects: 3, count_virtual_tours: 12 },
        unpaid: { paymentDeadline: "2026-12-24", isReadOnly: false },
      },
    );
    const plan = within(await part(text.plan));
    expect(plan.getByText(text.reached)).toBeTruthy();
    expect(plan.getAllByRole("listitem")).toHaveLength(2);
    expect(plan.getByText(/^12/)).toBeTruthy();
    expect(plan.getByRole("link", { name: text.changePlan }).getAttribute("href")).toBe("/changeplan");
    expect(screen.getByText(text.unpaid)).toBeTruthy();
    expect(screen.getByRole("link", { name: text.bills }).getAttribute("href")).toBe("/profile?tab=billing");
    await opened?.close();
    await open();
    await screen.findByText("Cracked tile");
    expect(screen.queryByRole("region", { name: text.plan })).toBeNull();
    expect(screen.queryByText(text.unpaid)).toBeNull();
  });
});

describe("the dashboard", () => {
  it("does not report anything as seen for the demo account, which is shared", async () => {
    opened = await openScreen("/dashboard", "en", answers(), { ...person, is_demo: true, can: mayBegin() });
    await screen.findByText(wordsIn("en").sentence);
    await screen.findByText("Cracked tile");
    expect(opened.api.calls("PUT /api/dashboard/seen")).toHaveLength(0);
  });
});
