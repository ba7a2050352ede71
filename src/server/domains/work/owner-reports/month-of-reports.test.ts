import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ReportPeriod } from "#contract/owner-reports.limits.ts";
import { settingDefaults } from "#contract/settings.ts";
import { newCode } from "#server/platform/code.ts";
import type { Mail } from "#server/platform/mail/mail.ts";
import { addDays, siteTime } from "#server/platform/site-time.ts";
import { type TestApp, testApp } from "#test/app.ts";
import { everyCase } from "#test/every-case.ts";
import { createMailing } from "./mailing.ts";
import { createRuns } from "./runs.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ environment: { ROLE: "web" } });
});
afterAll(() => app.close());

const db = () => app.database.db;

/** Reproducible random numbers (mulberry32). */
function randomFrom(seed: number) {
  let state = seed;
  return (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const HOUR = 3_600_000;

interface Site {
  readonly id: number;
  readonly zone: string;
  readonly period: ReportPeriod;
  readonly weekday: number;
  readonly month_day: number;
  readonly hour: number;
}

async function insertSite(
  { zone, ...schedule }: Omit<Site, "id">,
  since: Date,
  recipients: readonly string[],
): Promise<Site> {
  const { id } = await db()
    .insertInto("projects")
    .values({
      code: newCode(),
      name: `Site ${newCode(4)}`,
      description: "",
      status: "Under_Construction",
      location: "",
      latitude: null,
      longitude: null,
      year: 2026,
      num_buildings: 1,
      num_floors: 1,
      area: 0,
      deleted_at: null,
      id_type: null,
      cover: null,
      id_deleter: null,
      time_zone: zone,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db()
    .insertInto("owner_reports")
    .values({ id_project: id, is_on: true, sections: ["changes", "snags"], since, ...schedule })
    .execute();
  for (const email of recipients)
    await db()
      .insertInto("owner_report_recipients")
      .values({ id_project: id, id_user: null, email, name: "Client", unsubscribed_at: null })
      .execute();
  return { id, zone, ...schedule };
}

/** The periods of which a report is due in a span of time, found by walking through it hour by hour. */
function expectedPeriods(site: Site, from: Date, to: Date): string[] {
  const found: string[] = [];
  // Reports that were due earlier on the first day are not sent.
  const first = siteTime(from, site.zone);
  let lastDay = Number(first.hour) >= site.hour ? `${first.year}-${first.month}-${first.day}` : "";
  for (let time = from.getTime(); time <= to.getTime(); time += HOUR) {
    const { year, month, day, hour, weekday } = siteTime(new Date(time), site.zone);
    const today = `${year}-${month}-${day}`;
    const isLastOfMonth = addDays(today, 1).slice(8) === "01";
    const isDay =
      site.period === "weekly"
        ? weekday === site.weekday
        : Number(day) === site.month_day || (isLastOfMonth && Number(day) < site.month_day);
    // In spring the clock skips an hour, in autumn it shows one twice.
    if (!isDay || Number(hour) < site.hour || lastDay === today) continue;
    lastDay = today;
    const begin = `${today.slice(0, 8)}01`;
    found.push(
      site.period === "weekly"
        ? `${addDays(today, -7)}..${addDays(today, -1)}`
        : `${addDays(begin, -1).slice(0, 8)}01..${addDays(begin, -1)}`,
    );
  }
  return found;
}

/**
 * The queue of jobs as the product sees it: a job exists once its transaction has committed, runs until it succeeds, and
 * possibly twice. A process may be killed whenever it sends one.
 */
function createQueue(random: () => number) {
  const jobs: { name: string; data: { run?: number; delivery?: number } }[] = [];
  let pending: typeof jobs = [];
  return {
    jobs,
    send: async (_trx: unknown, job: { readonly name: string }, data: object) => {
      if (random() < 0.15) throw new Error("killed");
      pending.push({ name: job.name, data });
      return "job";
    },
    /** Runs one step of a process: its jobs are kept when it succeeds and lost with its transaction otherwise. */
    async step(work: () => Promise<unknown>): Promise<boolean> {
      pending = [];
      const isDone = await work().then(
        () => true,
        (error: unknown) => {
          if (!/killed|busy|serialize/.test(String(error))) throw error;
          return false;
        },
      );
      // A job may also have been sent by a transaction that committed before the process was killed: all steps find
      // their work by the state of the rows, and a job without work does nothing.
      jobs.push(...pending);
      return isDone;
    },
  };
}

async function simulate(begin: Date, days: number, seed: number, sites: readonly Site[]) {
  const random = randomFrom(seed);
  const queue = createQueue(random);
  let now = begin;
  const clock = { now: () => now };
  const settings = { get: () => ({ ...settingDefaults, smtp_host: "mail.example.org" }) };
  const sent: Mail[] = [];
  const process = () => ({
    runs: createRuns({
      db: db(),
      clock,
      jobs: { send: queue.send },
      settings,
      counterpartsIn: () => ({
        counterpartsOf: async () => new Map(),
        counterpartsBetween: async () => new Map(),
        counterpartsAt: async () => new Map(),
        likelyFor: async () => new Map(),
      }),
    }),
    mailing: createMailing({
      db: db(),
      clock,
      hasMail: () => true,
      mailer: {
        attempt: async (mail) => {
          if (random() < 0.2) throw new Error("busy");
          sent.push(mail);
          return null;
        },
      },
    }),
  });
  let running = process();
  let downUntil = begin;
  for (let step = 0; step <= days * 12; step += 1) {
    now = new Date(begin.getTime() + step * 2 * HOUR);
    if (random() < 0.03) running = process();
    // Stopped for up to two days.
    if (random() < 0.01) downUntil = new Date(now.getTime() + random() * 48 * HOUR);
    if (now < downUntil && step < days * 12 - 30) continue;
    await queue.step(() => running.runs.schedule());
    for (const job of queue.jobs.splice(0)) {
      const work = () => {
        const { run, delivery } = job.data;
        if (run !== undefined) return running.runs.write({ run });
        return running.mailing.send({ delivery: delivery ?? 0 });
      };
      const isDone = await queue.step(work);
      if (!isDone) queue.jobs.push(job);
      else if (random() < 0.2) await queue.step(work);
    }
  }
  // Jobs that failed at the very end are retried.
  for (let turn = 0; turn < 50 && queue.jobs.length > 0; turn += 1)
    for (const job of queue.jobs.splice(0)) {
      const { run, delivery } = job.data;
      const isDone = await queue.step(() =>
        run === undefined ? running.mailing.send({ delivery: delivery ?? 0 }) : running.runs.write({ run }),
      );
      if (!isDone) queue.jobs.push(job);
    }
  return { sent, end: now, sites };
}

const cases = [
  // The clocks of Berlin go forward on 29 March, and those of New York did on 8 March.
  { name: "spring and the end of a month", begin: "2026-03-10T00:00:00Z" },
  // Berlin goes back on 25 October, New York on 1 November.
  { name: "autumn and the end of a month", begin: "2026-10-08T00:00:00Z" },
  { name: "the shortest month", begin: "2027-02-05T00:00:00Z" },
] as const;

describe("28 simulated days with processes that are killed", () => {
  it.each(everyCase ? cases : cases.slice(0, 2))(
    "send each report once to each recipient ($name)",
    async ({ begin, name }) => {
      const from = new Date(begin);
      const zones = ["Europe/Berlin", "America/New_York", "Asia/Riyadh", "Pacific/Apia"];
      const sites: Site[] = [];
      for (const [n, zone] of zones.entries()) {
        const own = (who: string) => `${who}-${n}-${newCode(6)}@example.org`.toLowerCase();
        sites.push(
          await insertSite(
            { zone, period: "weekly", weekday: n === 0 ? 0 : n, month_day: 1, hour: 2 },
            from,
            [own("client"), own("bank")],
          ),
          await insertSite(
            { zone, period: "monthly", weekday: 0, month_day: n % 2 === 0 ? 31 : 1, hour: 7 },
            from,
            [own("owner")],
          ),
        );
      }
      const { sent, end } = await simulate(from, 28, name.length, sites);
      const { rows } = await sql<{ id_project: number; period: string; copies: number; sent: number }>`
        select r.id_project, to_char(r.day_from, 'YYYY-MM-DD') || '..' || to_char(r.day_to, 'YYYY-MM-DD') as period,
          count(d.id)::int as copies, (count(d.id) filter (where d.state = 'sent'))::int as sent
        from owner_report_runs r left join owner_report_deliveries d on d.id_run = r.id
        where r.id_project = any (${sites.map(({ id }) => id)}::bigint[])
        group by r.id order by r.id_project, r.day_from`.execute(db());
      const found = rows.map(({ id_project, period }) => `${id_project} ${period}`);
      const expected = sites.flatMap((site) =>
        expectedPeriods(site, new Date(from.getTime() + 1), end).map((period) => `${site.id} ${period}`),
      );
      expect(found.toSorted()).toEqual(expected.toSorted());
      expect(found.length).toBeGreaterThan(16);
      expect(rows.filter((row) => row.copies !== row.sent || row.copies === 0)).toEqual([]);
      // One email per copy, and no other.
      expect(sent.length).toBe(rows.reduce((sum, row) => sum + row.copies, 0));
      const keys = sent.map(({ to, values }) => `${to} ${(values as { text: string }).text}`);
      expect(new Set(keys).size).toBe(keys.length);
      await db()
        .deleteFrom("projects")
        .where(
          "id",
          "in",
          sites.map(({ id }) => id),
        )
        .execute();
    },
  );
});
