import { statfs } from "node:fs/promises";
import { sql } from "kysely";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";

/** Owners of more projects than this see a sum that may be older. */
const few = 50;
/** Milliseconds for which a sum counts as new, and for which it is shown while a new one is made. */
const ages = { fresh: 60_000, shown: 3_600_000 };
/** Sums that are kept at most; the oldest goes first. */
const mostKept = 1000;

interface Sum {
  readonly bytes: number;
  readonly at: number;
}

/**
 * Bytes stored by a user. The sum of an owner of many projects reads some hundred thousand rows: it is kept for a minute,
 * and a former one is shown while it is renewed. Those of all other users are computed anew.
 */
export function createStorage(db: Database, clock: Clock) {
  const kept = new Map<number, Sum>();
  const running = new Map<number, Promise<number>>();

  const renew = (userId: number): Promise<number> => {
    const present = running.get(userId);
    if (present !== undefined) return present;
    const made = bytesOf(db, userId)
      .then((bytes) => {
        kept.delete(userId);
        kept.set(userId, { bytes, at: clock.now().getTime() });
        const [oldest] = kept.keys();
        if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
        return bytes;
      })
      .finally(() => running.delete(userId));
    running.set(userId, made);
    return made;
  };

  return async (userId: number): Promise<number> => {
    if (!(await ownsMany(db, userId))) return bytesOf(db, userId);
    const sum = kept.get(userId);
    const age = clock.now().getTime() - (sum?.at ?? 0);
    if (sum === undefined || age > ages.shown) return renew(userId);
    // A failure leaves the former sum; the next call tries again.
    if (age > ages.fresh) renew(userId).catch(() => undefined);
    return sum.bytes;
  };
}

async function ownsMany(db: Database, userId: number): Promise<boolean> {
  const { rows } = await sql`
    select from project_members where id_user = ${userId} and role = 'owner' offset ${few} limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

/**
 * Bytes of uploads and recordings for the projects that a user owns, except those in the bin. A file that is used twice
 * counts once.
 */
async function bytesOf(db: Database, userId: number): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    with own as (
      select p.id from projects p join project_members m on m.id_project = p.id
      where m.id_user = ${userId} and m.role = 'owner' and p.deleted_at is null
    )
    select coalesce(sum(bytes), 0)::float8 as bytes from (
      (select distinct c.sha256, c.bytes from visits v join rooms r on r.id_visit = v.id
        join pictures c on c.sha256 = r.picture_sha256
        where v.id_project in (select id from own) and v.deleted_at is null)
      union all
      (select distinct f.sha256, f.bytes from videos v join films f on f.sha256 = v.film_sha256
        where v.id_project in (select id from own))
      union all
      (select distinct p.sha256, p.bytes from sheets s join sheet_versions w on w.id_sheet = s.id
        join plans p on p.sha256 = w.sha256 and p.page = w.page
        where s.id_project in (select id from own))
      union all
      (select k.id::text, k.bytes from camera_stills k join cameras a on a.id = k.id_camera
        where a.id_project in (select id from own))
      union all
      (select g.id::text, g.bytes from live_recordings g join live_channels a on a.id = g.id_channel
        where a.id_project in (select id from own))
      union all
      (select distinct f.sha256, f.bytes from photos f
        where f.id_project in (select id from own) and f.deleted_at is null)
      union all
      (select distinct n.key, n.bytes from voice_notes n
        where n.id_project in (select id from own) and n.deleted_at is null)
    ) files`.execute(db);
  return rows[0]?.bytes ?? 0;
}

/** Free bytes of the upload volume; null where it cannot be determined. */
export async function freeBytes(directory: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(directory);
    return bavail * bsize;
  } catch {
    return null;
  }
}
