import { sql } from "kysely";
import { isOpenVisit } from "#server/domains/sites/projects/open-visits.ts";
import type { Archive } from "#server/media/index.ts";
import type { ViewDirection } from "#server/media/view-window.ts";
import type { Database } from "#server/platform/database.ts";
import { createCrops } from "../snags/report/crops.ts";
import type { PictureLevels } from "../snags/report/snag.ts";
import "#server/domains/media/visits/tables.ts";
import "#server/media/tables.ts";

/** A room of a pair as it is now. */
export interface RoomNow {
  readonly id: number;
  readonly visit_code: string;
  readonly picture: PictureLevels;
  /** Anyone with the link opens its visit. */
  readonly is_open: boolean;
}

/** Those of the rooms of a project that still exist outside the bin, with a ready picture. */
export async function roomsNow(
  db: Database,
  projectId: number,
  ids: readonly number[],
  now: Date,
): Promise<ReadonlyMap<number, RoomNow>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<Omit<RoomNow, "picture"> & PictureLevels>`
    select r.id, v.code as visit_code, c.sha256, c.levels, c.area, c.pose, ${isOpenVisit(now)} as is_open
    from rooms r join visits v on v.id = r.id_visit and v.deleted_at is null
    join pictures c on c.sha256 = r.picture_sha256 and c.state = 'ready' and c.levels is not null
    where v.id_project = ${projectId} and r.id = any (${[...new Set(ids)]}::bigint[])`.execute(db);
  return new Map(
    rows.map(({ id, visit_code, is_open, ...picture }) => [id, { id, visit_code, is_open, picture }]),
  );
}

/** Pixels of a view on a page. */
const SIZE = { width: 720, height: 405 };
/** Views that are kept: those of some reports that are being read. */
const KEPT = 60;

/** Views into rooms as JPEGs, each drawn once while it is among the last ones read. */
export function createViewPictures(archive: Pick<Archive, "keptFile">) {
  const crops = createCrops(archive);
  const kept = new Map<string, Promise<Buffer | undefined>>();
  return (picture: PictureLevels, look: ViewDirection): Promise<Buffer | undefined> => {
    const key = `${picture.sha256} ${look.yaw} ${look.pitch} ${look.fov}`;
    const known = kept.get(key);
    kept.delete(key);
    const jpeg = known ?? crops.view(picture, look, SIZE);
    kept.set(key, jpeg);
    // A view whose tiles could not be read is drawn again by the next request.
    const forget = () => void (kept.get(key) === jpeg && kept.delete(key));
    jpeg.then((bytes) => bytes === undefined && forget(), forget);
    const [oldest] = kept.keys();
    if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
    return jpeg;
  };
}

export type ViewPictures = ReturnType<typeof createViewPictures>;
