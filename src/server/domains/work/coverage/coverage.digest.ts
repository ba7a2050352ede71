import { sql } from "kysely";
import { dayNumber, siteCalendar } from "#contract/coverage.calendar.ts";
import type { Notices } from "#server/domains/installation/notifications/notices.ts";
import type { Notice } from "#server/domains/installation/notifications/notification-types.ts";
import { recordActivity } from "#server/platform/activity.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { dayOf } from "../snags/days.ts";
import { loadCoverage } from "./coverage.state.ts";
import "#server/domains/sites/projects/tables.ts";
import "./tables.ts";

export interface DigestOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly notices: Notices;
}

/** Values: `count` of spots, `project`. */
export const overdueNotice: Notice = {
  name: "coverage_overdue",
  kind: "coverage",
  type: "warning",
  isMailed: true,
};
/** Values: `count` of spots, `projects`. */
export const overdueInManyNotice: Notice = { ...overdueNotice, name: "coverage_overdue_many" };

/** Projects, and users, of one step. */
const BATCH = 200;
/** Days after which an alert that could not be sent is dropped. */
const STALE = 7;

interface Crossing {
  readonly id: number;
  readonly threshold: number;
  readonly period: string;
}

/**
 * The job: one notification per person and day for all spots whose project's threshold was crossed since the last one. A
 * crossing is a row that is unique per spot, threshold and period (the photo before it), so that it is reported once,
 * however often the job runs. Weekends and pauses report nothing: what is crossed then follows on the next working day.
 */
export function createDigest({ db, clock, notices }: DigestOptions) {
  return async (): Promise<void> => {
    const now = clock.now();
    const working: ProjectAtWork[] = [];
    for (let after = 0; ; ) {
      const projects = await projectsAfter(db, after);
      for (const project of projects) {
        const crossed = await crossedIn(db, project, now);
        if (crossed !== undefined) working.push({ ...project, crossed });
      }
      after = projects.at(-1)?.id ?? 0;
      if (projects.length < BATCH) break;
    }
    if (working.length === 0) return;
    // One transaction: after a crash between the alert and its notification the alert would count as reported.
    await db.transaction().execute(async (trx) => {
      for (const project of working) await recordCrossings(trx, project, now);
      const ids = working.map(({ id }) => id);
      for (let after: number | undefined = 0; after !== undefined; )
        after = await notifyAfter(trx, notices, { after, working: ids, now });
    });
  };
}

const projectsAfter = (db: Database, after: number) =>
  db
    .selectFrom("coverage_plans as c")
    .innerJoin("projects as p", "p.id", "c.id_project")
    .select(["p.id", "p.name", "c.alert_days"])
    .where("p.id", ">", after)
    .where("p.deleted_at", "is", null)
    .where("p.active", "=", true)
    .where("c.is_on", "=", true)
    .where("c.alert_days", "is not", null)
    .orderBy("p.id")
    .limit(BATCH)
    .execute();

type Watched = Awaited<ReturnType<typeof projectsAfter>>[number];
type ProjectAtWork = Watched & { readonly crossed: readonly Crossing[] };

/** The thresholds that are crossed; undefined on a day without work at the site. */
async function crossedIn(
  db: Database,
  { id, alert_days }: Watched,
  now: Date,
): Promise<readonly Crossing[] | undefined> {
  const { plan, spots, today } = await loadCoverage(db, id, { now });
  const calendar = siteCalendar(plan.weekend, plan.pauses);
  if (alert_days === null || !calendar.isWorking(dayNumber(today))) return undefined;
  return spots.flatMap((spot): Crossing[] =>
    spot.state === "overdue" && spot.overdue_days >= alert_days
      ? [{ id: spot.id, threshold: alert_days, period: spot.photo?.day ?? spot.since }]
      : [],
  );
}

/** Writes rows for newly crossed thresholds. */
async function recordCrossings(trx: Trx, { id, name, crossed }: ProjectAtWork, now: Date): Promise<void> {
  if (crossed.length === 0) return;
  const added = await insertAlerts(trx, id, crossed, now);
  if (added === 0) return;
  await recordActivity(trx, {
    id_user: null,
    action: "coverage.overdue",
    subject: { kind: "project", id, name },
    id_project: id,
    details: { n: String(added) },
    address: "",
  });
}

/** Spots deleted meanwhile are skipped. */
async function insertAlerts(
  trx: Trx,
  projectId: number,
  crossed: readonly Crossing[],
  now: Date,
): Promise<number> {
  const { rows } = await sql`
    insert into coverage_alerts (id_project, id_spot, threshold, period, created_at)
    select ${projectId}::bigint, w.id, w.threshold, w.period::date, ${now}
    from jsonb_to_recordset(${JSON.stringify(crossed)}::jsonb) as w (id bigint, threshold smallint, period text)
    join coverage_spots s on s.id = w.id
    order by w.id
    on conflict do nothing returning 1`.execute(trx);
  return rows.length;
}

interface Reader {
  readonly id_user: number;
  readonly count: number;
  readonly projects: number;
  readonly id_project: number;
  readonly project: string;
  /** The newest alert of each of the projects, by their ids. */
  readonly alerts: Readonly<Record<string, number>>;
}

/**
 * Notifies the next users: those who can add photos to a project with alerts newer than their last digest, and who got no
 * digest today. Returns the last user's id; undefined when there are none left.
 */
async function notifyAfter(
  trx: Trx,
  notices: Notices,
  {
    after,
    working,
    now,
  }: { readonly after: number; readonly working: readonly number[]; readonly now: Date },
): Promise<number | undefined> {
  const today = dayOf(now);
  const since = new Date(now.getTime() - STALE * 86_400_000);
  const { rows: readers } = await sql<Reader>`
    select id_user, sum(n)::int as count, count(*)::int as projects, min(id_project) as id_project,
      min(project) as project, jsonb_object_agg(id_project, last_alert) as alerts
    from (
      select m.id_user, a.id_project, min(p.name) as project, count(*) as n, max(a.id) as last_alert
      from coverage_alerts a
      join projects p on p.id = a.id_project and p.deleted_at is null and p.active
      join project_members m on m.id_project = a.id_project and 'visits.edit' = any (m.grants)
      left join coverage_digests d on d.id_user = m.id_user
      left join coverage_reported r on r.id_user = m.id_user and r.id_project = a.id_project
      where m.id_user > ${after} and a.id_project = any (${working}::bigint[])
        and (d.day is null or d.day < ${today}::date)
        and case when r.last_alert is null then a.created_at > ${since} else a.id > r.last_alert end
      group by m.id_user, a.id_project
    ) news
    group by id_user order by id_user limit ${BATCH}`.execute(trx);
  const last = readers.at(-1);
  if (last === undefined) return undefined;
  const taken = await takeTurns(trx, readers, today);
  for (const [{ count, projects, id_project, project }, to] of alike(
    readers.filter(({ id_user }) => taken.has(id_user)),
  ))
    await notices.notify(trx, {
      to,
      sort: projects === 1 ? overdueNotice : overdueInManyNotice,
      values: projects === 1 ? { count, project } : { count, projects },
      link: projects === 1 ? `/coverage/${id_project}` : "/coverage",
    });
  return last.id_user;
}

/** Records the digest of the day for each user; of two runs at once, one gets the user. */
async function takeTurns(trx: Trx, readers: readonly Reader[], today: string): Promise<Set<number>> {
  const { rows } = await sql<{ id_user: number }>`
    insert into coverage_digests (id_user, day)
    select w.id_user, ${today}::date from jsonb_to_recordset(${JSON.stringify(readers)}::jsonb) as w (id_user bigint)
    order by w.id_user
    on conflict (id_user) do update set day = excluded.day where coverage_digests.day < excluded.day
    returning id_user`.execute(trx);
  const taken = new Set(rows.map(({ id_user }) => id_user));
  const reported = readers.flatMap(({ id_user, alerts }) =>
    taken.has(id_user)
      ? Object.entries(alerts).map(([id_project, last_alert]) => ({ id_user, id_project, last_alert }))
      : [],
  );
  await sql`
    insert into coverage_reported (id_user, id_project, last_alert)
    select w.id_user, w.id_project, w.last_alert
    from jsonb_to_recordset(${JSON.stringify(reported)}::jsonb)
      as w (id_user bigint, id_project bigint, last_alert bigint)
    order by w.id_user, w.id_project
    on conflict (id_user, id_project) do update set last_alert = excluded.last_alert`.execute(trx);
  return taken;
}

/** Readers of the same text, so that a project's team is one notification. */
function alike(readers: readonly Reader[]): (readonly [Reader, number[]])[] {
  const groups = new Map<string, readonly [Reader, number[]]>();
  for (const reader of readers) {
    const { count, projects, id_project } = reader;
    const key = projects === 1 ? `${id_project} ${count}` : `many ${projects} ${count}`;
    const group = groups.get(key) ?? ([reader, []] as const);
    group[1].push(reader.id_user);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** Deletes alerts of past periods: a year after a spot was reported, its photo before that no longer matters. */
export async function pruneAlerts(db: Database, now: Date): Promise<void> {
  await sql`
    delete from coverage_alerts a using coverage_alerts newer
    where newer.id_spot = a.id_spot and newer.threshold = a.threshold and newer.period > a.period
      and a.created_at < ${new Date(now.getTime() - 365 * 86_400_000)}`.execute(db);
}
