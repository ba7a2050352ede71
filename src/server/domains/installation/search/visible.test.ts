import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestApp, testApp } from "#test/app.ts";
import { itemsOf } from "./visible.ts";

let app: TestApp;

beforeAll(async () => {
  app = await testApp({ environment: { ROLE: "web" } });
});
afterAll(() => app.close());

/** Projects, things to find in each, and projects of the member. */
const size = { projects: 300, things: 200, own: 20 };

// Things of a project are not side by side in the table, as after years: reading them by an index seems dear to the planner.
it("The items of a member are read, and not those of all projects, however many there are", async () => {
  const { db } = app.database;
  const member = await app.user({ role: "administrator" });
  await sql`
    with made as (
      insert into projects (code, name, description, status, location, year)
      select 'many' || n, 'Tower ' || n, '', 'Design', '', 2026 from generate_series(1, ${size.projects}) n
      returning id
    ), joined as (
      insert into project_members (id_project, id_user, role)
      select id, ${member.id}, 'editor' from (select id from made order by md5(id::text) limit ${size.own}) own
    )
    insert into search_items (kind, id, id_project, title, code, haystack)
    select 'visit', 1000000 + m.id * 1000 + n, m.id, 'Walk ' || n, 'c' || n, 'walk ' || n
    from made m, generate_series(1, ${size.things}) n order by n, m.id`.execute(db);
  await sql`analyze search_items, project_members, projects`.execute(db);
  const searcher = { id: member.id, super_admin: false, language: "en" as const };
  const { rows } = await sql<{ "QUERY PLAN": readonly [{ Plan: object }] }>`
    explain (analyze, format json) select count(*) from ${itemsOf(searcher)}`.execute(db);
  const [found = 0, loops = 0] =
    /"Relation Name":"search_items".*?"Actual Rows":([\d.]+).*?"Actual Loops":(\d+)/
      .exec(JSON.stringify(rows))
      ?.slice(1)
      .map(Number) ?? [];
  // With each project comes an item of its own.
  expect(found * loops).toBe(size.own * (size.things + 1));
});
