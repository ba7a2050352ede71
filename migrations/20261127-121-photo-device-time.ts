import { type Kysely, sql } from "kysely";

/** Photos without a date in their file have the time at which a device stored them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table photos drop constraint photos_taken_from_check`.execute(db);
  await sql`
    alter table photos add constraint photos_taken_from_check
      check (taken_from in ('camera', 'clock', 'device', 'upload', 'user')) not valid`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`update photos set taken_from = 'upload' where taken_from = 'device'`.execute(db);
  await sql`alter table photos drop constraint photos_taken_from_check`.execute(db);
  await sql`
    alter table photos add constraint photos_taken_from_check
      check (taken_from in ('camera', 'clock', 'upload', 'user')) not valid`.execute(db);
}
