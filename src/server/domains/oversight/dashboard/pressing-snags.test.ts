import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { siteDays } from "#server/domains/sites/projects/site-days.ts";
import { type TestDatabase, testDatabase } from "#test/database.ts";
import { createDashboardRepository } from "./dashboard.repository.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

/** Projects, those of the owner, overdue snags in each, and members of two projects each. */
const size = { projects: 300, own: 100, snags: 40, members: 2000 };
/** PostgreSQL plans a prepared statement for its values five times, and then decides whether to go on with that. */
const CALLS = 8;

it("Of an owner of many projects the most pressing snags are read, and not all open ones, however often", async () => {
  const { db } = database;
  const { rows } = await sql<{ id: number }>`
    with owner as (insert into users (username, email) values ('owner', 'owner@example.org') returning id),
      site as (insert into projects (code, name, year) select 'many' || n, 'Tower ' || n, 2026
        from generate_series(1, ${size.projects}) n returning id),
      own as (select id from site order by md5(id::text) limit ${size.own}),
      team as (insert into project_members (id_project, id_user, role)
        select own.id, owner.id, 'owner' from own, owner),
      people as (insert into users (username, email) select 'member' || n, 'member' || n || '@example.org'
        from generate_series(1, ${size.members}) n returning id),
      joined as (insert into project_members (id_project, id_user, role)
        select site.id, people.id, 'viewer' from people, site
        where (people.id + site.id) % (${size.projects} / 2) = 0)
    insert into snags (id_project, number, title, due_date)
      select site.id, n, 'Crack', date '2026-02-01' - (n * 7 + site.id::int) % 1000 from site, generate_series(1, ${size.snags}) n
    returning (select id from owner)`.execute(db);
  await sql`analyze snags, project_members, projects`.execute(db);
  const user = {
    id: rows[0]?.id ?? 0,
    role: "user",
    super_admin: false,
    is_demo: false,
    language: "en",
  } as const;
  const days = await siteDays(db, new Date(Date.UTC(2026, 2, 1)));
  const read = await db.transaction().execute(async (trx) => {
    const { pressingSnags } = createDashboardRepository(trx, { now: () => new Date() });
    const fetched = async () =>
      (
        await sql<{ rows: number }>`
          select (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as rows
          from pg_stat_xact_user_tables where relname = 'snags'`.execute(trx)
      ).rows[0]?.rows ?? 0;
    const each: number[] = [];
    for (let call = 0; call < CALLS; call += 1) {
      const before = await fetched();
      expect(await pressingSnags(user, days)).toHaveLength(6);
      each.push((await fetched()) - before);
    }
    return each;
  });
  expect(Math.max(...read)).toBeLessThan((size.own * size.snags) / 10);
});
