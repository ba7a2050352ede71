import { type Selectable, sql } from "kysely";
import type { Database, Trx } from "#server/platform/database.ts";
import { personName } from "#server/platform/person-name.ts";
import type { KeptTask } from "./merge.ts";
import type { ScheduleTasksTable } from "./tables.ts";
import type { WorkCalendar } from "./working-time.ts";
import "../auth/tables.ts";
import "../projects/tables.ts";
import "../snags/tables.ts";
import "../visits/tables.ts";
import "./tables.ts";

export type TaskRow = Selectable<ScheduleTasksTable> & KeptTask & { readonly told_by: string };

export interface ScheduleHead {
  readonly name: string;
  readonly file_name: string;
  readonly imported_at: Date;
  readonly imported_by: string;
  readonly calendar: Partial<WorkCalendar>;
  readonly version: number;
}

type Source = Database | Trx;

/** Rows of one statement: the text of a thousand tasks stays below a megabyte. */
const CHUNK = 2000;

export function createSchedulesRepository(db: Database) {
  return {
    head: (projectId: number, source: Source = db): Promise<ScheduleHead | undefined> =>
      source
        .selectFrom("schedules as s")
        .leftJoin("users as u", "u.id", "s.id_user")
        .select(["s.name", "s.file_name", "s.imported_at", "s.calendar", "s.version"])
        .select(sql<string>`coalesce(${personName("u")}, '')`.as("imported_by"))
        .where("s.id_project", "=", projectId)
        .executeTakeFirst(),

    /** In the order of the outline; those that the file does not know any more at the end. */
    tasks: (projectId: number, source: Source = db): Promise<TaskRow[]> =>
      source
        .selectFrom("schedule_tasks as t")
        .leftJoin("users as u", "u.id", "t.id_teller")
        .selectAll("t")
        .select(sql<boolean>`t.told_at is not null`.as("is_told"))
        .select(sql<string>`coalesce(${personName("u")}, '')`.as("told_by"))
        .where("t.id_project", "=", projectId)
        .orderBy("t.position")
        .orderBy("t.id")
        .execute(),

    async source(projectId: number): Promise<Buffer | undefined> {
      const row = await db
        .selectFrom("schedules")
        .select("source")
        .where("id_project", "=", projectId)
        .executeTakeFirst();
      return row?.source;
    },

    /** How far the whole was, by days, up to one of them; oldest first. */
    points: (projectId: number, until: string): Promise<{ date: string; percent: number }[]> =>
      db
        .selectFrom("schedule_points")
        .select(["on_date as date", "percent"])
        .where("id_project", "=", projectId)
        .where("on_date", "<=", until)
        .orderBy("on_date")
        .execute(),

    /** Two who change the same schedule do so one after the other; its version, 0 while there is none. */
    async hold(trx: Trx, projectId: number): Promise<number> {
      await sql`select from projects where id = ${projectId} for no key update`.execute(trx);
      const row = await trx
        .selectFrom("schedules")
        .select("version")
        .where("id_project", "=", projectId)
        .forUpdate()
        .executeTakeFirst();
      return row?.version ?? 0;
    },

    async replace(
      trx: Trx,
      projectId: number,
      head: {
        name: string;
        file_name: string;
        source: Buffer;
        id_user: number;
        calendar: WorkCalendar;
        at: Date;
      },
      tasks: readonly KeptTask[],
    ): Promise<void> {
      const { at, calendar, ...values } = head;
      const row = { ...values, calendar: JSON.stringify(calendar), imported_at: at };
      await trx
        .insertInto("schedules")
        .values({ id_project: projectId, ...row })
        .onConflict((conflict) =>
          conflict.column("id_project").doUpdateSet({ ...row, version: sql`schedules.version + 1` }),
        )
        .execute();
      const uids = tasks.map(({ uid }) => uid);
      await sql`delete from schedule_tasks where id_project = ${projectId}
        and uid <> all (${uids}::bigint[])`.execute(trx);
      for (let from = 0; from < tasks.length; from += CHUNK)
        await writeTasks(trx, projectId, tasks.slice(from, from + CHUNK), from);
    },

    /** A change of a task or of what follows from it; the version goes up. */
    async tell(
      trx: Trx,
      projectId: number,
      changed: readonly Pick<TaskRow, "id" | "percent" | "actual_start" | "actual_finish">[],
    ): Promise<void> {
      const rows = changed.map(({ id, percent, actual_start, actual_finish }) => ({
        id,
        percent,
        actual_start,
        actual_finish,
      }));
      await sql`update schedule_tasks t set percent = r.percent, actual_start = r.actual_start,
          actual_finish = r.actual_finish
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
          as r (id bigint, percent smallint, actual_start timestamp, actual_finish timestamp)
        where t.id = r.id and t.id_project = ${projectId}`.execute(trx);
      await raise(trx, projectId);
    },

    sign: (trx: Trx, id: number, id_teller: number, told_at: Date) =>
      trx.updateTable("schedule_tasks").set({ id_teller, told_at }).where("id", "=", id).execute(),

    /** How far the whole is at the end of this day, for the curve. */
    point: (trx: Trx, projectId: number, on_date: string, percent: number) =>
      trx
        .insertInto("schedule_points")
        .values({ id_project: projectId, on_date, percent })
        .onConflict((conflict) => conflict.columns(["id_project", "on_date"]).doUpdateSet({ percent }))
        .execute(),

    async removeTask(trx: Trx, projectId: number, id: number): Promise<void> {
      await trx.deleteFrom("schedule_tasks").where("id", "=", id).execute();
      await raise(trx, projectId);
    },

    /** With what was to be imported: a preview of what is gone is no preview of what comes. */
    async remove(trx: Trx, projectId: number): Promise<void> {
      await trx.deleteFrom("schedule_previews").where("id_project", "=", projectId).execute();
      await trx.deleteFrom("schedules").where("id_project", "=", projectId).execute();
    },

    /** The newest visit of a project that people can look at. */
    newestVisit: (projectId: number): Promise<{ code: string; name: string } | undefined> =>
      db
        .selectFrom("visits")
        .select(["code", "name"])
        .where("id_project", "=", projectId)
        .where("deleted_at", "is", null)
        .orderBy("visit_date", "desc")
        .orderBy("id", "desc")
        .limit(1)
        .executeTakeFirst(),

    async snags(projectId: number): Promise<{ open: number; closed: number }> {
      const { rows } = await sql<{ open: number; closed: number }>`
        select count(*) filter (where status <> 'closed') as open, count(*) filter (where status = 'closed') as closed
        from snags where id_project = ${projectId}`.execute(db);
      return rows[0] ?? { open: 0, closed: 0 };
    },
  };
}
export type SchedulesRepository = ReturnType<typeof createSchedulesRepository>;

const raise = (trx: Trx, projectId: number) =>
  trx
    .updateTable("schedules")
    .set({ version: sql`version + 1` })
    .where("id_project", "=", projectId)
    .execute();

/** All in one statement, as one value. What was told of a task stays with it unless it is not told any more. */
async function writeTasks(
  trx: Trx,
  projectId: number,
  tasks: readonly KeptTask[],
  first: number,
): Promise<void> {
  const rows = tasks.map((task, n) => ({ ...task, position: first + n }));
  await sql`
    insert into schedule_tasks as t (id_project, uid, position, level, wbs, name, is_summary, is_milestone, is_critical,
      start, finish, baseline_start, baseline_finish, actual_start, actual_finish, deadline, duration, percent,
      predecessors, resources, notes, is_kept)
    select ${projectId}, uid, position, level, wbs, name, is_summary, is_milestone, is_critical,
      start, finish, baseline_start, baseline_finish, actual_start, actual_finish, deadline, duration, percent,
      predecessors, resources, notes, is_kept
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (uid bigint, position integer, level integer,
      wbs text, name text, is_summary boolean, is_milestone boolean, is_critical boolean, start timestamp,
      finish timestamp, baseline_start timestamp, baseline_finish timestamp, actual_start timestamp,
      actual_finish timestamp, deadline timestamp, duration integer, percent smallint, predecessors jsonb,
      resources text[], notes text, is_kept boolean)
    on conflict (id_project, uid) do update set position = excluded.position, level = excluded.level,
      wbs = excluded.wbs, name = excluded.name, is_summary = excluded.is_summary,
      is_milestone = excluded.is_milestone, is_critical = excluded.is_critical, start = excluded.start,
      finish = excluded.finish, baseline_start = excluded.baseline_start,
      baseline_finish = excluded.baseline_finish, actual_start = excluded.actual_start,
      actual_finish = excluded.actual_finish, deadline = excluded.deadline, duration = excluded.duration,
      percent = excluded.percent, predecessors = excluded.predecessors, resources = excluded.resources,
      notes = excluded.notes, is_kept = excluded.is_kept`.execute(trx);
  const untold = tasks.filter(({ is_told }) => !is_told).map(({ uid }) => uid);
  await sql`update schedule_tasks set told_at = null, id_teller = null
    where id_project = ${projectId} and told_at is not null and uid = any (${untold}::bigint[])`.execute(trx);
}
