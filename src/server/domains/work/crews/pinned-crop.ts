import { sql } from "kysely";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";
import { loadSharp } from "#server/platform/load-sharp.ts";
import { isShownSnag } from "./link-snags.ts";
import type { LinkRow } from "./links.repository.ts";

export interface PinnedCropOptions {
  readonly db: Database;
  readonly clock: Clock;
  /** The flat view at a snag, JPEG; undefined without a pin in a ready 360 photo. */
  readonly viewOf: (snagId: number) => Promise<Buffer | undefined>;
}

/** Pictures kept in memory: about 150 KB each. */
const KEPT = 40;
/** A ring around the defect rather than a pin upon it. */
const ring = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" width="120" height="120" fill="none">
<circle cx="60" cy="60" r="44" stroke="#ffffff" stroke-width="12"/>
<circle cx="60" cy="60" r="44" stroke="#d92d20" stroke-width="6"/></svg>`,
);

export interface PinnedCrops {
  /** Undefined for a snag that the link does not show. */
  of(link: LinkRow, snagId: number): Promise<Buffer | undefined>;
}

/** Flat pictures of the place of a snag with a ring around it, for pages that have no 360 viewer yet. */
export function createPinnedCrops({ db, clock, viewOf }: PinnedCropOptions): PinnedCrops {
  const kept = new Map<string, Promise<Buffer | undefined>>();

  const draw = async (snagId: number): Promise<Buffer | undefined> => {
    const view = await viewOf(snagId);
    if (view === undefined) return undefined;
    const sharp = await loadSharp();
    return sharp(view)
      .composite([{ input: ring }])
      .jpeg({ quality: 80, mozjpeg: false })
      .toBuffer();
  };

  return {
    async of(link, snagId) {
      const { rows } = await sql<{ key: string }>`
        select concat_ws(' ', s.id, r.picture_sha256, s.yaw, s.pitch, s.fov) as key
        from crew_links l join crew_people q on q.id = l.id_person join snags s on ${isShownSnag(clock.now())}
        join visits v on v.id = s.id_visit and v.deleted_at is null join rooms r on r.id = s.id_room
        where l.id = ${link.id} and s.id = ${snagId} and s.yaw is not null`.execute(db);
      const [row] = rows;
      if (row === undefined) return undefined;
      const known = kept.get(row.key);
      if (known !== undefined) return known;
      const drawn = draw(snagId);
      kept.set(row.key, drawn);
      const [oldest] = kept.keys();
      if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
      // A failed one is tried again, and so is one whose 360 photo is not ready yet.
      drawn.then(
        (jpeg) => void (jpeg === undefined && kept.delete(row.key)),
        () => void kept.delete(row.key),
      );
      return drawn;
    },
  };
}
