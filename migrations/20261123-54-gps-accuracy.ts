import { type Kysely, sql } from "kysely";

/** How far the camera's position may be off, in metres; null where it wrote none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table pictures add column gps_accuracy double precision`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table pictures drop column gps_accuracy`.execute(db);
}
