import { type Kysely, sql } from "kysely";

/**
 * An invitation that takes the place of an expired one takes over the snags assigned to it. The expired one has to be
 * closed first, since an address has one open invitation per project; until the other is there, it keeps its snags.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table project_invitations
      -- closed because another takes its place
      add column is_renewed boolean not null default false,
      -- the one whose place it takes; no reference, since nothing is lost with it
      add column id_former bigint`.execute(db);
  const { rows } = await sql<{ schema: string }>`select quote_ident(current_schema()) as schema`.execute(db);
  const schema = rows[0]?.schema ?? "public";
  await sql.raw(handOver(schema)).execute(db);
  await sql.raw(takeOver(schema)).execute(db);
  await sql`
    create trigger snags_of_former after insert on project_invitations for each row
      when (new.id_former is not null) execute function take_over_snags()`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger snags_of_former on project_invitations`.execute(db);
  await sql`drop function take_over_snags()`.execute(db);
  // The function reads the other column, and does what it did while that is false.
  await sql`update project_invitations set is_renewed = false where is_renewed`.execute(db);
  await sql`alter table project_invitations drop column id_former`.execute(db);
}

/** As in -56, but for an invitation that is renewed. Names the schema, since a restore has an empty search_path. */
const handOver = (schema: string) => `
  create or replace function ${schema}.hand_over_snags() returns trigger language plpgsql as $$
  begin
    if new.is_renewed then
      return null;
    end if;
    update ${schema}.snags set id_invitation = null, version = version + 1, updated_at = now(),
      id_assignee = case when new.state = 'accepted' then new.id_user else id_assignee end
    where id_invitation = new.id;
    return null;
  end $$`;

/** With a role that sees no snags none are taken over, as none can be assigned to it. */
const takeOver = (schema: string) => `
  create function ${schema}.take_over_snags() returns trigger language plpgsql as $$
  begin
    update ${schema}.snags set version = version + 1, updated_at = now(), id_invitation =
      case when ${schema}.role_grants(new.role) && array['snags.view', 'snags.own'] then new.id end
    where id_invitation = new.id_former;
    return null;
  end $$`;
