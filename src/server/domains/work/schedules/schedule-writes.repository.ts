import { sql } from "kysely";
import type { Trx } from "#server/platform/database.ts";
import type { KeptTask } from "./merge.ts";
import type { WorkCalendar } from "./working-time.ts";
import "#server/domains/people/auth/tables.ts";
import "#server/domains/sites/projects/tables.ts";
import "../snags/tables.ts";
import "#server/domains/media/visits/tables.ts";
import "./tables.ts";
import type { TaskRow } from "./schedules.repository.ts";

/** Rows per statement: the text of a thousand tasks stays below a megabyte. */
const CHUNK = 2000;

const raise = (trx: Trx, projectId: number) =>
  trx
    .updateTable("schedules")
    .set({ version: sql`version + 1` })
    .where("id_project", "=", projectId)
    .execute();

/** All in one statement, as one value. Entered progress of a task stays unless it was withdrawn. */
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

/** Writes to schedules. */
export const scheduleWrites = () => ({
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

  /** Updates a task or values derived from it; increments the version. */
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

  /** Total progress at the end of this day, for the curve. */
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

  /** Including the pending preview: it compares with the deleted schedule. */
  async remove(trx: Trx, projectId: number): Promise<void> {
    await trx.deleteFrom("schedule_previews").where("id_project", "=", projectId).execute();
    await trx.deleteFrom("schedules").where("id_project", "=", projectId).execute();
  },
});
