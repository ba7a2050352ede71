import { createHash } from "node:crypto";
import type { WalkTrack } from "#contract/walks.ts";
import type { Trx } from "#server/platform/database.ts";
import { lineOf } from "./walk-line.ts";
import "./tables.ts";

export interface ImportedWalk {
  readonly id_visit: number;
  readonly id_user: number;
  readonly file_name: string;
  readonly seconds: number;
  readonly path: WalkTrack;
  /** Marks of the user who placed it. */
  readonly taps: readonly {
    readonly picture: number;
    readonly id_sheet: number;
    readonly x: number;
    readonly y: number;
  }[];
  /** Keys in the object store of the columns of small pictures, one for each piece. */
  readonly previews: readonly string[];
  /** Rooms that were created from it, in order; `heading` of the picture's centre on the floor plan. */
  readonly rooms: readonly {
    readonly picture: number;
    readonly id_room: number;
    readonly name: string;
    readonly id_sheet: number;
    readonly x: number;
    readonly y: number;
    readonly heading: number;
  }[];
}

/** Inserts a walk whose rooms exist and whose video was removed, as part of the caller's transaction. */
export async function importWalk(
  trx: Trx,
  { path, taps, previews, rooms, ...walk }: ImportedWalk,
): Promise<number> {
  const placement = { taps };
  const line = await lineOf(
    trx,
    path,
    placement,
    rooms.map(({ picture }) => picture),
  );
  const pathText = JSON.stringify(path);
  const { id } = await trx
    .insertInto("walks")
    .values({
      ...walk,
      sha256: createHash("sha256").update(pathText).digest("hex"),
      bytes: 1,
      film: null,
      width: 3840,
      height: 1920,
      state: "made",
      pieces: previews.length,
      keeps_film: false,
      path: pathText,
      placement: JSON.stringify(placement),
      line: JSON.stringify(line),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  if (previews.length > 0)
    await trx
      .insertInto("walk_pieces")
      .values(previews.map((preview, piece) => ({ id_walk: id, piece, preview })))
      .execute();
  if (rooms.length > 0)
    await trx
      .insertInto("walk_rooms")
      .values(
        rooms.map((room) => ({
          ...room,
          id_walk: id,
          at_second: path.pictures[room.picture]?.at ?? 0,
          is_made: true,
        })),
      )
      .execute();
  return id;
}
