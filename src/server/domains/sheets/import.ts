import type { Trx } from "#server/platform/database.ts";
import "./tables.ts";

export interface ImportedSheet {
  readonly id_project: number;
  readonly name: string;
  readonly position: number;
  /** Key in the object store. */
  readonly image: string;
  /** Rooms on it; 0..1 from the plan's upper left corner. */
  readonly places: readonly { readonly id_room: number; readonly x: number; readonly y: number }[];
}

/** Writes a sheet with its rooms as part of the caller's transaction. */
export async function importSheet(trx: Trx, { places, ...sheet }: ImportedSheet): Promise<void> {
  const { id } = await trx
    .insertInto("sheets")
    .values({ ...sheet, width_metres: null })
    .returning("id")
    .executeTakeFirstOrThrow();
  if (places.length === 0) return;
  const rows = places.map((place) => ({ ...place, id_sheet: id, heading: null }));
  await trx.insertInto("room_positions").values(rows).execute();
}
