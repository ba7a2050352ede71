import { type Kysely, sql } from "kysely";

/**
 * A snag can be assigned to an open invitation, before there is a member or even an account. The database hands it over
 * when the invitation is answered, in the same transaction, whichever way a person joins.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table snags add column id_invitation bigint
      references project_invitations (id) on delete set null`.execute(db);
  await sql`
    create index snags_invitation on snags (id_invitation) where id_invitation is not null`.execute(db);
  const { rows } = await sql<{ schema: string }>`select quote_ident(current_schema()) as schema`.execute(db);
  await sql.raw(handOver(rows[0]?.schema ?? "public")).execute(db);
  await sql`
    create trigger snags_of_invitation after update of state on project_invitations for each row
      when (old.state = 'pending' and new.state <> 'pending')
      execute function hand_over_snags()`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger snags_of_invitation on project_invitations`.execute(db);
  await sql`drop function hand_over_snags()`.execute(db);
  await sql`alter table snags drop column id_invitation`.execute(db);
}

/** Names the schema of the tables, since a restore runs with an empty search_path. */
const handOver = (schema: string) => `
  create function ${schema}.hand_over_snags() returns trigger language plpgsql as $$
  begin
    update ${schema}.snags set id_invitation = null, version = version + 1, updated_at = now(),
      id_assignee = case when new.state = 'accepted' then new.id_user else id_assignee end
    where id_invitation = new.id;
    return null;
  end $$`;
