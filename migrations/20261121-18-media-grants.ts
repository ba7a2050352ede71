import { type Kysely, sql } from "kysely";

/** What each place holds as soon as there are videos, cameras and live channels; otherwise as `20261121-11-snag-grants`. */
const roleGrants = (media: { all: string; view: string; trade: string }) => `
  create or replace function role_grants(role text) returns text[] language sql immutable parallel safe as $$
    select case role
      when 'owner' then array['project.view', 'project.edit', 'visits.view', 'visits.edit', 'sheets.view',
        'sheets.edit', 'snags.view', 'snags.edit', 'snags.own', ${media.all} 'team.view', 'team.edit', 'export.view']
      when 'manager' then array['project.view', 'project.edit', 'visits.view', 'visits.edit', 'sheets.view',
        'sheets.edit', 'snags.view', 'snags.edit', 'snags.own', ${media.all} 'team.view', 'team.edit', 'export.view']
      when 'editor' then array['project.view', 'visits.view', 'visits.edit', 'sheets.view', 'sheets.edit',
        'snags.view', 'snags.edit', 'snags.own', ${media.all} 'team.view', 'export.view']
      when 'viewer' then array['project.view', 'visits.view', 'sheets.view', 'snags.view', 'snags.own',
        ${media.view} 'team.view']
      when 'trade' then array['project.view', 'visits.view', 'sheets.view', 'snags.own'${media.trade}]
    end
  $$`;

/** What was computed with the function as it was stays so until the row is written. */
const again = sql`update project_members set role = role`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      roleGrants({
        all: "'videos.view', 'videos.edit', 'cameras.view', 'cameras.edit', 'live.view', 'live.edit',",
        view: "'videos.view', 'cameras.view', 'live.view',",
        trade: ", 'videos.view'",
      }),
    )
    .execute(db);
  await again.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql.raw(roleGrants({ all: "", view: "", trade: "" })).execute(db);
  await again.execute(db);
}
