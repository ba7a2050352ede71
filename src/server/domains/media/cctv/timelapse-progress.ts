import type { Selectable } from "kysely";
import type { Notices } from "#server/domains/installation/notifications/notices.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import type { Bus } from "#server/platform/events/bus.ts";
import { timelapseChanged } from "./cctv.events.ts";
import type { MadeFilm } from "./film-maker.ts";
import type { CameraTimelapsesTable } from "./tables.ts";

export type TimelapseRow = Selectable<CameraTimelapsesTable>;

export interface TimelapseProgressOptions {
  readonly db: Database;
  readonly bus: Bus;
  readonly notices: Notices;
}

/** Progress of time-lapses: stored, and sent to open pages and to the requester. */
export function createTimelapseProgress({ db, bus, notices }: TimelapseProgressOptions) {
  const emit = (
    trx: Trx,
    camera: { readonly id: number; readonly id_project: number },
    row: Pick<TimelapseRow, "id" | "state" | "progress">,
  ) =>
    bus.emit(trx, timelapseChanged, {
      id_project: camera.id_project,
      id_camera: camera.id,
      id_timelapse: row.id,
      state: row.state,
      progress: row.progress,
    });

  const read = async (id: number) =>
    db
      .selectFrom("camera_timelapses as l")
      .innerJoin("cameras as t", "t.id", "l.id_camera")
      .innerJoin("projects as p", "p.id", "t.id_project")
      .selectAll("l")
      .select(["t.id_project", "t.code", "t.name", "t.schedule", "p.name as project"])
      .where("l.id", "=", id)
      .executeTakeFirst();

  /** Returns false when it was deleted meanwhile. */
  async function progressed(
    row: Pick<TimelapseRow, "id" | "id_camera"> & { id_project: number },
    progress: number,
  ) {
    return db.transaction().execute(async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable("camera_timelapses")
        .set({ state: "making", progress })
        .where("id", "=", row.id)
        .where("state", "<>", "ready")
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return false;
      const camera = { id: row.id_camera, id_project: row.id_project };
      await emit(trx, camera, { id: row.id, state: "making", progress });
      return true;
    });
  }

  /** Stores the result and notifies the requester, once however often it runs. */
  async function settle(id: number, ended: MadeFilm | { readonly problem: string }): Promise<void> {
    const row = await read(id);
    if (row === undefined || row.state === "ready") return;
    const isReady = "film" in ended;
    await db.transaction().execute(async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable("camera_timelapses")
        .set(
          isReady ? { ...ended, state: "ready", progress: 1, problem: null } : { ...ended, state: "failed" },
        )
        .where("id", "=", id)
        .where("state", "not in", isReady ? ["ready"] : ["ready", "failed"])
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return;
      const camera = { id: row.id_camera, id_project: row.id_project };
      await emit(trx, camera, {
        id,
        state: isReady ? "ready" : "failed",
        progress: isReady ? 1 : row.progress,
      });
      if (row.id_user === null) return;
      await notices.notify(trx, {
        to: [row.id_user],
        sort: isReady ? "timelapse_ready" : "timelapse_failed",
        values: { camera: row.name, project: row.project },
        link: `/cameras/${row.id_camera}`,
        fold: `timelapse ${id}`,
      });
    });
  }

  return { emit, read, progressed, settle };
}
