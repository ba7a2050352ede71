import { type Kysely, sql } from "kysely";

/**
 * Lines from before the seals get the numbers that stay, and wait for a seal. Apart from -34, whose locks would keep every
 * writer of the record waiting for as long as this takes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update activity set who = id_user, in_project = id_project
    where (id_user is not null and who is null) or (id_project is not null and in_project is null)`.execute(
    db,
  );
  // What was written since -34 waits already: a line and its place in the queue are one transaction.
  await sql`
    insert into audit_waiting (kind, id_line)
    select 1, a.id from activity a
    where not exists (select from audit_waiting w where w.kind = 1 and w.id_line = a.id)
    order by a.id`.execute(db);
}

/** Nothing to take back: -34 takes the columns and the queue. */
export async function down(): Promise<void> {}
