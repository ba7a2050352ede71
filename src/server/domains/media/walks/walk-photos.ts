import { createHash } from "node:crypto";
import { sql } from "kysely";
import { walkLimits } from "#contract/walks.limits.ts";
import type { NewWalkRoom } from "#contract/walks.ts";
import type { Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Bus } from "#server/platform/events/bus.ts";
import { sheetsChanged } from "../sheets/sheets.events.ts";
import { walkOrder } from "../tour/walk-order.ts";
import type { VisitRecord } from "../visits/visits.policy.ts";
import { setRoomPosition } from "./room-position.ts";
import type { WalkRow } from "./walks.repository.ts";
import "#server/media/tables.ts";
import "../visits/tables.ts";

interface OrderedPhoto {
  readonly id_room: number;
  readonly sha256: string;
  readonly file_name: string;
  readonly bytes: number;
  readonly width: number;
  readonly height: number;
}

/** The 360 photos of a visit in order of the walk. Throws `WALK_PHOTOS` when there are too few, or not all are ready. */
export async function photosInOrder(trx: Trx, visitId: number): Promise<OrderedPhoto[]> {
  const { rows } = await sql<
    OrderedPhoto & {
      readonly name: string;
      readonly position: number;
      readonly captured_at: Date | null;
      readonly is_ready: boolean;
      readonly is_order_set: boolean;
    }
  >`
    select r.id as id_room, r.name, r.file_name, r.position, c.captured_at, c.sha256, c.bytes, c.width, c.height,
      c.state = 'ready' and c.area is null as is_ready, v.is_order_set
    from rooms r join visits v on v.id = r.id_visit join pictures c on c.sha256 = r.picture_sha256
    where r.id_visit = ${visitId} and c.state <> 'failed' order by r.position, r.id`.execute(trx);
  if (rows.length < walkLimits.photos || rows.some(({ is_ready }) => !is_ready))
    throw new AppError("WALK_PHOTOS", { values: { n: walkLimits.photos } });
  return walkOrder(rows, { isSet: rows[0]?.is_order_set === true });
}

/** Columns of a walk of these photos, one for each second. */
export function valuesOfPhotos(photos: readonly OrderedPhoto[]) {
  const [first, last] = [photos[0], photos.at(-1)];
  return {
    photos: JSON.stringify(photos.map(({ id_room }) => id_room)),
    file_name: [...new Set([first?.file_name, last?.file_name])].join(" – ").slice(0, 255),
    bytes: photos.reduce((sum, { bytes }) => sum + bytes, 0),
    sha256: createHash("sha256")
      .update(photos.map(({ id_room, sha256 }) => `${id_room} ${sha256}`).join())
      .digest("hex"),
    width: first?.width ?? 0,
    height: first?.height ?? 0,
    seconds: photos.length,
  };
}

/** Gives photos of a walk their positions and directions. */
export async function placePhotos(
  trx: Trx,
  {
    bus,
    ways,
  }: {
    readonly bus: Pick<Bus, "emit">;
    readonly ways: { propose(trx: Trx, ids: Iterable<number>): Promise<void> };
  },
  {
    visit,
    walk,
    id_user,
  }: {
    readonly visit: Pick<VisitRecord, "id" | "id_project">;
    readonly walk: WalkRow;
    readonly id_user: number;
  },
  rooms: readonly (NewWalkRoom & { readonly second: number })[],
): Promise<void> {
  const present = await trx.selectFrom("rooms").select("id").where("id_visit", "=", visit.id).execute();
  for (const { second, picture, name, ...place } of rooms) {
    const id_room = walk.photos[Math.round(second)];
    // A photo that was deleted since.
    if (id_room === undefined || !present.some(({ id }) => id === id_room)) continue;
    await setRoomPosition(trx, id_room, place, id_user);
    const values = { ...place, name, id_room, is_made: true, at_second: second };
    await trx
      .insertInto("walk_rooms")
      .values({ ...values, id_walk: walk.id, picture })
      .onConflict((conflict) => conflict.columns(["id_walk", "picture"]).doUpdateSet(values))
      .execute();
  }
  await trx.updateTable("walks").set({ state: "made" }).where("id", "=", walk.id).execute();
  await ways.propose(trx, [visit.id]);
  await bus.emit(trx, sheetsChanged, { id_project: visit.id_project });
}
