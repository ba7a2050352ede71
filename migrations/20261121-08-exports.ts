import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table project_exports (
      id bigint generated always as identity primary key,
      id_project bigint not null references projects (id) on delete cascade,
      id_user bigint not null references users (id) on delete cascade,
      language text not null,
      state text not null default 'waiting' check (state in ('waiting', 'building', 'ready', 'failed', 'cancelled')),
      -- bytes done of those expected
      done_bytes bigint not null default 0,
      total_bytes bigint not null default 0,
      -- key in the object store once it is ready
      object_key text,
      size_bytes bigint,
      -- what whoever asked held when it was built: it is for those alone who hold all of it
      made_with text[] not null default '{}',
      failure text,
      created_at timestamptz not null default now(),
      finished_at timestamptz,
      -- after this the file is swept
      expires_at timestamptz
    )`.execute(db);
  await sql`create index project_exports_project on project_exports (id_project, id desc)`.execute(db);
  await sql`
    create unique index project_exports_open on project_exports (id_project, id_user)
      where state in ('waiting', 'building')`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table project_exports`.execute(db);
}
