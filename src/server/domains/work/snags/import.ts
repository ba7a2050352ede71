import type { SnagPriority, SnagStatus } from "#contract/choices.ts";
import type { Trx } from "#server/platform/database.ts";
import { insertSnag } from "./snag-writes.ts";

export interface ImportedSnag {
  readonly id_visit: number;
  readonly id_room: number;
  readonly title: string;
  readonly text: string;
  readonly status: SnagStatus;
  readonly priority: SnagPriority;
  readonly trade: string;
  /** `2026-11-21`, or null. */
  readonly due_date: string | null;
  readonly yaw: number;
  readonly pitch: number;
}

/** Vertical field of view of a typical lens, in degrees. */
const fov = 60;

/** Writes snags of a project's rooms, on the floor plans that have these rooms, as part of the caller's transaction. */
export async function importSnags(
  trx: Trx,
  projectId: number,
  userId: number,
  snags: readonly ImportedSnag[],
): Promise<void> {
  for (const snag of snags) {
    const place = await trx
      .selectFrom("room_positions")
      .select(["id_sheet", "x", "y"])
      .where("id_room", "=", snag.id_room)
      .executeTakeFirst();
    await insertSnag(trx, projectId, { ...snag, fov, ...place }, { id_user: userId, action: "created" });
  }
}
