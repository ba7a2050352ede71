import { type Kysely, sql } from "kysely";

/**
 * Views that are kept for longer than two years are as protected as newer ones: once the installation has marked how far
 * it deletes them, only that mark counts.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(guard(await schemaOf(db), true)).execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql.raw(guard(await schemaOf(db), false)).execute(db);
}

async function schemaOf(db: Kysely<unknown>): Promise<string> {
  const { rows } = await sql<{ schema: string }>`select quote_ident(current_schema()) as schema`.execute(db);
  return rows[0]?.schema ?? "public";
}

/** A sealed entry changes only when its account or project is deleted for good, and is deleted only after its retention. */
const guard = (schema: string, isMarked: boolean) => `
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
    elsif exists (select from ${schema}.audit_kept k where k.kind = line_kind and old.created_at < k.before) then
      return old;
    elsif line_kind = 2 and old.created_at < now() - interval '730 days'
      ${isMarked ? `and not exists (select from ${schema}.audit_kept k where k.kind = 2)` : ""} then
      return old;
    end if;
    if exists (select from ${schema}.audit_lines where kind = line_kind and id_line = old.id) then
      raise exception 'line % of % is sealed', old.id, tg_table_name using errcode = 'integrity_constraint_violation';
    end if;
    return case tg_op when 'DELETE' then old else new end;
  end $$`;
