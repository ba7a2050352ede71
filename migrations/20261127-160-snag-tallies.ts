import { type Kysely, sql } from "kysely";

/**
 * Numbers of snags by project, status and priority, so that a list of very many is counted without reading them. Each
 * statement that changes snags adds its differences as new rows: nobody waits for anybody, and a number is the sum of
 * its rows. A job adds them up.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table snag_tallies (
      id bigint generated always as identity primary key,
      -- without a reference: a deleted project leaves rows whose sum is 0
      id_project bigint not null,
      status text not null,
      priority text not null,
      count int not null
    )`.execute(db);
  await sql`create index snag_tallies_project on snag_tallies (id_project)`.execute(db);
  const { rows } = await sql<{ schema: string }>`select quote_ident(current_schema()) as schema`.execute(db);
  await sql.raw(tally(rows[0]?.schema ?? "public")).execute(db);
  await sql`create trigger snags_tally_insert after insert on snags
    referencing new table as fresh for each statement execute function snag_tally()`.execute(db);
  await sql`create trigger snags_tally_update after update on snags
    referencing old table as former new table as fresh for each statement execute function snag_tally()`.execute(
    db,
  );
  await sql`create trigger snags_tally_delete after delete on snags
    referencing old table as former for each statement execute function snag_tally()`.execute(db);
  await sql`
    insert into snag_tallies (id_project, status, priority, count)
      select id_project, status, priority, count(*) from snags group by id_project, status, priority`.execute(
    db,
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger snags_tally_insert on snags`.execute(db);
  await sql`drop trigger snags_tally_update on snags`.execute(db);
  await sql`drop trigger snags_tally_delete on snags`.execute(db);
  await sql`drop function snag_tally()`.execute(db);
  await sql`drop table snag_tallies`.execute(db);
}

const tally = (schema: string) => `
  create function ${schema}.snag_tally() returns trigger language plpgsql as $$
  begin
    if tg_op = 'INSERT' then
      insert into ${schema}.snag_tallies (id_project, status, priority, count)
        select id_project, status, priority, count(*) from fresh group by id_project, status, priority;
    elsif tg_op = 'DELETE' then
      insert into ${schema}.snag_tallies (id_project, status, priority, count)
        select id_project, status, priority, -count(*) from former group by id_project, status, priority;
    else
      insert into ${schema}.snag_tallies (id_project, status, priority, count)
        select id_project, status, priority, sum(n)
        from (select id_project, status, priority, 1 as n from fresh
          union all select id_project, status, priority, -1 from former) as changed
        group by id_project, status, priority having sum(n) <> 0;
    end if;
    return null;
  end $$`;
