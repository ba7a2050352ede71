import { sql } from "kysely";
import { walkLimits } from "#contract/walks.limits.ts";
import type { NewWalkRoom, WalkTapPlace } from "#contract/walks.ts";
import type { Quotas } from "#server/domains/money/plans/quotas.ts";
import type { Settle, WalkFilms } from "#server/media/index.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Bus } from "#server/platform/events/bus.ts";
import type { UploadedFile } from "#server/platform/http/module.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import { type Authorized, authorize } from "#server/platform/policy.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { sheetPolicy } from "../sheets/sheets.policy.ts";
import type { VisitRecord } from "../visits/visits.policy.ts";
import { photosInOrder, placePhotos, valuesOfPhotos } from "./walk-photos.ts";
import { walksChanged } from "./walks.events.ts";
import { makeWalkRooms, readWalk } from "./walks.jobs.ts";
import { type By, detailOf, lockWalk, recordWalk, type WalkRow } from "./walks.repository.ts";

export interface WalkServiceOptions {
  readonly db: Database;
  readonly bus: Pick<Bus, "emit">;
  readonly jobs: Pick<Jobs, "send">;
  readonly quotas: Pick<Quotas, "addBytes">;
  readonly walkFilms: Pick<WalkFilms, "keepWalk">;
  /** Links positioned rooms. */
  readonly ways: { propose(trx: Trx, visitIds: Iterable<number>): Promise<void> };
}

/** Unfinished walks whose jobs are sent again in one night. */
const RESUMED = 500;

type Visit = Authorized<VisitRecord>;
type Caller = By & { readonly user: SessionUser };

/** Steps that the parts of the service share. */
function createWork({ db, bus, jobs }: WalkServiceOptions) {
  const sheets = sheetPolicy(db);
  return {
    /** Changes a locked walk; notifies open pages. */
    change: (visit: Visit, walkId: number, work: (trx: Trx, walk: WalkRow) => Promise<void>) =>
      db.transaction().execute(async (trx) => {
        await work(trx, await lockWalk(trx, visit.id, walkId));
        await bus.emit(trx, walksChanged, { id_project: visit.id_project, id_visit: visit.id });
      }),
    send: (trx: Trx, job: typeof readWalk, id_walk: number) =>
      jobs.send(trx, job, { id_walk }, { key: String(id_walk) }),
    /** Floor plans that the caller may not change are refused as a room's position on them would be. */
    async checkSheets(visit: Visit, user: SessionUser, ids: readonly number[]): Promise<void> {
      for (const id of new Set(ids)) {
        const sheet = await authorize(sheets, "edit", id, user);
        if (sheet.id_project !== visit.id_project) throw new AppError("NOT_FOUND");
      }
    },
  };
}

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

/** Their positions, and the rooms made of them. */
function walkPositions(options: WalkServiceOptions) {
  const { change, send, checkSheets } = createWork(options);
  return {
    /** Throws CONFLICT for an outdated version, VALIDATION for pictures that the walk does not have. */
    async place(
      visit: Visit,
      walkId: number,
      { version, taps }: { readonly version?: number | undefined; readonly taps: readonly WalkTapPlace[] },
      by: Caller,
    ): Promise<void> {
      await checkSheets(
        visit,
        by.user,
        taps.map(({ id_sheet }) => id_sheet),
      );
      await change(visit, walkId, async (trx, walk) => {
        if (version !== undefined && version !== walk.version) throw new AppError("CONFLICT");
        await checkPictures(trx, walk, taps, "taps");
        await trx
          .updateTable("walks")
          .set({ placement: JSON.stringify({ taps }), version: walk.version + 1, updated_at: sql`now()` })
          .where("id", "=", walkId)
          .execute();
        await recordWalk(trx, "placed", walk, visit, by);
      });
    },

    async makeRooms(
      visit: Visit,
      walkId: number,
      { rooms, keepsFilm }: { readonly rooms: readonly NewWalkRoom[]; readonly keepsFilm: boolean },
      by: Caller,
    ): Promise<void> {
      await checkSheets(
        visit,
        by.user,
        rooms.map(({ id_sheet }) => id_sheet),
      );
      await change(visit, walkId, async (trx, walk) => {
        if (walk.state === "making") throw new AppError("WALK_BUSY");
        const pictures = await checkPictures(trx, walk, rooms, "rooms");
        if (walk.kind === "photos") {
          const at = rooms.map((room) => ({ ...room, second: pictures[room.picture]?.at ?? 0 }));
          await placePhotos(trx, options, { visit, walk, id_user: by.user.id }, at);
          await recordWalk(trx, "made", walk, visit, by);
          return;
        }
        if (walk.film === null) throw new AppError("WALK_NO_FILM");
        await trx
          .deleteFrom("walk_rooms")
          .where("id_walk", "=", walkId)
          .where("is_made", "=", false)
          .execute();
        await trx
          .insertInto("walk_rooms")
          .values(
            rooms.map((room) => ({ ...room, id_walk: walkId, at_second: pictures[room.picture]?.at ?? 0 })),
          )
          .onConflict((conflict) => conflict.doNothing())
          .execute();
        await refuseTooMany(trx, visit.id, walkId);
        await trx
          .updateTable("walks")
          .set({ state: "making", problem: null, keeps_film: keepsFilm, id_user: by.user.id })
          .where("id", "=", walkId)
          .execute();
        await send(trx, makeWalkRooms, walkId);
        await recordWalk(trx, "requested", walk, visit, by);
      });
    },
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

/** Returns the pictures of the walk's path. */
async function checkPictures(
  trx: Trx,
  walk: WalkRow,
  sent: readonly { readonly picture: number }[],
  field: string,
) {
  const { path } = await detailOf(trx, walk.id);
  if (path === null || walk.state === "reading" || walk.state === "stopped" || walk.state === "failed")
    throw new AppError("WALK_NOT_READY");
  const numbers = new Set(sent.map(({ picture }) => picture));
  if (numbers.size < sent.length || sent.some(({ picture }) => picture >= path.pictures.length))
    throw new AppError("VALIDATION", { fields: { [field]: ["walks.picture_unknown"] } });
  return path.pictures;
}

async function refuseTooMany(trx: Trx, visitId: number, walkId: number): Promise<void> {
  const { rows } = await sql<{ n: number }>`
    select (select count(*) from rooms where id_visit = ${visitId})::int
      + (select count(*) from walk_rooms where id_walk = ${walkId} and not is_made)::int as n`.execute(trx);
  if ((rows[0]?.n ?? 0) > walkLimits.rooms)
    throw new AppError("WALK_ROOMS", { values: { n: walkLimits.rooms } });
}
