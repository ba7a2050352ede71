import { type Kysely, sql } from "kysely";

/** The tables that were written to, row by row, since the last call. */
export interface Touched {
  take(): Promise<string[]>;
}

/** Puts a trigger on every table, so that every write is noticed, whatever its source. */
export async function watchTables<DB>(db: Kysely<DB>): Promise<Touched> {
  await sql`create table touched (name text primary key)`.execute(db);
  await sql`create function note_touch() returns trigger language plpgsql as $$
    begin insert into touched values (tg_table_name) on conflict do nothing; return null; end $$`.execute(db);
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'touched'`.execute(db);
  for (const { name } of rows)
    await sql`create trigger note_touch after insert or update or delete on ${sql.table(name)}
      for each row execute function note_touch()`.execute(db);
  return {
    async take() {
      const { rows: found } = await sql<{ name: string }>`delete from touched returning name`.execute(db);
      return found.map(({ name }) => name).toSorted();
    },
  };
}
