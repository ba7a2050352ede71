import type pg from "pg";

/**
 * Suspends references and triggers within the caller's transaction: rows come in no order, and what triggers would
 * write comes with the rows. A table's owner may do this; switching them off by `session_replication_role` is for
 * superusers, which no provider allows. Returns how to restore them, which checks every reference.
 */
export async function restingRules(
  client: Pick<pg.Client, "query">,
  jobSchema: string,
): Promise<() => Promise<void>> {
  const { rows: references } = await client.query<{ tab: string; name: string; rule: string }>(
    `select format('%I.%I', nspname, relname) as tab, quote_ident(conname) as name, pg_get_constraintdef(k.oid) as rule
     from pg_constraint k join pg_class c on c.oid = conrelid join pg_namespace n on n.oid = relnamespace
     where contype = 'f' and conparentid = 0 and (nspname = current_schema() or nspname = $1)`,
    [jobSchema],
  );
  const { rows: triggers } = await client.query<{ tab: string }>(
    `select distinct format('%I.%I', nspname, relname) as tab
     from pg_trigger t join pg_class c on c.oid = tgrelid join pg_namespace n on n.oid = relnamespace
     where not tgisinternal and (nspname = current_schema() or nspname = $1)`,
    [jobSchema],
  );
  for (const { tab, name } of references) await client.query(`alter table ${tab} drop constraint ${name}`);
  for (const { tab } of triggers) await client.query(`alter table ${tab} disable trigger user`);
  return async () => {
    for (const { tab } of triggers) await client.query(`alter table ${tab} enable trigger user`);
    for (const { tab, name, rule } of references)
      await client.query(`alter table ${tab} add constraint ${name} ${rule}`);
  };
}
