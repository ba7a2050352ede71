import { randomBytes } from "node:crypto";
import { newCode } from "#server/platform/code.ts";
import type { Database } from "#server/platform/database.ts";

interface VisitValues {
  readonly visit_date?: Date;
  readonly name?: string;
  readonly access?: "link" | "members";
  readonly share_password_hash?: string;
  readonly share_expires_at?: Date;
  readonly share_history?: boolean;
  readonly deleted_at?: Date;
}

interface RoomValues {
  readonly name?: string;
  readonly file_name?: string;
  readonly north?: number;
  readonly state?: "processing" | "ready" | "failed";
  /** Sheet, x and y. */
  readonly at?: readonly [sheet: number, x: number, y: number];
}

/** Visits of several dates with rooms and floor plans, written as the product stores them, without pictures. */
export function siteDates(db: Database, id_project: number) {
  let day = 0;
  const sheet = async (width_metres: number | null = null): Promise<number> => {
    const { id } = await db
      .insertInto("sheets")
      .values({ id_project, name: "Ground floor", width_metres, image: `plans/${newCode()}.webp` })
      .returning("id")
      .executeTakeFirstOrThrow();
    return id;
  };
  const visit = async (values: VisitValues = {}): Promise<{ id: number; code: string }> => {
    day += 1;
    const visit_date = new Date(Date.UTC(2026, 0, day));
    const own = { name: `Walk ${day}`, description: "", visit_date, deleted_at: null, id_user: null };
    return db
      .insertInto("visits")
      .values({ ...own, id_project, code: newCode(), ...values })
      .returning(["id", "code"])
      .executeTakeFirstOrThrow();
  };
  const room = async (
    id_visit: number,
    { name = newCode(), file_name = "", north = 0, state = "ready", at }: RoomValues = {},
  ): Promise<number> => {
    const sha256 = randomBytes(32).toString("hex");
    const levels = state === "ready" ? JSON.stringify([{ width: 3840, height: 1920 }]) : null;
    await db
      .insertInto("pictures")
      .values({
        sha256,
        bytes: 1,
        width: 3840,
        height: 1920,
        state,
        levels,
        problem: state === "failed" ? "IMAGE_UNREADABLE" : null,
      })
      .execute();
    const { count } = await db
      .selectFrom("rooms")
      .select((select) => select.fn.countAll<number>().as("count"))
      .where("id_visit", "=", id_visit)
      .executeTakeFirstOrThrow();
    const values = { id_visit, name, north, position: count, file_name, picture_sha256: sha256 };
    const { id } = await db.insertInto("rooms").values(values).returning("id").executeTakeFirstOrThrow();
    if (at !== undefined) {
      const [id_sheet, x, y] = at;
      await db.insertInto("room_positions").values({ id_room: id, id_sheet, x, y, heading: null }).execute();
    }
    return id;
  };
  return { sheet, visit, room };
}
