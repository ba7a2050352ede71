import type { KeptPlan, Plans } from "#server/media/index.ts";
import type { Trx } from "#server/platform/database.ts";
import { addVersion } from "./versions.ts";
import "./tables.ts";

export interface ImportedSheet {
  readonly id_project: number;
  readonly name: string;
  readonly position: number;
  readonly plan: KeptPlan;
  /** Name of the floor plan's file. */
  readonly file: string;
  /** Rooms on it; 0..1 from the floor plan's upper left corner. */
  readonly places: readonly { readonly id_room: number; readonly x: number; readonly y: number }[];
}

/** Inserts a sheet with its floor plan and rooms as part of the caller's transaction; returns its id. */
export async function importSheet(
  trx: Trx,
  { places, plan, file, ...sheet }: ImportedSheet,
  plans: Pick<Plans, "claimPlan">,
): Promise<number> {
  const { id } = await trx
    .insertInto("sheets")
    .values({ ...sheet, width_metres: null, image: null })
    .returning("id")
    .executeTakeFirstOrThrow();
  await plans.claimPlan(trx, plan);
  await addVersion(trx, { id_sheet: id, plan, name: file, id_user: null });
  if (places.length === 0) return id;
  const rows = places.map((place) => ({ ...place, id_sheet: id, heading: null }));
  await trx.insertInto("room_positions").values(rows).execute();
  return id;
}
