import { openSource, type WatchedCamera } from "#server/cameras/index.ts";
import type { Database } from "#server/platform/database.ts";
import type { AppKey } from "#server/platform/key.ts";
import { gateOf } from "./cctv.repository.ts";

/** Source of a camera; null when it or its project was deleted. */
export async function cameraSourceOf(db: Database, key: AppKey, id: number): Promise<WatchedCamera | null> {
  const row = await db
    .selectFrom("cameras as t")
    .innerJoin("projects as p", "p.id", "t.id_project")
    .select(["t.source", "t.is_public", "t.is_protected", "t.protection_hash", "p.active", "p.validated"])
    .where("t.id", "=", id)
    .where("p.deleted_at", "is", null)
    .executeTakeFirst();
  const source = row === undefined ? null : openSource(key, row.source);
  return row === undefined || source === null ? null : { source, gate: gateOf(row) };
}
