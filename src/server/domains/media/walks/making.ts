import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import type { ErrorCode } from "#contract/errors.ts";
import type { Notices } from "#server/domains/installation/notifications/notices.ts";
import type { Archive, WalkFilms } from "#server/media/index.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Bus } from "#server/platform/events/bus.ts";
import type { UploadedFile } from "#server/platform/http/module.ts";
import { type Authorized, authorize } from "#server/platform/policy.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { sheetsChanged } from "../sheets/sheets.events.ts";
import { type VisitRecord, visitPolicy } from "../visits/visits.policy.ts";
import { setRoomPosition } from "./room-position.ts";
import { notifyOfWalk } from "./walk-news.ts";
import { walksChanged } from "./walks.events.ts";
import { recordWalk, type WalkWork, type WishedRoom, workOf } from "./walks.repository.ts";

/** Adds a picture as the last room of a visit; see `addRoom` of visits. `alongside` writes in the same transaction. */
export type AddWalkRoom = (
  visit: Authorized<VisitRecord>,
  file: UploadedFile,
  name: string,
  by: { readonly id_user: number; readonly address: string },
  alongside: (trx: Trx, id_room: number) => Promise<void>,
) => Promise<number>;

export interface MakingOptions {
  readonly db: Database;
  readonly bus: Pick<Bus, "emit">;
  readonly notices: Notices;
  readonly archive: Pick<Archive, "localFile">;
  readonly walkFilms: Pick<WalkFilms, "withPicture">;
  readonly currentUser: { find(userId: number): Promise<SessionUser | null> };
  readonly addWalkRoom: AddWalkRoom;
}

/** The room is no longer wanted, or another attempt has made it. */
class Stopped extends Error {
  override readonly name = "Stopped";
}

/** Makes rooms of walks in the background, one after the other, each in one transaction. */
export function createMaking(options: MakingOptions) {
  const { db, archive } = options;
  return {
    /** The job. Rooms that were made before are skipped; throws when it must be retried. */
    async make(walkId: number, signal: AbortSignal): Promise<void> {
      const work = await workOf(db, walkId);
      if (work?.state !== "making") return;
      const film = work.film === null ? null : await archive.localFile(work.film);
      if (film === null) return end(options, work, "WALK_NO_FILM");
      try {
        const visit = await visitFor(options, work);
        for (const room of await openRooms(db, walkId)) {
          signal.throwIfAborted();
          if ((await workOf(db, walkId))?.state !== "making") return;
          await makeOne(options, { work, visit, source: film.path }, room, signal);
        }
        await end(options, work, null);
      } catch (error) {
        if (error instanceof Stopped) return;
        if (!(error instanceof AppError) || error.status >= 500) throw error;
        await end(options, work, error.code);
      } finally {
        await film.release();
      }
    },
    /** The last attempt failed. */
    async giveUp(walkId: number): Promise<void> {
      const work = await workOf(db, walkId);
      if (work !== undefined) await end(options, work, "WALK_FAILED");
    },
  };
}

/** The rights of the user who requested the rooms are checked again: they may have been withdrawn since. */
async function visitFor(
  { db, currentUser }: MakingOptions,
  { id_maker, id_visit }: WalkWork,
): Promise<Authorized<VisitRecord>> {
  const user = id_maker === null ? null : await currentUser.find(id_maker);
  return authorize(visitPolicy(db), "add_room", id_visit, user);
}

const openRooms = (db: Database, walkId: number): Promise<WishedRoom[]> =>
  db
    .selectFrom("walk_rooms")
    .selectAll()
    .where("id_walk", "=", walkId)
    .where("is_made", "=", false)
    .orderBy("picture")
    .execute();

interface Making {
  readonly work: WalkWork;
  readonly visit: Authorized<VisitRecord>;
  readonly source: string;
}

async function makeOne(
  { bus, walkFilms, addWalkRoom }: MakingOptions,
  { work, visit, source }: Making,
  room: WishedRoom,
  signal: AbortSignal,
): Promise<void> {
  const alongside = async (trx: Trx, id_room: number) => {
    const { numUpdatedRows } = await trx
      .updateTable("walk_rooms")
      .set({ id_room, is_made: true })
      .where("id_walk", "=", work.id)
      .where("picture", "=", room.picture)
      .where("is_made", "=", false)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new Stopped();
    await setRoomPosition(trx, id_room, room, work.id_maker);
    await bus.emit(trx, sheetsChanged, { id_project: work.id_project });
    await bus.emit(trx, walksChanged, work);
  };
  await walkFilms.withPicture(
    { source, at: room.at_second },
    async (path) => {
      const file = {
        path,
        name: `${room.name}.jpg`,
        bytes: (await stat(path)).size,
        sha256: await hashOf(path),
      };
      await addWalkRoom(visit, file, room.name, { id_user: work.id_maker ?? 0, address: "" }, alongside);
    },
    signal,
  );
}

const hashOf = async (path: string): Promise<string> =>
  createHash("sha256")
    .update(await readFile(path))
    .digest("hex");

/** `problem`: why not all rooms were made; they can be requested again then. */
async function end({ db, bus, notices }: MakingOptions, work: WalkWork, problem: ErrorCode | null) {
  await db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable("walks")
      .set({
        problem,
        state: problem === null ? "made" : "ready",
        ...(problem === null && !work.keeps_film && { film: null, reader: null }),
      })
      .where("id", "=", work.id)
      .where("state", "=", "making")
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    const made = await trx
      .selectFrom("walk_rooms")
      .select("picture")
      .where("id_walk", "=", work.id)
      .where("is_made", "=", true)
      .execute();
    if (problem === null) await recordWalk(trx, "made", work, work, null);
    const to = { ...work, id_user: work.id_maker };
    await notifyOfWalk(notices, trx, to, problem === null ? "made" : "failed", made.length);
    await bus.emit(trx, walksChanged, work);
  });
}
