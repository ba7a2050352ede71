import { sql } from "kysely";
import type { WalkTrack } from "#contract/walks.ts";
import type { Trx } from "#server/platform/database.ts";
import { placeWalk } from "#walk/place-walk.ts";
import type { PlacedPicture } from "#walk/types.ts";
import { passedRooms } from "./passed-rooms.ts";
import { simplified } from "./simplified.ts";
import type { WalkLine, WalkPlacement } from "./tables.ts";
import "#server/media/tables.ts";
import "../sheets/tables.ts";

export interface SheetShape {
  readonly id: number;
  readonly width_metres: number | null;
  /** Width divided by height. */
  readonly aspect: number;
}

/** Width and proportions of floor plans; those that have not been measured count as square. */
export async function shapesOf(trx: Trx, ids: readonly number[]): Promise<SheetShape[]> {
  const { rows } = await sql<SheetShape>`
    select s.id, s.width_metres,
      coalesce((select p.width::float8 / p.height from plans p where p.image = s.image and p.height > 0 limit 1), 1)
        as aspect
    from sheets s where s.id = any(${[...new Set(ids)]}::bigint[])`.execute(trx);
  return rows;
}

/** The line of a walk by its marks, and the order in which it passes these rooms, given by their pictures. */
export async function lineOf(
  trx: Trx,
  path: WalkTrack,
  { taps }: WalkPlacement,
  rooms: readonly number[],
): Promise<WalkLine> {
  const shapes = await shapesOf(
    trx,
    taps.map(({ id_sheet }) => id_sheet),
  );
  const placed = placeWalk(
    path,
    taps.map(({ id_sheet, picture, x, y, heading, error }) => ({
      picture,
      x,
      y,
      sheet: String(id_sheet),
      ...(heading !== undefined && { heading }),
      ...(error !== undefined && { error }),
    })),
    shapes.map(({ id, aspect, width_metres }) => ({
      id: String(id),
      aspect,
      ...(width_metres !== null && { metres: width_metres }),
    })),
  );
  const aspects = new Map(shapes.map(({ id, aspect }) => [String(id), aspect]));
  const places = placed.pictures.map(({ sheet, x, y }) => ({
    id_sheet: Number(sheet),
    x,
    y: y / (aspects.get(sheet) ?? 1),
  }));
  return { stretches: stretchesOf(placed.pictures), passed: passedRooms(places, rooms) };
}

/** Lines between pictures, cut where the floor plan or the certainty changes; uncertain when one of the ends is. */
function stretchesOf(pictures: readonly PlacedPicture[]): WalkLine["stretches"] {
  const found: { id_sheet: number; is_uncertain: boolean; points: (readonly [number, number])[] }[] = [];
  for (const [at, picture] of pictures.entries()) {
    const before = pictures[at - 1];
    if (before === undefined || before.sheet !== picture.sheet) continue;
    const is_uncertain = before.isUncertain || picture.isUncertain;
    const line = found.at(-1);
    const isSame =
      line !== undefined &&
      line.is_uncertain === is_uncertain &&
      line.id_sheet === Number(picture.sheet) &&
      pictures[at - 2]?.sheet === picture.sheet;
    if (isSame) line.points.push([picture.x, picture.y]);
    else
      found.push({
        id_sheet: Number(picture.sheet),
        is_uncertain,
        points: [
          [before.x, before.y],
          [picture.x, picture.y],
        ],
      });
  }
  return found.map((line) => ({ ...line, points: simplified(line.points) }));
}
