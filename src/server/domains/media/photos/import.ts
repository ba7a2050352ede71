import { sql } from "kysely";
import type { KeptPhoto } from "#server/media/index.ts";
import type { Trx } from "#server/platform/database.ts";
import "./tables.ts";

export interface ImportedPhoto {
  readonly id_user: number;
  readonly id_visit: number;
  readonly id_room: number;
  readonly caption: string;
  readonly file_name: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly kept: KeptPhoto;
  readonly taken_at: Date;
  /** Degrees clockwise from north. */
  readonly heading: number;
}

/** Writes photos of a project at the positions of their rooms, as part of the caller's transaction. */
export async function importPhotos(
  trx: Trx,
  id_project: number,
  photos: readonly ImportedPhoto[],
): Promise<void> {
  for (const { kept, ...photo } of photos) {
    const { original, image, thumbnail } = kept;
    const place = await trx
      .selectFrom("room_positions")
      .select(["id_sheet", "x", "y"])
      .where("id_room", "=", photo.id_room)
      .executeTakeFirst();
    await trx
      .insertInto("photos")
      .values({
        ...photo,
        id_project,
        original,
        image,
        thumbnail,
        taken_from: "user",
        id_sheet: place?.id_sheet ?? null,
        x: place?.x ?? null,
        y: place?.y ?? null,
        latitude: null,
        longitude: null,
        accuracy: null,
        file_heading: null,
        // The project is new: no member is to be notified.
        announced_at: sql<Date>`now()`,
      })
      .execute();
  }
}
