import { type Kysely, sql } from "kysely";

/**
 * Logs can be kept for a number of days. How far they were deleted is stored with a signature, so that a verification
 * accepts that these entries are missing, and no others.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table audit_kept (
      -- 1: activity, 2: sightings
      kind smallint primary key check (kind in (1, 2)),
      -- entries from before may have been deleted
      before timestamptz not null,
      -- made with a key that is not in the database
      signature text not null
    )`.execute(db);
  const { rows } = await sql<{ schema: string }>`select quote_ident(current_schema()) as schema`.execute(db);
  await sql.raw(guard(rows[0]?.schema ?? "public", true)).execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ schema: string }>`select quote_ident(current_schema()) as schema`.execute(db);
  await sql.raw(guard(rows[0]?.schema ?? "public", false)).execute(db);
  await sql`drop table audit_kept`.execute(db);
}

/** A sealed entry changes only when its account or project is deleted for good, and is deleted only after its retention. */
const guard = (schema: string, isKept: boolean) => `
  create or replace function ${schema}.audit_guard() returns trigger language plpgsql as $$
  declare
    line_kind smallint := case tg_table_name when 'activity' then 1 else 2 end;
  begin
    if tg_op = 'UPDATE' then
      if to_jsonb(new) - 'id_user' - 'id_project' = to_jsonb(old) - 'id_user' - 'id_project'
        and (new.id_user is null or new.id_user = old.id_user)
        and (new.id_project = old.id_project or (new.id_project is null and line_kind = 1)
          or (new.id_project is null and old.id_project is null)) then
        return new;
      end if;
    elsif line_kind = 2 and old.created_at < now() - interval '730 days' then
      return old;
    ${
      isKept
        ? `elsif exists (select from ${schema}.audit_kept k where k.kind = line_kind and old.created_at < k.before) then
      return old;`
        : ""
    }
    end if;
    if exists (select from ${schema}.audit_lines where kind = line_kind and id_line = old.id) then
      raise exception 'line % of % is sealed', old.id, tg_table_name using errcode = 'integrity_constraint_violation';
    end if;
    return case tg_op when 'DELETE' then old else new end;
  end $$`;
