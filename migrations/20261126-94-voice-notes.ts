import { type Kysely, sql } from "kysely";

/** Voice notes of snags and of entries of the site diary, each with the transcript of a transcription service. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table voice_notes (
      id bigint generated always as identity primary key,
      -- named by the client, so that a repeated upload is the same note
      guid uuid not null default gen_random_uuid() unique,
      id_project bigint not null references projects (id) on delete cascade,
      id_snag bigint references snags (id) on delete cascade,
      id_entry bigint references diary_entries (id) on delete cascade,
      id_user bigint references users (id) on delete set null,
      key text not null,
      bytes bigint not null check (bytes > 0),
      seconds float8 not null check (seconds > 0),
      -- of the uploaded file; the stored one has another container header
      came_sha256 text not null,
      came_name text not null default '',
      recorded_at timestamptz,
      state text not null default 'none'
        check (state in ('none', 'waiting', 'ready', 'failed', 'accepted', 'dismissed')),
      transcript text not null default '',
      problem text not null default '',
      deleted_at timestamptz,
      created_at timestamptz not null default now(),
      check (num_nonnulls(id_snag, id_entry) = 1)
    )`.execute(db);
  for (const column of ["id_project", "id_snag", "id_entry", "id_user", "key", "deleted_at"])
    await sql`create index ${sql.ref(`voice_notes_${column}`)} on voice_notes (${sql.ref(column)})`.execute(
      db,
    );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`delete from snag_steps where action in ('voice_added', 'voice_removed')`.execute(db);
  await sql`drop table voice_notes`.execute(db);
}
