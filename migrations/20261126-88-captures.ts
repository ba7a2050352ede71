import { type Kysely, sql } from "kysely";

/**
 * What was made on a device, by the GUID that the device gave it. A table of its own, without references to what was
 * made: a GUID must be known for longer than the snag, comment or photo with which it arrived.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table captures (
      guid uuid primary key,
      -- null when the account was deleted: then nobody can repeat it
      id_user bigint references users (id) on delete set null,
      kind text not null check (length(kind) between 1 and 40),
      -- the record that came of it; null while only its checksum has arrived, and where it was not applied
      id_target bigint,
      -- by the clock of the device, and the milliseconds by which that was behind the server's
      captured_at timestamptz,
      clock_offset bigint,
      sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
      announced_at timestamptz,
      received_at timestamptz,
      -- when it was found to overwrite another change; it may be sent again
      refused_at timestamptz,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index captures_target on captures (kind, id_target)`.execute(db);
  await sql`create index captures_user on captures (id_user)`.execute(db);
  await sql`create index captures_announced on captures (id_user) where received_at is null`.execute(db);
  await sql`alter table snag_steps add column captured_at timestamptz`.execute(db);
  // Values of a draft that another device had changed before: kept, and not applied.
  await sql`alter table diary_corrections add column is_applied boolean not null default true`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`delete from diary_corrections where not is_applied`.execute(db);
  await sql`delete from snag_steps where action = 'not_applied'`.execute(db);
  await sql`alter table diary_corrections drop column is_applied`.execute(db);
  await sql`alter table snag_steps drop column captured_at`.execute(db);
  await sql`drop table captures`.execute(db);
}
