import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import type { CurrentUser } from "#contract/auth.ts";
import type { Dashboard } from "#contract/dashboard.ts";
import { noPlan } from "#contract/plans.limits.ts";
import { mayBegin } from "#test/people.ts";
import { type Answers, ok, refuse } from "#test/web/api-server.ts";
import { inTurns } from "#web/testing/in-turns.ts";
import { openScreen, person } from "#web/testing/open-screen.tsx";
import { aProject, aVisit } from "#web/testing/records.ts";

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
      { ...snag, due_date: day(-3), project_name: "Tower B" },
      { ...snag, id: 32, title: "Loose rail", due_date: null, project_name: "Tower B" },
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

const words = {
  en: {
    snags: "Open snags",
    overdue: "1 overdue",
    critical: "3 critical",
    late: "3 days late",
    noSnags: "No snag is open.",
    newSnag: "New Snag",
    changes: /^What changed/,
    sentence: /Survey Team.* added the visit .*Week 12/,
    none: /^Nothing new since you were here/,
    cameras: /^Cameras/,
    down: "No picture",
    up: "Answers",
    newCamera: "New Camera",
    watch: "Watch Crane walk live",
    visits: "Latest visits",
    projects: "Your projects",
    failed: "This part did not load.",
    retry: "Retry",
    plan: /^Your plan/,
    reached: "Projects: the limit is reached",
    changePlan: "Change plan",
    unpaid: /^Bills are unpaid/,
    bills: "Show the bills",
    first: "Your first site",
    newProject: "New Project",
    noVisit: "No visit yet",
  },
  ar: {
    snags: "الملاحظات المفتوحة",
    overdue: "واحدة متأخرة",
    critical: "3 حرجة",
    late: "متأخرة 3 أيام",
    noSnags: "لا ملاحظات مفتوحة.",
    newSnag: "ملاحظة جديدة",
    changes: /^ما الذي تغيّر/,
    sentence: /Survey Team.*: إضافة الزيارة .*Week 12/,
    none: /^لا جديد منذ كنت هنا/,
    cameras: /^الكاميرات/,
    down: "لا صورة",
    up: "تستجيب",
    newCamera: "كاميرا جديدة",
    watch: "شاهد Crane walk مباشرة",
    visits: "أحدث الزيارات",
    projects: "مشاريعك",
    failed: "لم يُحمَّل هذا الجزء.",
    retry: "إعادة المحاولة",
    plan: /^خطتك/,
    reached: "المشاريع: بلغت الحد",
    changePlan: "تغيير الخطة",
    unpaid: /^هناك فواتير غير مدفوعة/,
    bills: "إظهار الفواتير",
    first: "موقعك الأول",
    newProject: "مشروع جديد",
    noVisit: "لا زيارات بعد",
  },
} as const;

describe.each(["en", "ar"] as const)("the first screen in %s", (language) => {
  const it = inTurns(language);
  const text = words[language];
  const open = async (more: Answers = {}, whose: Partial<CurrentUser> = {}) => {
    opened = await openScreen("/dashboard", language, answers(more), { ...person, ...whose });
    return opened;
  };
  const part = async (name: string | RegExp) => screen.findByRole("region", { name });
  /** Once all is there: what stands in for a part while it loads is not the part. */
  const whole = async () => {
    await screen.findByText("Cracked tile");
    await screen.findByText(text.sentence);
    await screen.findByRole("link", { name: "Week 11" });
  };

  it("shows what is late first, and each figure leads to its list", async () => {
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

  it("tells what others did since, in sentences, and that it was seen", async () => {
    const { api } = await open();
    await whole();
    const changes = within(await part(text.changes));
    expect(await changes.findByText(text.sentence)).toBeTruthy();
    expect(changes.getByRole("link", { name: "Tower B" }).getAttribute("href")).toBe("/project/1");
    await waitFor(() => expect(api.calls("PUT /api/dashboard/seen")).toHaveLength(1));
    const until = String(api.calls("PUT /api/dashboard/seen")[0]?.body["until"]);
    expect(Date.parse(until)).toBeGreaterThanOrEqual(Date.parse(change.created_at));
  });

  it("shows cameras with their state in words, and what is live now", async () => {
    await open();
    await whole();
    const cameras = within(await part(text.cameras));
    const gate = await cameras.findByRole("link", { name: /Gate/ });
    expect(gate.getAttribute("href")).toBe("/cameras/5");
    expect(within(gate).getByText(text.down)).toBeTruthy();
    expect(within(cameras.getByRole("link", { name: /Yard/ })).getByText(text.up)).toBeTruthy();
    expect(screen.getByRole("link", { name: text.watch }).getAttribute("href")).toBe("/live/crane12345");
  });

  it("shows every other part when one does not load, and tries that one again", async () => {
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

  it("says what to do where nothing is yet, to who may do it", async () => {
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

  it("begins with the first project for who has none", async () => {
    await open({ "GET /api/projects/recent": () => ok([]) });
    expect(await screen.findByText(text.first)).toBeTruthy();
    expect(screen.getByRole("button", { name: text.newProject })).toBeTruthy();
    expect(screen.queryByText("Cracked tile")).toBeNull();
  });

  it("shows what of the plan is used, what is owed, and nothing of either to who has no plan", async () => {
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

describe("the first screen", () => {
  it("does not tell that the demo account has seen anything: everybody has the same", async () => {
    opened = await openScreen("/dashboard", "en", answers(), { ...person, is_demo: true, can: mayBegin() });
    await screen.findByText(words.en.sentence);
    await screen.findByText("Cracked tile");
    expect(opened.api.calls("PUT /api/dashboard/seen")).toHaveLength(0);
  });
});
