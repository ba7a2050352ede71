import { sql } from "kysely";
import { walkLimits } from "#contract/walks.limits.ts";
import type { NewWalkRoom, WalkTapPlace } from "#contract/walks.ts";
import type { Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import { lineOf } from "./walk-line.ts";
import { placePhotos } from "./walk-photos.ts";
import { type Caller, createWork, type Visit, type WalkServiceOptions } from "./walk-work.ts";
import { makeWalkRooms } from "./walks.jobs.ts";
import { detailOf, recordWalk, type WalkRow } from "./walks.repository.ts";

/** Their positions, and the rooms made of them. */
export function walkPositions(options: WalkServiceOptions) {
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
          await writeLine(trx, walkId);
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
          .set({ state: "making", problem: null, keeps_film: keepsFilm, id_maker: by.user.id })
          .where("id", "=", walkId)
          .execute();
        await writeLine(trx, walkId);
        await send(trx, makeWalkRooms, walkId);
        await recordWalk(trx, "requested", walk, visit, by);
      });
    },
  };
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

/** Counts the rooms of the visit, and those that other walks of it are still creating. */
async function refuseTooMany(trx: Trx, visitId: number, walkId: number): Promise<void> {
  const { rows } = await sql<{ n: number }>`
    select (select count(*) from rooms where id_visit = ${visitId})::int
      + (select count(*) from walk_rooms r join walks w on w.id = r.id_walk
        where w.id_visit = ${visitId} and not r.is_made and (w.id = ${walkId} or w.state = 'making'))::int as n`.execute(
    trx,
  );
  if ((rows[0]?.n ?? 0) > walkLimits.rooms)
    throw new AppError("WALK_ROOMS", { values: { n: walkLimits.rooms } });
}

/** Stores the line that other pages show, by the marks as they are now. */
async function writeLine(trx: Trx, walkId: number): Promise<void> {
  const { path, placement } = await detailOf(trx, walkId);
  if (path === null || placement.taps.length === 0) return;
  const rooms = await trx
    .selectFrom("walk_rooms")
    .select("picture")
    .where("id_walk", "=", walkId)
    .orderBy("picture")
    .execute();
  const line = await lineOf(
    trx,
    path,
    placement,
    rooms.map(({ picture }) => picture),
  );
  await trx
    .updateTable("walks")
    .set({ line: JSON.stringify(line) })
    .where("id", "=", walkId)
    .execute();
}
