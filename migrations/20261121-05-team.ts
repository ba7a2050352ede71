import { type Kysely, sql } from "kysely";

/**
 * What each place in a project holds, as the contract's `roleGrants` says it; a test holds the two together. It
 * stands in the database because lists, the search and the policies ask for it row by row.
 */
const roleGrants = `
  create function role_grants(role text) returns text[] language sql immutable parallel safe as $$
    select case role
      when 'owner' then array['project.view', 'project.edit', 'visits.view', 'visits.edit', 'sheets.view',
        'sheets.edit', 'team.view', 'team.edit', 'export.view']
      when 'manager' then array['project.view', 'project.edit', 'visits.view', 'visits.edit', 'sheets.view',
        'sheets.edit', 'team.view', 'team.edit', 'export.view']
      when 'editor' then array['project.view', 'visits.view', 'visits.edit', 'sheets.view', 'sheets.edit',
        'team.view', 'export.view']
      when 'viewer' then array['project.view', 'visits.view', 'sheets.view', 'team.view']
      when 'trade' then array['project.view', 'visits.view', 'sheets.view']
    end
  $$`;

/**
 * The owner's are never less, nobody loses the sight of the project that he is in, and who may not see a kind of
 * thing may not change it either.
 */
const memberGrants = `
  create function member_grants(role text, given text[], withheld text[]) returns text[]
  language sql immutable parallel safe as $$
    select case when role = 'owner' then role_grants(role) else array(
      select g from unnest(role_grants(role) || given) g
      where (g = 'project.view' or not g = any (withheld))
        and (g not like '%.edit' or g = 'project.edit' or replace(g, '.edit', '.view') = any (role_grants(role) || given)
          and not replace(g, '.edit', '.view') = any (withheld))
      group by g order by g) end
  $$`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(roleGrants).execute(db);
  await sql.raw(memberGrants).execute(db);
  await sql`
    alter table project_members
      add column id bigint generated always as identity unique,
      -- beyond what the place holds, and less than it
      add column given text[] not null default '{}',
      add column withheld text[] not null default '{}',
      add column grants text[] not null generated always as (member_grants(role, given, withheld)) stored`.execute(
    db,
  );
  await sql`
    create table project_invitations (
      id bigint generated always as identity primary key,
      id_project bigint not null references projects (id) on delete cascade,
      email text not null,
      -- whose address it is; null while there is no such account
      id_user bigint references users (id) on delete cascade,
      role text not null check (role in ('manager', 'editor', 'viewer', 'trade')),
      message text not null default '',
      id_inviter bigint references users (id) on delete set null,
      state text not null default 'pending' check (state in ('pending', 'accepted', 'declined', 'cancelled')),
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      answered_at timestamptz,
      -- SHA-256 of what stands in the link that makes an account; null where there is one, and once it is used
      token_hash bytea unique,
      -- whether that link was sent to the address, so that using it proves the address
      is_mailed boolean not null default false
    )`.execute(db);
  await sql`
    create unique index project_invitations_open on project_invitations (id_project, lower(email))
      where state = 'pending'`.execute(db);
  await sql`create index project_invitations_email on project_invitations (lower(email)) where state = 'pending'`.execute(
    db,
  );
  await sql`create index project_invitations_user on project_invitations (id_user)`.execute(db);
  await sql`
    create table join_requests (
      id bigint generated always as identity primary key,
      id_project bigint not null references projects (id) on delete cascade,
      id_user bigint not null references users (id) on delete cascade,
      message text not null default '',
      state text not null default 'pending' check (state in ('pending', 'accepted', 'declined', 'cancelled')),
      created_at timestamptz not null default now(),
      answered_at timestamptz,
      id_answerer bigint references users (id) on delete set null
    )`.execute(db);
  await sql`
    create unique index join_requests_open on join_requests (id_project, id_user) where state = 'pending'`.execute(
    db,
  );
  await sql`create index join_requests_user on join_requests (id_user, id desc)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table join_requests, project_invitations`.execute(db);
  await sql`
    alter table project_members drop column grants, drop column withheld, drop column given, drop column id`.execute(
    db,
  );
  await sql`drop function member_grants(text, text[], text[]), role_grants(text)`.execute(db);
}
