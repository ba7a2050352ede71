import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table project_types (
      id bigint generated always as identity primary key,
      name text not null check (name <> ''),
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create unique index project_types_name on project_types (lower(name))`.execute(db);
  await sql`
    create table categories (
      id bigint generated always as identity primary key,
      name text not null check (name <> ''),
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create unique index categories_name on categories (lower(name))`.execute(db);
  await sql`
    create table project_categories (
      id_project bigint not null references projects (id) on delete cascade,
      id_category bigint not null references categories (id) on delete cascade,
      primary key (id_project, id_category)
    )`.execute(db);
  await sql`create index project_categories_category on project_categories (id_category)`.execute(db);
  await sql`
    alter table projects
      add column id_type bigint references project_types (id) on delete set null,
      -- key in the object store of the picture that somebody chose; null: the newest visit stands for it
      add column cover text,
      -- the same picture as cards show it
      add column cover_card text,
      -- what lists are searched in: name, description and location as words are compared, each on a line of its own
      add column haystack text not null generated always as
        (app_norm(name) || E'\\n' || app_norm(description) || E'\\n' || app_norm(location)) stored,
      -- who put it into the bin
      add column id_deleter bigint references users (id) on delete set null`.execute(db);
  await sql`create index projects_type on projects (id_type)`.execute(db);
  await sql`create index projects_bin on projects (deleted_at) where deleted_at is not null`.execute(db);
  // What a list of ten thousand is counted and walked by, so that a page of it neither reads nor sorts them all.
  await sql`create index projects_live on projects (id) where deleted_at is null`.execute(db);
  await sql`create index projects_by_update on projects (updated_at desc, id desc) where deleted_at is null`.execute(
    db,
  );
  await sql`create index projects_by_creation on projects (created_at desc, id desc) where deleted_at is null`.execute(
    db,
  );
  await sql`create index projects_by_name on projects (name collate "und-x-icu", id) where deleted_at is null`.execute(
    db,
  );
  // Whether an owner has a project of this name already: src/server/domains/projects/names.ts.
  await sql`create index projects_name on projects (lower(btrim(name))) where deleted_at is null`.execute(db);
  // Asked for every portrait that may be swept.
  await sql`create index projects_cover on projects (cover) where cover is not null`.execute(db);
  await sql`create index projects_cover_card on projects (cover_card) where cover_card is not null`.execute(
    db,
  );
  // What was done in a project, for the project's own log; null for what has to do with none. Who did it keeps it in
  // his own log when the project is gone for good.
  await sql`alter table activity add column id_project bigint references projects (id) on delete set null`.execute(
    db,
  );
  // Values before and after, where the log is to say them (a status); never of anything private.
  await sql`alter table activity add column details jsonb not null default '{}'`.execute(db);
  await sql`
    update activity a set id_project = a.id_subject
    where a.subject_kind = 'project' and exists (select from projects p where p.id = a.id_subject)`.execute(
    db,
  );
  await sql`
    update activity a set id_project = v.id_project from visits v
    where a.subject_kind = 'visit' and v.id = a.id_subject`.execute(db);
  await sql`
    update activity a set id_project = v.id_project from rooms r join visits v on v.id = r.id_visit
    where a.subject_kind = 'room' and r.id = a.id_subject`.execute(db);
  await sql`create index activity_project on activity (id_project, id desc) where id_project is not null`.execute(
    db,
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table activity drop column details, drop column id_project`.execute(db);
  await sql`drop index projects_live, projects_by_update, projects_by_creation, projects_by_name, projects_name,
    projects_bin`.execute(db);
  await sql`alter table projects drop column id_deleter, drop column haystack, drop column cover_card,
    drop column cover, drop column id_type`.execute(db);
  await sql`drop table project_categories, categories, project_types`.execute(db);
}
