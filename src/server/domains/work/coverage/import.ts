import type { Trx } from "#server/platform/database.ts";
import "./tables.ts";

export interface ImportedCoverage {
  /** Days after the last photo. */
  readonly days: number;
  /** Weekdays without work; 0 is Sunday. */
  readonly weekend: readonly number[];
  /** First day on which the spots are wanted, `2026-02-18`. */
  readonly since: string;
  /** Rooms whose positions are to be photographed. */
  readonly spots: readonly { readonly id_room: number; readonly name: string }[];
}

/** Plans the photo coverage of a project, without notifications, as part of the caller's transaction. */
export async function importCoverage(
  trx: Trx,
  at: { readonly id_project: number; readonly id_user: number },
  { days, weekend, since, spots }: ImportedCoverage,
): Promise<void> {
  const { id_project, id_user } = at;
  await trx
    .insertInto("coverage_plans")
    .values({
      id_project,
      weekend: [...weekend],
      rhythm: JSON.stringify({ kind: "days", days }),
      pauses: JSON.stringify([]),
      alert_days: null,
    })
    .execute();
  for (const { id_room, name } of spots) {
    const place = await trx
      .selectFrom("room_positions")
      .select(["id_sheet", "x", "y"])
      .where("id_room", "=", id_room)
      .executeTakeFirst();
    await trx
      .insertInto("coverage_spots")
      .values({
        id_project,
        id_user,
        id_room,
        name,
        since,
        rhythm: null,
        id_sheet: place?.id_sheet ?? null,
        x: place?.x ?? null,
        y: place?.y ?? null,
      })
      .execute();
  }
}
