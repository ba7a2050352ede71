import { sql } from "kysely";
import { reportLimits as limits } from "#contract/owner-reports.limits.ts";
import type { SettingValues } from "#contract/settings.ts";
import type { Counterparts } from "#server/domains/media/tour/bindings-counterparts.ts";
import { recordActivity } from "#server/platform/activity.ts";
import type { Clock } from "#server/platform/clock.ts";
import { newCode } from "#server/platform/code.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import { addDays, dayAt } from "#server/platform/site-time.ts";
import { type ReportSpan, readFigures } from "./figures.ts";
import type { Frozen } from "./frozen.ts";
import { mailReport, writeReport } from "./jobs.ts";
import { choosePairs } from "./pairs.ts";
import { lastDue } from "./periods.ts";
import { recipientsOf, reportOf } from "./settings.ts";
import "#server/domains/sites/projects/tables.ts";
import "./tables.ts";

export interface RunsOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly jobs: Pick<Jobs, "send">;
  readonly settings: { get(): SettingValues };
  /** Rooms that show the same spot, read within a transaction. */
  readonly counterpartsIn: (source: Database | Trx) => Counterparts;
}

const DAY = 86_400_000;
/** Milliseconds after which a run that is not handed out may have been left by its process. */
const LEFT = 120_000;
/** Letters of a code: about 91 bits. */
const CODE = 16;

interface Site {
  readonly id: number;
  readonly name: string;
  readonly location: string;
  readonly time_zone: string;
}

/** Creates reports, freezes their figures and hands them to their recipients; every step can be repeated. */
export function createRuns(options: RunsOptions) {
  const { db, clock, jobs, counterpartsIn } = options;

  /** The figures as of now; `id` names the transaction's own project. */
  const freeze = async (trx: Trx, site: Site, span: ReportSpan): Promise<Frozen> => {
    const report = await reportOf(trx, site.id);
    const figures = await readFigures(trx, span, report.sections);
    const pairs = report.sections.includes("pairs")
      ? await choosePairs(trx, span, {
          views: report.views,
          progress: figures.progress,
          counterparts: counterpartsIn(trx),
        })
      : [];
    const { name, location } = site;
    return { project: { name, location }, sections: report.sections, figures, pairs };
  };

  return {
    /** Creates a run for each report that is due, and continues those that a stopped process left. */
    async schedule(): Promise<void> {
      const now = clock.now();
      const { rows } = await sql<{ id: number }>`
        select r.id_project as id from owner_reports r
        join projects p on p.id = r.id_project and p.deleted_at is null and p.active and p.validated
        where r.is_on and r.period <> 'manual' order by 1`.execute(db);
      for (const { id } of rows) await startDue(options, id, now);
      await db.transaction().execute(async (trx) => {
        const open = await trx
          .selectFrom("owner_report_runs")
          .select("id")
          .where("state", "in", ["waiting", "sending"])
          .where("created_at", "<", new Date(now.getTime() - LEFT))
          .execute();
        for (const { id } of open) await jobs.send(trx, writeReport, { run: id }, { key: String(id) });
      });
    },

    /** Days of a report that is written now: from the end of the last one that is complete, at most 31, to today. */
    async spanNow(projectId: number, zone: string): Promise<ReportSpan> {
      const now = clock.now();
      const to = dayAt(now, zone);
      const { rows } = await sql<{ last: string | null }>`
        select to_char(max(day_to), 'YYYY-MM-DD') as last from owner_report_runs
        where id_project = ${projectId} and day_to < ${to}::date and state = 'sent'`.execute(db);
      const last = rows[0]?.last ?? null;
      const earliest = addDays(to, 1 - limits.days);
      const wanted = last === null ? addDays(to, -6) : addDays(last, 1);
      const from = wanted < earliest ? earliest : wanted;
      return { id_project: projectId, zone, from, to, isOpen: true, now };
    },

    /** The figures of such a report, without storing them. */
    preview: (site: Site, span: ReportSpan): Promise<Frozen> =>
      db
        .transaction()
        .setIsolationLevel("repeatable read")
        .execute((trx) => freeze(trx, site, span)),

    /** Starts a report by hand. Returns its id. */
    async start(trx: Trx, span: ReportSpan, userId: number): Promise<number> {
      const { id } = await trx
        .insertInto("owner_report_runs")
        .values({
          id_project: span.id_project,
          period: "manual",
          day_from: span.from,
          day_to: span.to,
          key: span.now.toISOString(),
          time_zone: span.zone,
          id_user: userId,
          created_at: span.now,
          frozen_at: null,
          sent_at: null,
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      await jobs.send(trx, writeReport, { run: id }, { key: String(id) });
      return id;
    },

    /** The job of one run: freezes its figures once, then creates a copy for each recipient. */
    async write({ run }: { readonly run: number }): Promise<void> {
      await freezeOnce(db, clock, run, freeze);
      await handOut(options, run);
    },
  };
}

/** Inserts the run of the newest due period, unless it exists or was due before the report was switched on. */
async function startDue({ db, jobs }: RunsOptions, projectId: number, now: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const [report, project] = await Promise.all([
      reportOf(trx, projectId),
      trx.selectFrom("projects").select("time_zone").where("id", "=", projectId).executeTakeFirstOrThrow(),
    ]);
    const due = lastDue(report, project.time_zone, now);
    if (due === null || due.at < report.since) return;
    const run = await trx
      .insertInto("owner_report_runs")
      .values({
        id_project: projectId,
        period: report.period,
        day_from: due.from,
        day_to: due.to,
        time_zone: project.time_zone,
        id_user: null,
        created_at: now,
        frozen_at: null,
        sent_at: null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning("id")
      .executeTakeFirst();
    if (run !== undefined) await jobs.send(trx, writeReport, { run: run.id }, { key: String(run.id) });
  });
}

/** Writes the figures of a run that has none, all of one instant. */
async function freezeOnce(
  db: Database,
  clock: Clock,
  runId: number,
  freeze: (trx: Trx, site: Site, span: ReportSpan) => Promise<Frozen>,
): Promise<void> {
  await db
    .transaction()
    .setIsolationLevel("repeatable read")
    .execute(async (trx) => {
      const run = await trx
        .selectFrom("owner_report_runs as r")
        .innerJoin("projects as p", "p.id", "r.id_project")
        .select(["r.id_project as id", "r.period", "r.day_from", "r.day_to", "r.time_zone", "r.created_at"])
        .select(["p.name", "p.location"])
        .where("r.id", "=", runId)
        .where("r.state", "=", "waiting")
        .forUpdate("r")
        .executeTakeFirst();
      if (run === undefined) return;
      const { id, period, day_from, day_to, time_zone, created_at } = run;
      const isOpen = period === "manual";
      const span = { id_project: id, zone: time_zone, from: day_from, to: day_to, isOpen, now: created_at };
      const figures = await freeze(trx, run, { ...span, now: isOpen ? created_at : clock.now() });
      await trx
        .updateTable("owner_report_runs")
        .set({ figures: JSON.stringify(figures), frozen_at: clock.now(), state: "sending" })
        .where("id", "=", runId)
        .execute();
    });
}

/**
 * Creates the copies of a frozen run and queues their emails, all in one transaction: a run is handed out completely or
 * not at all. A run of a project that was closed meanwhile is stopped.
 */
async function handOut({ db, clock, jobs, settings }: RunsOptions, runId: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const run = await trx
      .selectFrom("owner_report_runs as r")
      .innerJoin("projects as p", "p.id", "r.id_project")
      .select(["r.id", "r.id_project", "r.id_user", "r.day_from", "r.day_to"])
      .select(["p.name", sql<boolean>`p.deleted_at is null and p.active and p.validated`.as("is_open")])
      .where("r.id", "=", runId)
      .where("r.state", "=", "sending")
      .forUpdate("r")
      .executeTakeFirst();
    if (run === undefined) return;
    const now = clock.now();
    if (!run.is_open) {
      await trx.updateTable("owner_report_runs").set({ state: "stopped" }).where("id", "=", runId).execute();
      return;
    }
    const hasMail = settings.get().smtp_host !== "";
    const recipients = await recipientsOf(trx, run.id_project);
    let count = 0;
    for (const one of recipients) {
      const state =
        one.unsubscribed_at !== null
          ? "unsubscribed"
          : one.id_user !== null && !one.is_member
            ? "withdrawn"
            : hasMail
              ? "waiting"
              : "no_email";
      const { id } = await trx
        .insertInto("owner_report_deliveries")
        .values({
          id_run: runId,
          id_recipient: one.id,
          id_user: one.id_user,
          is_member: one.id_user !== null,
          name: one.name,
          email: one.email,
          language: one.language,
          code: newCode(CODE),
          state,
          sent_at: null,
          viewed_at: null,
          revoked_at: null,
          expires_at: new Date(now.getTime() + limits.linkDays * DAY),
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      if (state !== "waiting") continue;
      count += 1;
      await jobs.send(trx, mailReport, { delivery: id });
    }
    await trx
      .updateTable("owner_report_runs")
      .set({ state: "sent", sent_at: now })
      .where("id", "=", runId)
      .execute();
    await recordActivity(trx, {
      id_user: null,
      action: "owner_report.sent",
      subject: { kind: "project", id: run.id_project, name: run.name },
      id_project: run.id_project,
      details: { n: String(count), from: run.day_from, to: run.day_to },
      address: "",
    });
  });
}

export type Runs = ReturnType<typeof createRuns>;
