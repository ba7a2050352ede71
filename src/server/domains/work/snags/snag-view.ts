import type { Archive } from "#server/media/index.ts";
import type { Database } from "#server/platform/database.ts";
import { createCrops } from "./report/crops.ts";
import "#server/domains/media/visits/tables.ts";
import "#server/media/tables.ts";
import "./tables.ts";

/** The view of a person in the room, with the snag in the middle. */
const size = { width: 1280, height: 800 };
/** Default vertical field of view in degrees: that of a typical lens. */
const usualFov = 60;

/**
 * Renders the view into the room's picture at a snag, JPEG. Undefined where it is pinned in no room, or its picture is
 * not ready.
 */
export function createSnagView({
  db,
  archive,
}: {
  readonly db: Database;
  readonly archive: Pick<Archive, "keptFile">;
}) {
  const crops = createCrops(archive);
  return async function viewOf(snagId: number): Promise<Buffer | undefined> {
    const snag = await db
      .selectFrom("snags as s")
      .innerJoin("visits as v", (join) =>
        join.onRef("v.id", "=", "s.id_visit").on("v.deleted_at", "is", null),
      )
      .innerJoin("rooms as r", "r.id", "s.id_room")
      .innerJoin("pictures as c", (join) =>
        join.onRef("c.sha256", "=", "r.picture_sha256").on("c.state", "=", "ready"),
      )
      .select(["s.yaw", "s.pitch", "s.fov", "c.sha256", "c.levels", "c.area", "c.pose"])
      .where("s.id", "=", snagId)
      .executeTakeFirst();
    if (snag === undefined) return undefined;
    const { yaw, pitch, fov, sha256, levels, area, pose } = snag;
    if (yaw === null || pitch === null || levels === null || levels.length === 0) return undefined;
    return crops.view({ sha256, levels, area, pose }, { yaw, pitch, fov: fov ?? usualFov }, size);
  };
}
