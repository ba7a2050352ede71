import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { migrate, migrationFolder } from "#server/platform/migrate.ts";
import { soon } from "#test/soon.ts";
import { hashMigrations, readReleased } from "../../scripts/lib/released-migrations.ts";
import { testDatabase } from "../database.ts";
import { compareCatalogs, readCatalog } from "./catalog.ts";
import { type EmptyDatabase, emptyDatabase } from "./database.ts";
import { loadSnapshot, unpacked } from "./rows.ts";

/** Effects of a migration on existing tables, with the reason; or the released migration that it completes. */
type Stated = Readonly<Record<string, { reads?: Readonly<Record<string, string>>; completes?: string }>>;

const opened: EmptyDatabase[] = [];
afterEach(async () => {
  for (const database of opened.splice(0)) await database.drop();
});
async function open(): Promise<EmptyDatabase> {
  const database = await emptyDatabase();
  opened.push(database);
  return database;
}

const newestReleased = async () => Object.keys(await readReleased()).at(-1) ?? "";

test("Released migrations are unchanged, and new ones come after them.", async () => {
  const [released, present] = await Promise.all([readReleased(), hashMigrations()]);
  expect(Object.keys(released).filter((name) => present[name] !== released[name])).toEqual([]);
  const last = Object.keys(released).at(-1) ?? "";
  expect(Object.keys(present).filter((name) => !(name in released) && name < last)).toEqual([]);
});

test("Migrations since the last release only add, and state the tables they read completely.", async () => {
  const { db, client } = await open();
  const released = await readReleased();
  const stated = JSON.parse(await readFile(join(migrationFolder, "stated.json"), "utf8")) as Stated;
  await migrate(db, { upTo: await newestReleased() });
  await loadSnapshot(client, unpacked(await readFile(join(import.meta.dirname, "2.1.json.gz"))));
  const first = await readCatalog(client);
  let before = first;
  for (const name of Object.keys(await hashMigrations())) {
    if (name in released) continue;
    const { rows } = await client.query<{ id: string }>("select pg_current_xact_id()::text as id");
    await migrate(db, { upTo: name });
    const after = await readCatalog(client);
    const { breaks, reads } = compareCatalogs(before, after);
    for (const table of first.tables.keys()) {
      if (table.startsWith("kysely_")) continue;
      const changed = await client.query(
        `select 1 from "${table}" where xmin::text::bigint > $1::bigint limit 1`,
        [rows[0]?.id],
      );
      if (changed.rowCount) reads.set(table, [...(reads.get(table) ?? []), "has its rows changed"]);
    }
    const { completes, reads: allowed = {} } = stated[name] ?? {};
    const isSecondStep = completes !== undefined && completes in released;
    expect.soft(isSecondStep ? [] : breaks, `${name} breaks the version before`).toEqual([]);
    const old = [...reads].filter(([table]) => first.tables.has(table) && !(table in allowed));
    expect.soft(old, `${name} reads whole tables without saying why it may`).toEqual([]);
    before = after;
  }
});

test("Every effect on the previous version is detected, however it was caused.", async () => {
  const { db, pool, drop } = await testDatabase();
  onTestFinished(drop);
  const before = await readCatalog(pool);
  for (const statement of [
    "alter table rooms rename column name to title",
    "alter table pictures alter column width type numeric",
    "alter table users alter column avatar set not null",
    "alter table projects add column colour text not null",
    "alter table categories add constraint has_name check (name <> '-')",
    "create index sheets_name on sheets (name)",
    "drop table setup_links",
    "alter function member_grants rename to grants_of_member",
  ])
    await sql.raw(statement).execute(db);
  const { breaks, reads } = compareCatalogs(before, await readCatalog(pool));
  expect(breaks.toSorted()).toEqual([
    "column pictures.width is numeric, was integer",
    "column projects.colour is needed, and the version before does not know it",
    "column rooms.name is gone",
    "column rooms.title is needed, and the version before does not know it",
    "column users.avatar may not be null any more",
    expect.stringMatching(/^function member_grants\(.*\) is gone$/),
    "table setup_links is gone",
  ]);
  expect(reads.get("categories")).toEqual(["is checked for has_name"]);
  expect(reads.get("sheets")).toEqual(["gets the index sheets_name"]);
});

test("A migration does not block users of a table for long, and is retried.", async () => {
  const { db, client } = await open();
  const last = await newestReleased();
  await migrate(db, { upTo: "20261121-29-api-access" });
  await client.query("begin");
  await client.query("lock table users in access share mode");
  const warn = vi.fn();
  // References to a table need a lock on it that conflicts with its writers.
  await client.query("lock table users in row exclusive mode");
  const migrating = migrate(db, { upTo: last, lockTimeoutMs: 50, log: { info: vi.fn(), warn } });
  await soon(() => expect(warn).toHaveBeenCalled());
  await client.query("rollback");
  expect((await migrating).applied).toEqual([last]);
});

test("A database of a newer version is left unchanged, and this version runs on it with a warning.", async () => {
  const { db, drop } = await testDatabase();
  onTestFinished(drop);
  await sql`insert into kysely_migration (name, timestamp) values ('29991231-00-later', '2999-12-31T00:00:00.000Z')`.execute(
    db,
  );
  const warn = vi.fn();
  const done = await migrate(db, { log: { info: vi.fn(), warn } });
  expect(done).toEqual({ applied: [], newer: ["29991231-00-later"] });
  expect(warn).toHaveBeenCalledOnce();
});

test("A database with an unknown migration among known ones is refused.", async () => {
  const { db } = await open();
  await migrate(db, { upTo: "20261120-03-projects" });
  await sql`insert into kysely_migration (name, timestamp) values ('20261120-03-stranger', '2999-12-31T00:00:00.000Z')`.execute(
    db,
  );
  await expect(migrate(db)).rejects.toThrow("20261120-03-stranger");
});

test("Of several simultaneous starts, one migrates and the others find nothing to do.", async () => {
  const { db } = await open();
  const all = await Promise.all([
    migrate(db, { upTo: "20261120-02-media" }),
    migrate(db, { upTo: "20261120-02-media" }),
  ]);
  expect(all.map(({ applied }) => applied.length).toSorted((one, other) => one - other)).toEqual([0, 3]);
});
