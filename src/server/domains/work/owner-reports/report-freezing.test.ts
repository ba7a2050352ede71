import { describe, expect, it } from "vitest";
import { settingDefaults } from "#contract/settings.ts";
import { person } from "#server/domains/installation/notifications/news.fixture.ts";
import { siteDates } from "#test/site-dates.ts";
import type { Frozen } from "./frozen.ts";
import { createMailing } from "./mailing.ts";
import { client, codeOf, OwnerReportsWorld } from "./owner-reports.fixture.ts";
import { createRuns } from "./runs.ts";

const world = new OwnerReportsWorld();

describe("between freezing and sending", () => {
  const clock = { now: () => new Date() };
  const settings = { get: () => ({ ...settingDefaults, smtp_host: "mail.example.org" }) };
  const nothing = async () => new Map<number, number>();
  const runsOf = (jobs: { delivery: number }[]) =>
    createRuns({
      db: world.db(),
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
    world
      .db()
      .insertInto("owner_report_runs")
      .values({
        id_project: world.project,
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
    const leaver = await person(world.app);
    await world.app.join(world.project, leaver, "viewer");
    await world.setRecipients({ id_user: leaver.id });
    const { id: run } = await insertRun();
    const jobs: { delivery: number }[] = [];
    const runs = runsOf(jobs);
    const outcomes = await Promise.allSettled([runs.write({ run }), runs.write({ run })]);
    // A worker that came second fails and finds nothing to do at its next attempt.
    for (const outcome of outcomes) if (outcome.status === "rejected") await runs.write({ run });
    expect(jobs).toHaveLength(1);
    await world.db().deleteFrom("project_members").where("id_user", "=", leaver.id).execute();
    const attempts: string[] = [];
    const mailing = createMailing({
      db: world.db(),
      clock,
      hasMail: () => true,
      mailer: { attempt: async (mail) => (attempts.push(mail.to), null) },
    });
    await mailing.send(jobs[0] ?? { delivery: 0 });
    expect(attempts).toEqual([]);
    const copies = await world
      .db()
      .selectFrom("owner_report_deliveries")
      .select("state")
      .where("id_run", "=", run)
      .execute();
    expect(copies).toEqual([{ state: "withdrawn" }]);
  });

  it("a project that is closed gets no report, and its earlier ones can no longer be opened", async () => {
    await world.setRecipients(client);
    await world.send();
    const code = codeOf((await world.smtp.next(client.email)).mail.text ?? "");
    const { id: run } = await insertRun();
    await world.owner.client.call("PUT /api/projects/deactivate/{id}", world.at());
    const jobs: { delivery: number }[] = [];
    await runsOf(jobs).write({ run });
    expect(jobs).toEqual([]);
    const row = await world
      .db()
      .selectFrom("owner_report_runs")
      .select("state")
      .where("id", "=", run)
      .executeTakeFirstOrThrow();
    expect(row.state).toBe("stopped");
    expect((await world.page(`/report/${code}`)).status).toBe(404);
    await world.owner.client.call("PUT /api/projects/activate/{id}", world.at());
    expect((await world.page(`/report/${code}`)).status).toBe(200);
  });

  it("a photo that is removed is named as removed, and the numbers stay", async () => {
    const site = siteDates(world.db(), world.project);
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
      world.viewer.client.call("GET /api/projects/{id}/owner-report/runs/{run}", {
        params: { id: world.project, run },
      });
    const before = await read();
    expect(before.pairs[0]?.after).toMatchObject({
      link: `/viewer/${visit.code}/${id_room}?yaw=0&pitch=0&fov=70`,
      picture: expect.stringContaining(`id_room=${id_room}`),
    });
    await world.db().deleteFrom("rooms").where("id", "=", id_room).execute();
    const after = await read();
    expect(after.pairs[0]?.after).toMatchObject({ link: null, picture: null, day: "2026-01-04" });
    expect(after.figures.visits).toEqual(figures.visits);
  });
});
