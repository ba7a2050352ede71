import { walkLimits } from "#contract/walks.limits.ts";
import type { Settle, WalkFilms } from "#server/media/index.ts";
import type { Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { UploadedFile } from "#server/platform/http/module.ts";
import { photosInOrder, valuesOfPhotos } from "./walk-photos.ts";
import { walkPositions } from "./walk-positions.ts";
import { type Caller, createWork, type Visit, type WalkServiceOptions } from "./walk-work.ts";
import { walksChanged } from "./walks.events.ts";
import { makeWalkRooms, readWalk } from "./walks.jobs.ts";
import { recordWalk } from "./walks.repository.ts";

/** Unfinished walks whose jobs are sent again in one night. */
const RESUMED = 500;

/** Sends the jobs of unfinished walks again, for example of visits that were in the bin meanwhile. */
const resumeWalks =
  ({ db, jobs }: WalkServiceOptions) =>
  (): Promise<void> =>
    db.transaction().execute(async (trx) => {
      const open = await trx
        .selectFrom("walks")
        .select(["id", "state"])
        .where("state", "in", ["reading", "making"])
        .orderBy("id")
        .limit(RESUMED)
        .execute();
      for (const { id, state } of open) {
        const job = state === "reading" ? readWalk : makeWalkRooms;
        await jobs.send(trx, job, { id_walk: id }, { key: String(id) });
      }
    });

/** Walks of visits: added, placed, stopped, continued, made into rooms and deleted. */
export const createWalkService = (options: WalkServiceOptions) => ({
  ...walkVideos(options),
  ...walkPositions(options),
  resumeAll: resumeWalks(options),
});

/** The videos: added, stopped, continued and deleted. */
function walkVideos(options: WalkServiceOptions) {
  const { db, bus, quotas, walkFilms } = options;
  const { change, send } = createWork(options);
  return {
    /** Stores the video, then the walk; `settle` writes in the same transaction. Returns the id. */
    async add(visit: Visit, file: UploadedFile, by: Caller, settle: Settle): Promise<number> {
      const kept = await walkFilms.keepWalk(file);
      return db.transaction().execute(async (trx) => {
        await trx.selectFrom("visits").select("id").where("id", "=", visit.id).forUpdate().execute();
        const known = await trx
          .selectFrom("walks")
          .select(["id", "sha256"])
          .where("id_visit", "=", visit.id)
          .execute();
        const same = known.find(({ sha256 }) => sha256 === file.sha256);
        if (same === undefined && known.length >= walkLimits.perVisit)
          throw new AppError("WALKS_FULL", { values: { n: walkLimits.perVisit } });
        const id = same?.id ?? (await insert(trx, visit, file, kept, by.user.id));
        await settle(trx, id);
        if (same !== undefined) {
          // Sent once more, for example because its video was removed.
          await trx.updateTable("walks").set({ film: kept.key }).where("id", "=", id).execute();
          return id;
        }
        await quotas.addBytes(trx, visit.id_payer, file.bytes);
        await send(trx, readWalk, id);
        await recordWalk(trx, "created", { id, file_name: file.name }, visit, by);
        await bus.emit(trx, walksChanged, { id_project: visit.id_project, id_visit: visit.id });
        return id;
      });
    },

    /** Begins a walk of the visit's 360 photos; the same photos are one walk. Returns the id. */
    addPhotos: (visit: Visit, by: Caller): Promise<number> =>
      db.transaction().execute(async (trx) => {
        await trx.selectFrom("visits").select("id").where("id", "=", visit.id).forUpdate().execute();
        const photos = await photosInOrder(trx, visit.id);
        const values = valuesOfPhotos(photos);
        const known = await trx
          .selectFrom("walks")
          .select(["id", "sha256"])
          .where("id_visit", "=", visit.id)
          .execute();
        const same = known.find(({ sha256 }) => sha256 === values.sha256);
        if (same !== undefined) return same.id;
        if (known.length >= walkLimits.perVisit)
          throw new AppError("WALKS_FULL", { values: { n: walkLimits.perVisit } });
        const { id } = await trx
          .insertInto("walks")
          .values({ ...values, id_visit: visit.id, id_user: by.user.id, kind: "photos", film: null })
          .returning("id")
          .executeTakeFirstOrThrow();
        await send(trx, readWalk, id);
        await recordWalk(trx, "created", { id, file_name: values.file_name }, visit, by);
        await bus.emit(trx, walksChanged, { id_project: visit.id_project, id_visit: visit.id });
        return id;
      }),

    stop: (visit: Visit, walkId: number, by: Caller) =>
      change(visit, walkId, async (trx, walk) => {
        const { state } = walk;
        if (state !== "reading" && state !== "making") throw new AppError("CONFLICT");
        const to = state === "reading" ? "stopped" : "ready";
        await trx.updateTable("walks").set({ state: to }).where("id", "=", walkId).execute();
        if (state === "making")
          await trx
            .deleteFrom("walk_rooms")
            .where("id_walk", "=", walkId)
            .where("is_made", "=", false)
            .execute();
        await recordWalk(trx, "stopped", walk, visit, by);
      }),

    continue: (visit: Visit, walkId: number, by: Caller) =>
      change(visit, walkId, async (trx, walk) => {
        if (walk.state !== "stopped" && walk.state !== "failed") throw new AppError("CONFLICT");
        if (walk.film === null && walk.kind === "video") throw new AppError("WALK_NO_FILM");
        await trx
          .updateTable("walks")
          .set({ state: "reading", problem: null })
          .where("id", "=", walkId)
          .execute();
        await send(trx, readWalk, walkId);
        await recordWalk(trx, "continued", walk, visit, by);
      }),

    remove: (visit: Visit, walkId: number, by: Caller) =>
      change(visit, walkId, async (trx, walk) => {
        await trx.deleteFrom("walks").where("id", "=", walkId).execute();
        await recordWalk(trx, "deleted", walk, visit, by);
      }),
  };
}

async function insert(
  trx: Trx,
  visit: Visit,
  file: UploadedFile,
  { key, width, height, seconds }: Awaited<ReturnType<WalkFilms["keepWalk"]>>,
  id_user: number,
): Promise<number> {
  const { id } = await trx
    .insertInto("walks")
    .values({
      id_visit: visit.id,
      id_user,
      file_name: file.name.slice(0, 255) || "walk.mp4",
      bytes: file.bytes,
      sha256: file.sha256,
      film: key,
      width,
      height,
      seconds,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}
