import { sql } from "kysely";
import type { EarlierPicture, WalkFilms } from "#server/media/index.ts";
import type { Database } from "#server/platform/database.ts";
import type { WalkSheet } from "#walk/types.ts";
import type { WalkPlacement } from "./tables.ts";
import type { WalkWork } from "./walks.repository.ts";
import "#server/media/tables.ts";
import "../sheets/tables.ts";
import "../visits/tables.ts";

/** Pictures that are compared with a walk, and rooms that are considered for them, the newest first. */
const MOST = 150;
const CONSIDERED = 3000;
/** Metres, or widths of a floor plan without a scale, within which only the newest picture is compared. */
const CELL = { metres: 1, share: 0.02 };

interface Row {
  readonly id: number;
  readonly id_sheet: number;
  readonly x: number;
  readonly y: number;
  readonly heading: number | null;
  readonly sha256: string;
  readonly width_metres: number | null;
  readonly aspect: number;
}

/**
 * Positions of a walk that was read, by its likeness to 360 photos of other visits of the project: the newest photo of
 * each position is compared. None for a building that was not photographed before.
 */
export async function findPositions(
  { db, walkFilms }: { readonly db: Database; readonly walkFilms: Pick<WalkFilms, "alignWithPictures"> },
  { id_visit, id_project, reader }: WalkWork,
  signal: AbortSignal,
): Promise<WalkPlacement["taps"]> {
  if (reader === null) return [];
  const rows = await roomsOf(db, id_project, id_visit);
  const pictures = newestOf(rows).map(
    ({ id, id_sheet, x, y, heading, sha256 }): EarlierPicture => ({
      id: String(id),
      sheet: String(id_sheet),
      x,
      y,
      sha256,
      ...(heading !== null && { heading }),
    }),
  );
  if (pictures.length === 0) return [];
  const sheets = await sheetsOf(db, id_project);
  const taps = await walkFilms.alignWithPictures({ reader, pictures, sheets }, signal);
  return taps.map(({ sheet, picture, x, y, heading, error }) => ({
    picture,
    id_sheet: Number(sheet),
    is_found: true,
    x: Math.min(1, Math.max(0, x)),
    y: Math.min(1, Math.max(0, y)),
    ...(heading !== undefined && { heading }),
    ...(error !== undefined && { error }),
  }));
}

/** All floor plans of the project: on one without photos, the walk may be, too. */
async function sheetsOf(db: Database, projectId: number): Promise<WalkSheet[]> {
  const { rows } = await sql<Pick<Row, "id_sheet" | "width_metres" | "aspect">>`
    select s.id as id_sheet, s.width_metres,
      coalesce((select p.width::float8 / p.height from plans p where p.image = s.image and p.height > 0 limit 1), 1)
        as aspect
    from sheets s where s.id_project = ${projectId} order by s.id`.execute(db);
  return rows.map(({ id_sheet, aspect, width_metres }) => ({
    id: String(id_sheet),
    aspect,
    ...(width_metres !== null && { metres: width_metres }),
  }));
}

async function roomsOf(db: Database, projectId: number, visitId: number): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select r.id, t.id_sheet, t.x, t.y, r.picture_sha256 as sha256, s.width_metres,
      coalesce(t.heading, case when r.is_north_set or r.north <> 0 or c.north is not null then s.north - r.north end)
        as heading,
      coalesce((select p.width::float8 / p.height from plans p where p.image = s.image and p.height > 0 limit 1), 1)
        as aspect
    from room_positions t
    join rooms r on r.id = t.id_room
    join visits v on v.id = r.id_visit and v.deleted_at is null
    join pictures c on c.sha256 = r.picture_sha256 and c.state = 'ready' and c.area is null
    join sheets s on s.id = t.id_sheet
    where v.id_project = ${projectId} and v.id <> ${visitId}
    order by v.visit_date desc, r.id limit ${CONSIDERED}`.execute(db);
  return rows;
}

function newestOf(rows: readonly Row[]): Row[] {
  const cells = new Set<string>();
  return rows
    .filter(({ id_sheet, x, y, width_metres, aspect }) => {
      const cell = width_metres === null ? CELL.share : CELL.metres / width_metres;
      const key = [id_sheet, Math.floor(x / cell), Math.floor(y / aspect / cell)].join(" ");
      if (cells.has(key)) return false;
      cells.add(key);
      return true;
    })
    .slice(0, MOST);
}
