import { type Kysely, sql } from "kysely";

/** Crews of an account, their people, and the link of each person in each project. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table crews (
      id bigint generated always as identity primary key,
      -- the account to whose projects it can be attached: that of the owner of its first project
      id_owner bigint references users (id) on delete set null,
      name text not null check (name <> ''),
      trade text not null default '',
      archived_at timestamptz,
      version int not null default 1,
      id_user bigint references users (id) on delete set null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db);
  for (const column of ["id_owner", "id_user"])
    await sql`create index ${sql.ref(`crews_${column}`)} on crews (${sql.ref(column)})`.execute(db);
  await sql`
    create table crew_people (
      id bigint generated always as identity primary key,
      id_crew bigint not null references crews (id) on delete cascade,
      name text not null check (name <> ''),
      -- lower case
      email text,
      -- E.164
      phone text,
      language text not null default 'en' check (language in ('en', 'ar', 'ur', 'hi', 'bn')),
      -- when the person switched off the emails
      mail_off_at timestamptz,
      created_at timestamptz not null default now(),
      check (num_nonnulls(email, phone) > 0)
    )`.execute(db);
  await sql`create unique index crew_people_email on crew_people (id_crew, email)`.execute(db);
  await sql`create unique index crew_people_phone on crew_people (id_crew, phone)`.execute(db);
  await sql`create index crew_people_address on crew_people (email)`.execute(db);
  await sql`
    create table crew_projects (
      id_crew bigint not null references crews (id) on delete cascade,
      id_project bigint not null references projects (id) on delete cascade,
      created_at timestamptz not null default now(),
      primary key (id_crew, id_project)
    )`.execute(db);
  await sql`create index crew_projects_project on crew_projects (id_project)`.execute(db);
  await sql`
    create table crew_links (
      id bigint generated always as identity primary key,
      id_person bigint not null references crew_people (id) on delete cascade,
      id_project bigint not null references projects (id) on delete cascade,
      -- the code is a signature over it: the database alone opens nothing
      nonce text not null,
      code_hash bytea not null unique,
      -- a link ends some days after it, or after the last snag was closed
      touched_at timestamptz not null default now(),
      sent_at timestamptz,
      seen_at timestamptz,
      answered_at timestamptz,
      failed_at timestamptz,
      revoked_at timestamptz,
      -- day of the last digest, in the time zone of the project
      digest_day date,
      -- of the code for a new device
      device_hash bytea,
      device_until timestamptz,
      device_tries int not null default 0,
      devices int not null default 0,
      created_at timestamptz not null default now(),
      unique (id_person, id_project)
    )`.execute(db);
  await sql`create index crew_links_project on crew_links (id_project)`.execute(db);
  await sql`
    create table crew_link_snags (
      id_link bigint not null references crew_links (id) on delete cascade,
      id_snag bigint not null references snags (id) on delete cascade,
      -- when it was named in an email or a text message
      told_at timestamptz,
      -- when a person reported it as seen
      seen_at timestamptz,
      primary key (id_link, id_snag)
    )`.execute(db);
  await sql`create index crew_link_snags_snag on crew_link_snags (id_snag)`.execute(db);
  await sql`
    create table crew_link_settings (
      id_project bigint primary key references projects (id) on delete cascade,
      ask_code boolean not null default false,
      end_days int not null default 30 check (end_days > 0),
      digest_hour int not null default 7 check (digest_hour between 0 and 23)
    )`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop table crew_link_settings, crew_link_snags, crew_links, crew_projects, crew_people, crews`.execute(
    db,
  );
}
