import { type Kysely, sql } from "kysely";

/** What each place holds as soon as there are snags; otherwise as `20261121-05-team` has it. */
const roleGrants = (snags: { all: string; view: string; own: string }) => `
  create or replace function role_grants(role text) returns text[] language sql immutable parallel safe as $$
    select case role
      when 'owner' then array['project.view', 'project.edit', 'visits.view', 'visits.edit', 'sheets.view',
        'sheets.edit', ${snags.all} 'team.view', 'team.edit', 'export.view']
      when 'manager' then array['project.view', 'project.edit', 'visits.view', 'visits.edit', 'sheets.view',
        'sheets.edit', ${snags.all} 'team.view', 'team.edit', 'export.view']
      when 'editor' then array['project.view', 'visits.view', 'visits.edit', 'sheets.view', 'sheets.edit',
        ${snags.all} 'team.view', 'export.view']
      when 'viewer' then array['project.view', 'visits.view', 'sheets.view', ${snags.view} 'team.view']
      when 'trade' then array['project.view', 'visits.view', 'sheets.view'${snags.own}]
    end
  $$`;

/** What was computed with the function as it was stays so until the row is written. */
const again = sql`update project_members set role = role`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      roleGrants({
        all: "'snags.view', 'snags.edit', 'snags.own',",
        view: "'snags.view', 'snags.own',",
        own: ", 'snags.own'",
      }),
    )
    .execute(db);
  await again.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql.raw(roleGrants({ all: "", view: "", own: "" })).execute(db);
  await again.execute(db);
}
