import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table projects (
      id bigint generated always as identity primary key,
      code text not null unique,
      name text not null check (name <> ''),
      description text not null default '',
      status text not null default 'Design' check (status in ('Design', 'Under_Construction', 'On_Hold', 'Completed')),
      location text not null default '',
      latitude double precision check (latitude between -90 and 90),
      longitude double precision check (longitude between -180 and 180),
      year integer not null,
      num_buildings integer not null default 1,
      num_floors integer not null default 1,
      area double precision not null default 0,
      active boolean not null default true,
      validated boolean not null default true,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      -- set: in the bin, invisible to every call; swept for good after 30 days
      deleted_at timestamptz
    )`.execute(db);
  await sql`
    create table project_members (
      id_project bigint not null references projects (id) on delete cascade,
      id_user bigint not null references users (id) on delete cascade,
      role text not null check (role in ('owner', 'manager', 'editor', 'viewer', 'trade')),
      created_at timestamptz not null default now(),
      primary key (id_project, id_user)
    )`.execute(db);
  await sql`create index project_members_user on project_members (id_user, id_project)`.execute(db);
  await sql`
    create table project_stars (
      id_user bigint not null references users (id) on delete cascade,
      id_project bigint not null references projects (id) on delete cascade,
      primary key (id_user, id_project)
    )`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table project_stars, project_members, projects`.execute(db);
}
