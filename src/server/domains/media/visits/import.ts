import { limits } from "#contract/limits.ts";
import type { KeptPicture } from "#server/media/index.ts";
import { newCode } from "#server/platform/code.ts";
import type { Trx } from "#server/platform/database.ts";

/** A link from one room to another as seen in the picture; degrees. `to` is the other room's slug. */
export interface ImportedLink {
  readonly to: string;
  readonly yaw: number;
  readonly pitch: number;
}

export interface ImportedRoom {
  readonly slug: string;
  readonly name: string;
  /** Yaw of north; degrees. */
  readonly north: number;
  readonly fileName: string;
  readonly picture: KeptPicture;
  readonly links: readonly ImportedLink[];
}

export interface ImportedVisit {
  readonly id_project: number;
  readonly id_user: number;
  readonly name: string;
  readonly description: string;
  readonly visit_date: Date;
  readonly rooms: readonly ImportedRoom[];
}

/**
 * Inserts a whole visit, its rooms and the links between them, as part of the caller's transaction. `rooms` are the
 * rooms' ids by their slugs.
 */
export async function importVisit(
  trx: Trx,
  visit: ImportedVisit,
): Promise<{ id: number; code: string; rooms: ReadonlyMap<string, number> }> {
  const { rooms, ...values } = visit;
  if (rooms.length > limits.visit.files) throw new Error(`A visit has at most ${limits.visit.files} rooms.`);
  const code = newCode();
  const { id } = await trx
    .insertInto("visits")
    .values({ ...values, code, deleted_at: null })
    .returning("id")
    .executeTakeFirstOrThrow();
  const ids = new Map<string, number>();
  for (const [position, room] of rooms.entries()) {
    await room.picture.claim(trx);
    const row = await trx
      .insertInto("rooms")
      .values({
        id_visit: id,
        name: room.name,
        position,
        north: room.north,
        file_name: room.fileName,
        picture_sha256: room.picture.sha256,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    ids.set(room.slug, row.id);
  }
  await linkRooms(trx, rooms, ids);
  return { id, code, rooms: ids };
}

async function linkRooms(
  trx: Trx,
  rooms: readonly ImportedRoom[],
  ids: ReadonlyMap<string, number>,
): Promise<void> {
  const hotspots = rooms.flatMap((room) =>
    room.links.flatMap(({ to, yaw, pitch }) => {
      const [from, target] = [ids.get(room.slug), ids.get(to)];
      return from === undefined || target === undefined
        ? []
        : [{ id_room: from, id_target_room: target, yaw, pitch, label: "" }];
    }),
  );
  if (hotspots.length > 0) await trx.insertInto("hotspots").values(hotspots).execute();
}
