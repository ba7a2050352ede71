import { sql } from "kysely";
import type { WalkTrack } from "#contract/walks.ts";
import type { Trx } from "#server/platform/database.ts";
import { linesOf } from "#walk/lines.ts";
import { placeOnSheets } from "#walk/place-on-sheets.ts";
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
  const placed = placeOnSheets(path, taps, shapes);
  const aspects = new Map(shapes.map(({ id, aspect }) => [String(id), aspect]));
  const places = placed.pictures.map(({ sheet, x, y }) => ({
    id_sheet: Number(sheet),
    x,
    y: y / (aspects.get(sheet) ?? 1),
  }));
  const stretches = linesOf(placed).map(({ id_sheet, isUncertain, points }) => ({
    id_sheet,
    is_uncertain: isUncertain,
    points: simplified(points.map(({ x, y }): [number, number] => [x, y])),
  }));
  return { stretches, passed: passedRooms(places, rooms) };
}
