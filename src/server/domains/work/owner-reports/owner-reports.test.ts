import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { reportSections } from "#contract/owner-reports.limits.ts";
import { settingDefaults } from "#contract/settings.ts";
import { type Person, person } from "#server/domains/installation/notifications/news.fixture.ts";
import { type TestApp, testApp } from "#test/app.ts";
import { siteDates } from "#test/site-dates.ts";
import { setUpMail, type TestSmtp, testSmtp } from "#test/smtp.ts";
import { soon } from "#test/soon.ts";
import type { Frozen } from "./frozen.ts";
import { createMailing } from "./mailing.ts";
import { createRuns } from "./runs.ts";

let app: TestApp;
let smtp: TestSmtp;
let owner: Person;
let viewer: Person;
let trade: Person;
let project: number;
beforeAll(async () => {
  app = await testApp({ environment: { PUBLIC_URL: "https://site.example.org" } });
  smtp = await testSmtp();
  await setUpMail(app, smtp);
  owner = await person(app, { role: "administrator" });
  viewer = await person(app);
  trade = await person(app);
  const made = await owner.client.call("POST /api/projects", {
    body: { name: "Palm Court", location: "Riyadh", time_zone: "Asia/Riyadh" },
  });
  project = made.id;
  await app.join(project, viewer, "viewer");
  await app.join(project, trade, "trade");
  const { id: id_visit } = await owner.client.call("POST /api/visits", {
    body: {
      id_project: project,
      name: "Second walk",
      visit_date: new Date(Date.now() - 3_600_000).toISOString(),
    },
  });
  await owner.client.call("POST /api/annotations", {
    body: { id_visit, title: "Cracked tile", trade: "Tiling" },
  });
}, 120_000);
afterAll(async () => {
  await app.close();
  await smtp.close();
});

const db = () => app.database.db;
const at = () => ({ params: { id: project } });
const client = { email: "client@example.org", name: "Client", language: "ar" as const };

const setRecipients = (...recipients: ({ id_user: number } | typeof client)[]) =>
  owner.client.call("PUT /api/projects/{id}/owner-report", { ...at(), body: { recipients } });

/** Sends the report by hand, and waits until all its copies are settled. */
async function send() {
  // The limit of a day is tested by itself.
  await db().deleteFrom("attempts").execute();
  const { id } = await owner.client.call("POST /api/projects/{id}/owner-report/runs", at());
  return soon(async () => {
    const { items } = await owner.client.call("GET /api/projects/{id}/owner-report/runs", at());
    const run = items.find((one) => one.id === id);
    expect(run?.state).toBe("sent");
    expect(run?.deliveries?.filter(({ state }) => state === "waiting")).toEqual([]);
    return run;
  });
}

/** Limits are a thousand times as high in tests: what was counted counts as often. */
const countAsInProduct = () => sql`update attempts set count = count * 1000`.execute(db());

const codeOf = (text: string) => /\/report\/([A-Za-z0-9]+)/.exec(text)?.[1] ?? "";
const page = (path: string, init: RequestInit = {}) =>
  fetch(`${app.origin}${path}`, { redirect: "manual", ...init });
const form = (path: string, fields: Record<string, string>) =>
  page(path, { method: "POST", body: new URLSearchParams(fields) });

describe("the settings of a report", () => {
  it("are switched off at first, and belong to those who edit the project", async () => {
    const first = await owner.client.call("GET /api/projects/{id}/owner-report", at());
    expect(first).toMatchObject({ is_on: false, period: "weekly", time_zone: "Asia/Riyadh", next_at: null });
    expect(first.recipients).toEqual([]);
    const { code } = await viewer.client.refused("GET /api/projects/{id}/owner-report", at());
    expect(code).toBe("PROJECT_EDIT_DENIED");
    const stranger = await person(app);
    const foreign = await stranger.client.refused("GET /api/projects/{id}/owner-report", at());
    expect(foreign.code).toBe("NOT_FOUND");
  });

  it("say when the next report is sent, in the project's time zone", async () => {
    const saved = await owner.client.call("PUT /api/projects/{id}/owner-report", {
      ...at(),
      body: { is_on: true, period: "weekly", weekday: 0, hour: 7 },
    });
    const next = new Date(saved.next_at ?? 0);
    expect(next.getTime()).toBeGreaterThan(Date.now());
    // 07:00 in Riyadh.
    expect([next.getUTCDay(), next.getUTCHours()]).toEqual([0, 4]);
    const off = await owner.client.call("PUT /api/projects/{id}/owner-report", {
      ...at(),
      body: { is_on: false },
    });
    expect(off.next_at).toBeNull();
  });

  it("refuse an unknown address, a stranger, a recipient named twice, and an outdated version", async () => {
    const put = (body: object) =>
      owner.client.refused("PUT /api/projects/{id}/owner-report", { ...at(), body });
    expect(await put({ recipients: [{ ...client, email: "client@" }] })).toMatchObject({
      code: "VALIDATION",
    });
    expect((await put({ recipients: [{ id_user: (await app.user()).id }] })).errors).toEqual({
      "recipients.0": ["owner_reports.not_member"],
    });
    expect((await put({ recipients: [client, { ...client, email: "Client@example.org" }] })).errors).toEqual({
      "recipients.1": ["owner_reports.recipient_twice"],
    });
    expect((await put({ sections: [] })).errors).toEqual({ sections: ["owner_reports.sections_empty"] });
    expect((await put({ version: 0, hour: 3 })).code).toBe("CONFLICT");
    expect((await put({ views: [{ id_room: 999_999, yaw: 0, pitch: 0 }] })).errors).toEqual({
      views: ["owner_reports.view_unknown"],
    });
  });
});

describe("a manager who may not see visits", () => {
  it("fixes no view of a room, and learns neither its name nor the code of its visit", async () => {
    const editor = await person(app);
    await app.join(project, editor, "manager");
    const site = siteDates(db(), project);
    const visit = await site.visit();
    const [first, second] = [
      await site.room(visit.id, { name: "Vault" }),
      await site.room(visit.id, { name: "Safe" }),
    ];
    const view = (id_room: number) => ({ id_room, yaw: 0, pitch: 0, fov: 70 });
    await owner.client.call("PUT /api/projects/{id}/owner-report", {
      ...at(),
      body: { views: [view(first)] },
    });
    await db()
      .updateTable("project_members")
      .set({ withheld: ["visits.view"] })
      .where("id_user", "=", editor.id)
      .execute();
    const { views } = await editor.client.call("GET /api/projects/{id}/owner-report", at());
    expect(views).toMatchObject([{ id_room: first, name: "", visit_code: "" }]);
    const put = (body: object) => editor.client.raw("PUT /api/projects/{id}/owner-report", { ...at(), body });
    expect((await put({ views: [view(first)], hour: 8 })).status).toBe(200);
    expect((await put({ views: [view(first), view(second)] })).status).toBe(422);
    const own = { ...client, email: "own@example.org" };
    const { errors } = await editor.client.refused("PUT /api/projects/{id}/owner-report", {
      ...at(),
      body: { recipients: [{ id_user: editor.id }, own] },
    });
    expect(errors).toEqual({ "recipients.1": ["owner_reports.recipient_denied"] });
    const seen = { sections: ["changes", "snags"], recipients: [own] };
    expect((await put(seen)).status).toBe(200);
    const restored = await owner.client.call("PUT /api/projects/{id}/owner-report", {
      ...at(),
      body: { views: [], sections: [...reportSections], recipients: [] },
    });
    expect(restored.sections).toEqual(reportSections);
  });
});

describe("a report", () => {
  it("reaches a member and a person without an account, each in their language, with a way to stop it", async () => {
    await setRecipients({ id_user: viewer.id }, client);
    const run = await send();
    expect(run?.deliveries).toMatchObject([
      { state: "sent", is_member: true, link: "none" },
      { state: "sent", is_member: false, link: "open", email: client.email, language: "ar" },
    ]);
    const toMember = await smtp.next(`${viewer.name}@example.org`);
    expect(toMember.link).toBe(`https://site.example.org/owner-report/${project}/${run?.id}`);
    const toClient = await smtp.next(client.email);
    expect(toClient.mail.subject).toContain("Palm Court: تقرير");
    expect(toClient.raw).toMatch(/^Content-Language: ar/m);
    const code = codeOf(toClient.mail.text ?? "");
    const headers = new Map(toClient.mail.headers.map(({ key, value }) => [key, value]));
    expect(headers.get("list-unsubscribe")).toBe(`<https://site.example.org/report/${code}/unsubscribe>`);
    expect(headers.get("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
    expect(toClient.mail.html).toContain("<table");
    expect(toClient.mail.text).toContain("سُجّلت ملاحظة واحدة");
  });

  it("opens by its link without an account; opening, however often, changes nothing until the page was seen", async () => {
    await setRecipients(client);
    const run = await send();
    const code = codeOf((await smtp.next(client.email)).mail.text ?? "");
    for (let n = 0; n < 5; n += 1) {
      await page(`/report/${code}`, { method: "HEAD" });
      expect((await page(`/report/${code}`)).status).toBe(200);
    }
    const html = await (await page(`/report/${code}?lang=en`)).text();
    expect(html).toContain("Project report – Palm Court");
    expect(html).toContain('lang="en"');
    expect(await (await page(`/report/${code}`)).text()).toContain('dir="rtl"');
    const views = async () => {
      const { items } = await owner.client.call("GET /api/projects/{id}/owner-report/runs", at());
      return items.find(({ id }) => id === run?.id)?.deliveries?.[0]?.views;
    };
    expect(await views()).toBe(0);
    const seen = () => page(`/report/${code}/seen`, { method: "POST" });
    // At the same moment: ten seconds may pass between two of them on a busy machine.
    expect((await Promise.all([seen(), seen()])).map(({ status }) => status)).toEqual([204, 204]);
    expect(await views()).toBe(1);
    const shown = await app.guest().call("GET /api/owner-reports/{code}", { params: { code } });
    expect(shown).toMatchObject({
      id: run?.id,
      recipient: { name: "Client", is_subscribed: true },
      can: { ask: true },
    });
    expect(shown.figures.snags?.opened).toBe(1);
    const { url } = app.guest().address("GET /api/owner-reports/{code}/pdf", { params: { code } });
    const pdf = await fetch(url);
    expect([pdf.status, pdf.headers.get("content-type")]).toEqual([200, "application/pdf"]);
    expect((await pdf.arrayBuffer()).byteLength).toBeLessThan(3 * 1024 * 1024);
  });

  it("takes a question of its reader to the owner's inbox, five a day", async () => {
    await setRecipients(client);
    await send();
    const code = codeOf((await smtp.next(client.email)).mail.text ?? "");
    const answer = await form(`/report/${code}/question`, { text: "When will the stair be finished?" });
    expect([answer.status, answer.headers.get("location")]).toEqual([
      303,
      `/report/${code}?lang=en&asked=sent#question`,
    ]);
    const { items } = await owner.client.call("GET /api/messages/conversations", {});
    expect(items[0]?.last.content).toContain("When will the stair be finished?");
    expect(items[0]?.last.content).toContain("Client (client@example.org)");
    expect((await form(`/report/${code}/question`, { text: " " })).headers.get("location")).toContain(
      "asked=empty",
    );
    const ask = () =>
      app
        .guest()
        .raw("POST /api/owner-reports/{code}/questions", { params: { code }, body: { text: "And?" } });
    for (let n = 0; n < 4; n += 1) expect((await ask()).status).toBe(201);
    await countAsInProduct();
    expect((await ask()).status).toBe(429);
    expect((await form(`/report/${code}/question`, { text: "And?" })).headers.get("location")).toContain(
      "asked=limit",
    );
  });

  it("takes no question from the demo account, on its page as by the call", async () => {
    await setRecipients(client);
    await send();
    const code = codeOf((await smtp.next(client.email)).mail.text ?? "");
    const demo = await app.as(await app.user({ isDemo: true }));
    const headers = { cookie: demo.cookie() };
    const shown = await (await page(`/report/${code}`, { headers })).text();
    expect(shown).not.toContain(`/report/${code}/question`);
    const body = new URLSearchParams({ text: "Hello?" });
    const asked = await page(`/report/${code}/question`, { method: "POST", body, headers });
    expect(asked.status).toBe(403);
    const { rows } =
      await sql`select from owner_report_deliveries where code = ${code} and questions > 0`.execute(db());
    expect(rows).toEqual([]);
  });

  it("is stopped by the post of a mail program, once, and not by opening the address", async () => {
    await setRecipients({ ...client, email: "stops@example.org" });
    await send();
    const code = codeOf((await smtp.next("stops@example.org")).mail.text ?? "");
    expect((await page(`/report/${code}/unsubscribe`)).status).toBe(200);
    const before = await owner.client.call("GET /api/projects/{id}/owner-report", at());
    expect(before.recipients[0]?.unsubscribed_at).toBeNull();
    for (let n = 0; n < 2; n += 1)
      expect((await form(`/report/${code}/unsubscribe`, { "List-Unsubscribe": "One-Click" })).status).toBe(
        200,
      );
    const after = await owner.client.call("GET /api/projects/{id}/owner-report", at());
    expect(after.recipients[0]?.unsubscribed_at).not.toBeNull();
    const run = await send();
    expect(run?.deliveries).toMatchObject([{ state: "unsubscribed", link: "open" }]);
    const { rows } = await sql`select from activity where action = 'owner_report.unsubscribed'`.execute(db());
    expect(rows).toHaveLength(1);
  });

  it("is not available once its link is revoked, and unknown codes are answered alike", async () => {
    await setRecipients(client);
    const run = await send();
    const code = codeOf((await smtp.next(client.email)).mail.text ?? "");
    const deliveries = run?.deliveries?.map(({ id }) => id) ?? [];
    const revoke = () =>
      owner.client.call("POST /api/projects/{id}/owner-report/revoke", { ...at(), body: { deliveries } });
    expect(await revoke()).toEqual({ revoked: 1 });
    expect(await revoke()).toEqual({ revoked: 0 });
    const answers = [await page(`/report/${code}`), await page("/report/nosuchcode22nosu")];
    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
    const [gone, unknown] = await Promise.all(answers.map((answer) => answer.text()));
    expect(gone?.replaceAll(code, "")).toBe(unknown?.replaceAll("nosuchcode22nosu", ""));
    expect((await form(`/report/${code}/question`, { text: "Hello?" })).status).toBe(404);
    expect((await app.guest().raw("GET /api/owner-reports/{code}", { params: { code } })).status).toBe(404);
  });

  it("shows at the recipient that an email was rejected", async () => {
    await setRecipients({ ...client, email: "nobody@example.org" });
    smtp.refuse("550 5.1.1 no such mailbox");
    const run = await send();
    expect(run?.deliveries).toMatchObject([
      { state: "failed", problem: expect.stringContaining("no such mailbox") },
    ]);
    const { recipients } = await owner.client.call("GET /api/projects/{id}/owner-report", at());
    expect(recipients[0]?.problem).toContain("no such mailbox");
  });

  it("that was rejected is sent again by one press, to the current address, and recorded", async () => {
    await setRecipients({ ...client, email: "retry@example.org" });
    smtp.refuse("550 5.1.1 no such mailbox");
    const run = await send();
    const [failed] = run?.deliveries ?? [];
    expect(failed).toMatchObject({ state: "failed", can: { retry: true } });
    const call = "POST /api/projects/{id}/owner-report/deliveries/{delivery}/retry";
    const params = { id: project, delivery: failed?.id ?? 0 };
    expect((await viewer.client.raw(call, { params })).status).toBe(403);
    const other = await owner.client.call("POST /api/projects", { body: { name: "Pier" } });
    expect((await owner.client.raw(call, { params: { ...params, id: other.id } })).status).toBe(404);
    expect(await owner.client.call(call, { params })).toMatchObject({
      state: "waiting",
      problem: "",
      can: { retry: false },
    });
    const { mail } = await smtp.next("retry@example.org");
    expect((await page(`/report/${codeOf(mail.text ?? "")}`)).status).toBe(200);
    await soon(async () => {
      const { items } = await owner.client.call("GET /api/projects/{id}/owner-report/runs", at());
      const copies = items.find(({ id }) => id === run?.id)?.deliveries;
      expect(copies).toMatchObject([{ state: "sent", problem: "", can: { retry: false } }]);
    });
    const { recipients } = await owner.client.call("GET /api/projects/{id}/owner-report", at());
    expect(recipients[0]?.problem).toBe("");
    expect((await owner.client.refused(call, { params })).code).toBe("REPORT_COPY_SETTLED");
    const { rows } = await sql`select details from activity where action = 'owner_report.retried'`.execute(
      db(),
    );
    expect(rows).toEqual([{ details: { person: "Client" } }]);
  });

  it("that was rejected is not sent again once its link is revoked or its recipient removed", async () => {
    const call = "POST /api/projects/{id}/owner-report/deliveries/{delivery}/retry";
    for (const end of ["revoked", "removed"]) {
      await setRecipients({ ...client, email: `${end}@example.org` });
      smtp.refuse("550 5.1.1 no such mailbox");
      const run = await send();
      const delivery = run?.deliveries?.[0]?.id ?? 0;
      await (end === "removed"
        ? setRecipients()
        : owner.client.call("POST /api/projects/{id}/owner-report/revoke", {
            ...at(),
            body: { deliveries: [delivery] },
          }));
      const refused = await owner.client.refused(call, { params: { id: project, delivery } });
      expect(refused.code).toBe("REPORT_COPY_SETTLED");
    }
  });

  it("hides from a member what they may not see, and its recipients from all but its managers", async () => {
    await setRecipients(client);
    const run = await send();
    const params = { id: project, run: run?.id ?? 0 };
    const seen = await viewer.client.call("GET /api/projects/{id}/owner-report/runs/{run}", { params });
    expect(seen.figures.snags?.opened).toBe(1);
    const less = await trade.client.call("GET /api/projects/{id}/owner-report/runs/{run}", { params });
    expect(less.figures.snags).toBeNull();
    expect(less.figures.diary).toBeNull();
    expect(less.sentences.join(" ")).not.toContain("snag");
    const list = await viewer.client.call("GET /api/projects/{id}/owner-report/runs", at());
    expect(list.can).toEqual({ manage: false });
    expect(list.items.every(({ deliveries }) => deliveries === null)).toBe(true);
    expect(list.items.length).toBeGreaterThan(0);
  });

  it("can be sent by hand five times a day", async () => {
    const other = await owner.client.call("POST /api/projects", { body: { name: "Quay" } });
    const params = { id: other.id };
    for (let n = 0; n < 5; n += 1)
      await owner.client.call("POST /api/projects/{id}/owner-report/runs", { params });
    await countAsInProduct();
    const { code } = await owner.client.refused("POST /api/projects/{id}/owner-report/runs", { params });
    expect(code).toBe("RATE_LIMITED");
  });
});

describe("between freezing and sending", () => {
  const clock = { now: () => new Date() };
  const settings = { get: () => ({ ...settingDefaults, smtp_host: "mail.example.org" }) };
  const nothing = async () => new Map<number, number>();
  const runsOf = (jobs: { delivery: number }[]) =>
    createRuns({
      db: db(),
      clock,
      settings,
      jobs: { send: async (_trx, _job, data) => String(jobs.push(data as never)) },
      counterpartsIn: () => ({
        counterpartsOf: nothing,
        counterpartsBetween: nothing,
        counterpartsAt: nothing,
        likelyFor: nothing,
      }),
    });
  const insertRun = (figures: Frozen | null = null) =>
    db()
      .insertInto("owner_report_runs")
      .values({
        id_project: project,
        period: "weekly",
        day_from: "2026-01-04",
        day_to: "2026-01-10",
        key: String(Math.random()),
        time_zone: "Asia/Riyadh",
        id_user: null,
        // Too new for the application's own look for runs that a process left, however long the test takes.
        created_at: new Date(Date.now() + 86_400_000),
        frozen_at: figures === null ? null : clock.now(),
        sent_at: null,
        ...(figures !== null && { figures: JSON.stringify(figures), state: "sent" as const }),
      })
      .returning("id")
      .executeTakeFirstOrThrow();

  it("a member who leaves gets nothing, and of two workers one hands the report out", async () => {
    const leaver = await person(app);
    await app.join(project, leaver, "viewer");
    await setRecipients({ id_user: leaver.id });
    const { id: run } = await insertRun();
    const jobs: { delivery: number }[] = [];
    const runs = runsOf(jobs);
    const outcomes = await Promise.allSettled([runs.write({ run }), runs.write({ run })]);
    // A worker that came second fails and finds nothing to do at its next attempt.
    for (const outcome of outcomes) if (outcome.status === "rejected") await runs.write({ run });
    expect(jobs).toHaveLength(1);
    await db().deleteFrom("project_members").where("id_user", "=", leaver.id).execute();
    const attempts: string[] = [];
    const mailing = createMailing({
      db: db(),
      clock,
      hasMail: () => true,
      mailer: { attempt: async (mail) => (attempts.push(mail.to), null) },
    });
    await mailing.send(jobs[0] ?? { delivery: 0 });
    expect(attempts).toEqual([]);
    const copies = await db()
      .selectFrom("owner_report_deliveries")
      .select("state")
      .where("id_run", "=", run)
      .execute();
    expect(copies).toEqual([{ state: "withdrawn" }]);
  });

  it("a project that is closed gets no report, and its earlier ones can no longer be opened", async () => {
    await setRecipients(client);
    await send();
    const code = codeOf((await smtp.next(client.email)).mail.text ?? "");
    const { id: run } = await insertRun();
    await owner.client.call("PUT /api/projects/deactivate/{id}", at());
    const jobs: { delivery: number }[] = [];
    await runsOf(jobs).write({ run });
    expect(jobs).toEqual([]);
    const row = await db()
      .selectFrom("owner_report_runs")
      .select("state")
      .where("id", "=", run)
      .executeTakeFirstOrThrow();
    expect(row.state).toBe("stopped");
    expect((await page(`/report/${code}`)).status).toBe(404);
    await owner.client.call("PUT /api/projects/activate/{id}", at());
    expect((await page(`/report/${code}`)).status).toBe(200);
  });

  it("a photo that is removed is named as removed, and the numbers stay", async () => {
    const site = siteDates(db(), project);
    const visit = await site.visit();
    const id_room = await site.room(visit.id, { name: "Stair" });
    const side = {
      day: "2026-01-04",
      visit: "Walk",
      visit_code: visit.code,
      id_room,
      yaw: 0,
      pitch: 0,
      fov: 70,
    };
    const figures = {
      visits: { visits: 3, rooms: 7, last: "Walk" },
      progress: null,
      snags: null,
      coverage: null,
      cameras: null,
      schedule: null,
      diary: null,
    };
    const { id: run } = await insertRun({
      project: { name: "Palm Court", location: "" },
      sections: ["changes", "pairs"],
      figures,
      pairs: [{ name: "Stair", floor: "", is_fixed: false, before: side, after: side }],
    });
    const read = () =>
      viewer.client.call("GET /api/projects/{id}/owner-report/runs/{run}", { params: { id: project, run } });
    const before = await read();
    expect(before.pairs[0]?.after).toMatchObject({
      link: `/viewer/${visit.code}/${id_room}?yaw=0&pitch=0&fov=70`,
      picture: expect.stringContaining(`id_room=${id_room}`),
    });
    await db().deleteFrom("rooms").where("id", "=", id_room).execute();
    const after = await read();
    expect(after.pairs[0]?.after).toMatchObject({ link: null, picture: null, day: "2026-01-04" });
    expect(after.figures.visits).toEqual(figures.visits);
  });
});
