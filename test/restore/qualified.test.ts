import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "#server/platform/database.ts";
import { createLog } from "#server/platform/log.ts";
import { migrate } from "#server/platform/migrate.ts";
import { missingFromSchema, readSchemaFile, readSchemaNames } from "#server/platform/schema.ts";
import { testDatabase } from "../database.ts";
import { type EmptyDatabase, emptyDatabase } from "../upgrade/database.ts";
import { loadSnapshot, readColumns, unpacked } from "../upgrade/rows.ts";

async function empty(): Promise<EmptyDatabase> {
  const database = await emptyDatabase();
  onTestFinished(() => database.drop());
  return database;
}

async function migrated(): Promise<EmptyDatabase> {
  const database = await empty();
  await migrate(database.db);
  return database;
}

/** Names in function bodies that PostgreSQL would resolve along `search_path`. */
async function unqualified(client: Pick<pg.Client, "query">): Promise<string[]> {
  const { rows } = await client.query<{ name: string; body: string; relations: string[]; calls: string[] }>(`
    select p.proname as name, prosrc as body,
      array(select relname::text from pg_class where relnamespace = p.pronamespace and relkind in ('r', 'p', 'v', 'm')) as relations,
      array(select distinct proname::text from pg_proc o where o.pronamespace = p.pronamespace) as calls
    from pg_proc p where pronamespace = current_schema()::regnamespace
      and prolang in (select oid from pg_language where lanname in ('sql', 'plpgsql'))
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`);
  return rows.flatMap(({ name, body, relations, calls }) => {
    const text = body.replaceAll(/--.*$/gm, "");
    // A row type follows a variable's name, or precedes %rowtype.
    const table = new RegExp(
      String.raw`\b(?:from|join|into|update|table|only|setof|item)\s+"?(${relations.join("|")})\b(?!\s*\.)|\b(?<!\.)(${relations.join("|")})%rowtype`,
      "gi",
    );
    const call = new RegExp(String.raw`(?<![.\w]|function )(${calls.join("|")})\(`, "g");
    const operator = /[\w')]\s+(?:%|<%|%>|<<%|%>>|<->)\s+[\w'(]/g;
    const found = [
      ...text.matchAll(table),
      ...text.matchAll(call),
      ...text.replaceAll(/'[^']*'/g, "''").matchAll(operator),
    ];
    return found.map(([piece]) => `${name}: ${piece}`);
  });
}

test("no function resolves a name along search_path", async () => {
  const { client } = await migrated();
  expect(await unqualified(client)).toEqual([]);
  for (const body of [
    "select 1 from rooms",
    "select count(*) from public.rooms r join visits v on true",
    "select 1 from public.rooms r where r.name % 'crane'",
  ]) {
    await client.query(`create or replace function loose() returns bigint language sql as $$ ${body} $$`);
    expect((await unqualified(client)).length, body).toBe(1);
  }
});

test("in a schema of another name, functions find their own tables", async () => {
  const { client, connection } = await empty();
  await client.query("create schema sitewalk");
  const own = { ...connection, options: "-c search_path=sitewalk" };
  const { db, pool, close } = openDatabase(own, createLog("silent"), { max: 2 });
  try {
    await migrate(db);
    const rows = await pool.query<{ n: number }>(
      "select count(*)::int as n from pg_proc where prosrc like '%public.%' and pronamespace = 'sitewalk'::regnamespace",
    );
    expect(rows.rows).toEqual([{ n: 0 }]);
    expect(await missingFromSchema(db, await readSchemaFile())).toEqual([]);
    const { rows: body } = await pool.query<{ prosrc: string }>(
      "select prosrc from pg_proc where proname = 'member_grants'",
    );
    expect(body[0]?.prosrc).toContain("sitewalk.role_grants(");
  } finally {
    await close();
  }
});

test("every row is inserted, changed and deleted with an empty search_path, including triggers", async () => {
  const { client } = await migrated();
  await loadSnapshot(client, unpacked(await readFile(join(import.meta.dirname, "../upgrade/2.1.json.gz"))));
  const { rows: references } = await client.query<{ tab: string; name: string }>(
    "select conrelid::regclass::text as tab, conname as name from pg_constraint where contype = 'f'",
  );
  for (const { tab, name } of references) await client.query(`alter table ${tab} drop constraint "${name}"`);
  const tables = await readColumns(client);
  await client.query("set search_path = ''");
  for (const [table, columns] of tables) {
    const whole = `public."${table}"`;
    const names = columns.map((column) => `"${column}"`).join(", ");
    const same = columns.filter((column) => column !== "id").map((column) => `"${column}" = "${column}"`);
    for (const statement of [
      ...(same.length === 0 ? [] : [`update ${whole} set ${same.join(", ")}`]),
      `create temp table kept as select ${names} from ${whole}`,
      `delete from ${whole}`,
      `insert into ${whole} (${names}) overriding system value select * from pg_temp.kept on conflict do nothing`,
      "drop table pg_temp.kept",
    ])
      await client.query(statement).catch((error: pg.DatabaseError) => {
        // Sealed entries cannot be changed.
        if (!/sealed|stay as they are/.test(error.message))
          throw new Error(`${statement}: ${error.message}`, { cause: error });
      });
  }
  for (const call of [
    "public.search_near('tower')",
    "public.search_walk('visit', '{\"\"}', '{\"~\"}', '{%a%}', '{a}', '', null, 5)",
    "public.search_sees(1, 'visit', 1)",
    "public.member_grants('editor', '{}', '{}')",
  ])
    await expect(client.query(`select * from ${call}`), call).resolves.toBeDefined();
});

test("migrations/schema.json lists the result of the migrations: npm run schema writes it", async () => {
  const { db, drop } = await testDatabase();
  onTestFinished(drop);
  expect(await readSchemaFile()).toEqual(await readSchemaNames(db));
});

test("a table, a function and a trigger missing from a restore are named", async () => {
  const { db, drop } = await testDatabase();
  onTestFinished(drop);
  const wanted = await readSchemaFile();
  expect(await missingFromSchema(db, wanted)).toEqual([]);
  for (const statement of [
    "drop trigger audit_guard on activity",
    "drop table project_members cascade",
    "drop function role_grants",
  ])
    await sql.raw(statement).execute(db);
  expect(await missingFromSchema(db, wanted)).toEqual([
    "table project_members",
    "function role_grants",
    "trigger activity.audit_guard",
  ]);
});
