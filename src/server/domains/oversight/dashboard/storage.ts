import { statfs } from "node:fs/promises";
import { sql } from "kysely";
import { hasMoreProjects } from "#server/domains/sites/projects/number-of-projects.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";
import { plannedEachTime } from "#server/platform/prepared-statements.ts";
import { fewProjects, keepSums } from "./kept-sums.ts";

/** Milliseconds that a call waits for a sum that is made for the first time. */
const PATIENCE = 100;

/**
 * Bytes stored by a user. The sum of an owner of many projects reads some hundred thousand rows, for half a minute where
 * they are not in memory, and is kept: undefined while it is made for the first time. Those of all other users are
 * computed anew.
 */
export function createStorage(db: Database, clock: Clock, patience = PATIENCE) {
  const kept = keepSums<number>(clock);
  return async (userId: number): Promise<number | undefined> =>
    (await hasMoreProjects(db, { id: userId }, fewProjects, "owner"))
      ? kept.within(patience, userId, () => bytesOf(db, userId))
      : bytesOf(db, userId);
}

/**
 * Bytes of uploads and recordings for the projects that a user owns, except those in the bin. A file that is used twice
 * counts once.
 */
async function bytesOf(db: Database, userId: number): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`${plannedEachTime}
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
