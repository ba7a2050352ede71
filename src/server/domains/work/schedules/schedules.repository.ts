import { type Selectable, sql } from "kysely";
import type { Database, Trx } from "#server/platform/database.ts";
import { personName } from "#server/platform/person-name.ts";
import type { KeptTask } from "./merge.ts";
import type { ScheduleTasksTable } from "./tables.ts";
import type { WorkCalendar } from "./working-time.ts";
import "#server/domains/people/auth/tables.ts";
import "#server/domains/sites/projects/tables.ts";
import "../snags/tables.ts";
import "#server/domains/media/visits/tables.ts";
import "./tables.ts";
import { scheduleWrites } from "./schedule-writes.repository.ts";

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

    /** In outline order; those missing from the file at the end. */
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

    /** Total progress by day, up to a given one; oldest first. */
    points: (projectId: number, until: string): Promise<{ date: string; percent: number }[]> =>
      db
        .selectFrom("schedule_points")
        .select(["on_date as date", "percent"])
        .where("id_project", "=", projectId)
        .where("on_date", "<=", until)
        .orderBy("on_date")
        .execute(),

    /** Serializes changes of the same schedule; returns its version, 0 while there is none. */
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

    ...scheduleWrites(),

    /** The newest viewable visit of a project. */
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
