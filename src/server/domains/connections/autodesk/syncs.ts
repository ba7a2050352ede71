import { type RawBuilder, type Selectable, sql } from "kysely";
import type { AutodeskSync } from "#contract/autodesk.ts";
import { limits } from "#contract/limits.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Bus } from "#server/platform/events/bus.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import { autodeskSynced } from "./autodesk.events.ts";
import { runSync } from "./autodesk.jobs.ts";
import type { AutodeskSyncsTable } from "./tables.ts";
import "./tables.ts";

export type SyncRow = Selectable<AutodeskSyncsTable>;
export type SyncWarning = AutodeskSync["warnings"][number];

export interface SyncsOptions {
  readonly db: Database;
  readonly bus: Pick<Bus, "emit">;
  readonly clock: Clock;
  readonly jobs: Pick<Jobs, "send">;
}

/** Results of a sync so far. */
export interface SyncProgress {
  readonly done?: number;
  readonly total?: number;
  readonly linked?: number;
  readonly warnings?: readonly SyncWarning[];
  /** Name of the hub or the project, once it is known. */
  readonly name?: string;
}

type Change = SyncProgress & {
  readonly state?: SyncRow["state"];
  readonly failure?: RawBuilder<string>;
};

export type NewSync = Pick<SyncRow, "id_user" | "kind" | "subject_id"> &
  Partial<Pick<SyncRow, "id_link" | "name" | "wanted">>;

/** Hours after which an unfinished sync counts as dead. */
const longestHours = 6;
const mostWarnings = 100;

/** Rows of background syncs: started once, visible to the user who started them. */
export function createSyncs({ db, bus, clock, jobs }: SyncsOptions) {
  const tell = (trx: Trx, { id_user, id, kind, state, done, total }: SyncRow) =>
    bus.emit(trx, autodeskSynced, { id_user, id, kind, state, done, total });

  async function change(id: number, { warnings, ...values }: Change) {
    return db.transaction().execute(async (trx) => {
      const isOver = values.state !== undefined && values.state !== "running";
      const row = await trx
        .updateTable("autodesk_syncs")
        .set({
          ...values,
          // A successful end clears the failure.
          ...(isOver && values.state !== "failed" && { failure: "" }),
          ...(warnings !== undefined && { warnings: JSON.stringify(warnings.slice(0, mostWarnings)) }),
          ...(isOver && { finished_at: clock.now() }),
        })
        .where("id", "=", id)
        .where("state", "in", ["waiting", "running"])
        .returningAll()
        .executeTakeFirst();
      if (row !== undefined) await tell(trx, row);
      return row;
    });
  }

  return {
    /** Queues a sync. Throws AUTODESK_SYNCING while the same sync is running. */
    async begin(trx: Trx, { id_link = null, name = "", wanted = [], ...sync }: NewSync): Promise<SyncRow> {
      const dead = new Date(clock.now().getTime() - longestHours * 3_600_000);
      await trx
        .updateTable("autodesk_syncs")
        .set({ state: "failed", failure: "SERVER", finished_at: clock.now() })
        .where("id_user", "=", sync.id_user)
        .where("state", "in", ["waiting", "running"])
        .where("created_at", "<", dead)
        .execute();
      const row = await trx
        .insertInto("autodesk_syncs")
        .values({
          ...sync,
          id_link,
          name,
          wanted,
          total: null,
          finished_at: null,
          created_at: clock.now(),
        })
        .onConflict((conflict) =>
          conflict
            .columns(["id_user", "kind", "subject_id"])
            .where("state", "in", ["waiting", "running"])
            .doNothing(),
        )
        .returningAll()
        .executeTakeFirst();
      if (row === undefined) throw new AppError("AUTODESK_SYNCING");
      await sql`delete from autodesk_syncs where id_user = ${sync.id_user} and state not in ('waiting', 'running')
        and id not in (select id from autodesk_syncs where id_user = ${sync.id_user}
          order by id desc limit ${limits.autodesk.syncs})`.execute(trx);
      await jobs.send(trx, runSync, { id_sync: row.id }, { key: String(row.id) });
      await tell(trx, row);
      return row;
    },
    list: (userId: number): Promise<SyncRow[]> =>
      db
        .selectFrom("autodesk_syncs")
        .selectAll()
        .where("id_user", "=", userId)
        .orderBy("id", "desc")
        .limit(limits.autodesk.syncs)
        .execute(),
    /** Marks the sync as running, also after another worker left it; undefined when it has ended or was deleted. */
    take: (id: number) => change(id, { state: "running" }),
    /** Returns false when it was deleted or ended meanwhile. */
    progress: async (id: number, found: SyncProgress): Promise<boolean> =>
      (await change(id, { ...found })) !== undefined,
    /** Partial when something was left out. */
    settle: (id: number, found: SyncProgress) =>
      change(id, { ...found, state: (found.warnings ?? []).length > 0 ? "partial" : "done" }),
    /** Records a failure code; also its text, unless warnings say more. Shown if the sync fails in the end. */
    async note(id: number, code: string, reason: string): Promise<void> {
      const words = JSON.stringify([{ title: "Autodesk", detail: reason }]);
      await sql`update autodesk_syncs set failure = ${code},
        warnings = case when warnings = '[]' then ${words}::jsonb else warnings end
        where id = ${id} and state = 'running'`.execute(db);
    },
    /** Ends with the failure that was recorded last. */
    fail: (id: number) =>
      change(id, { state: "failed", failure: sql<string>`coalesce(nullif(failure, ''), 'SERVER')` }),
  };
}
export type Syncs = ReturnType<typeof createSyncs>;

export const syncToWire = (row: SyncRow): AutodeskSync => ({
  id: row.id,
  kind: row.kind,
  name: row.name,
  state: row.state,
  done: row.done,
  total: row.total,
  warnings: [...row.warnings],
  linked: row.linked,
  failure: row.failure,
  created_at: row.created_at.toISOString(),
  finished_at: row.finished_at?.toISOString() ?? null,
});
