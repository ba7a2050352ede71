import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { api, type Route } from "#contract/index.ts";
import { type RunningApp, startApp } from "#server/app.ts";
import { readConfig } from "#server/config.ts";
import { createLog } from "#server/platform/log.ts";
import { migrate } from "#server/platform/migrate.ts";
import { password } from "../app.ts";
import { TestClient } from "../client.ts";
import { type EmptyDatabase, emptyDatabase } from "./database.ts";
import { insertRow, loadSnapshot, readTable, type Snapshot, unpacked } from "./rows.ts";
import { snapshotKey } from "./snapshot-key.ts";

/** Rows written by 2.1, migrated to the current schema; and writes of 2.1 into the current schema. */
let snapshot: Snapshot;
let upgraded: EmptyDatabase;
let fresh: EmptyDatabase;
let app: RunningApp;
let dataDir = "";

beforeAll(async () => {
  snapshot = unpacked(await readFile(join(import.meta.dirname, "2.1.json.gz")));
  [upgraded, fresh] = await Promise.all([emptyDatabase(), emptyDatabase()]);
  await migrate(upgraded.db, { upTo: snapshot.migration });
  await loadSnapshot(upgraded.client, snapshot);
  dataDir = await mkdtemp(join(tmpdir(), "sitewalk-upgrade-"));
});

afterAll(async () => {
  await app?.close();
  await upgraded?.drop();
  await fresh?.drop();
  await rm(dataDir, { recursive: true, force: true });
});

test("Every row of the previous version exists after the upgrade, value by value.", async () => {
  await migrate(upgraded.db);
  for (const [table, before] of Object.entries(snapshot.tables)) {
    const after = await readTable(upgraded.client, table, before.columns);
    const added = addedBySnags[table];
    const more = added === undefined ? [] : await rowsOf(added, before.rows);
    expect.soft(after.rows, table).toEqual(inOrder([...before.rows, ...more]));
    if (added !== undefined) expect.soft(more, table).not.toEqual([]);
  }
});

type Row = readonly (string | null)[];

/**
 * Snags were added to the search index (-55): one item each, and those of its words that did not exist. Computed from
 * the rows of the snags themselves, never from the triggers' output.
 */
const pieces = `
  with item as (select s.*, '#' || number as code, concat_ws(E'\\n', app_norm(title),
      nullif(app_norm(left(text, 4000)), ''), app_norm('#' || number)) as haystack from snags s),
    word as (select distinct w, left(app_norm(item.title), 3) as place
      from item, string_to_table(translate(item.haystack, E'\\n', ' '), ' ') piece, search_words_of(piece) w)`;
const addedBySnags: Readonly<Record<string, string>> = {
  search_items: `${pieces} select 'snag', id::text, id_project::text, title, code, haystack from item`,
  search_words: `${pieces} select distinct w from word`,
  search_places: `${pieces} select w, 'snag', place from word`,
};

/** Rows of a query that are not among the earlier ones. */
async function rowsOf(text: string, before: readonly Row[]): Promise<Row[]> {
  const known = new Set(before.map((row) => JSON.stringify(row)));
  const { rows } = await upgraded.client.query<(string | null)[]>({ text, rowMode: "array" });
  return rows.filter((row) => !known.has(JSON.stringify(row)));
}

/** In the order of `readTable`. */
const inOrder = (rows: readonly Row[]) =>
  rows.toSorted((one, other) => (String(one) < String(other) ? -1 : 1));

test("The server starts on it, users sign in, and every list responds.", async () => {
  const config = readConfig({
    PORT: "0",
    HOST: "127.0.0.1",
    DEMO: "off",
    DATA_DIR: dataDir,
    APP_KEY: snapshotKey,
    MEDIA_WORKERS: "1",
    LIVE_PORT: "0",
    // The rows' pictures do not exist here, so none is processed.
    ROLE: "web",
  });
  app = await startApp({
    config,
    log: createLog("silent"),
    connection: upgraded.connection,
    rateFactor: 1000,
  });
  for (const role of ["user", "super_admin"]) {
    const { rows } = await upgraded.client.query<{ username: string }>(
      "select username from users where role = $1 and not is_demo and locked_at is null order by id limit 1",
      [role],
    );
    const client = new TestClient(app.origin);
    const body = { username_l: rows[0]?.username ?? "", password_l: password };
    expect((await client.raw("POST /api/login", { body })).status).toBe(200);
    for (const route of listCalls()) {
      const { status, body } = await client.raw(route);
      // Some are restricted, and a refusal is a valid response, too.
      const isRefused = role === "user" ? status < 500 : refusals.has((body as { code?: string }).code ?? "");
      const isFine = status === 200 || isRefused;
      expect.soft(isFine || `${status} ${JSON.stringify(body)}`, `${route} as ${role}`).toBe(true);
    }
  }
});

test("The current schema accepts writes of the previous version, including its triggers.", async () => {
  await migrate(fresh.db);
  const { client } = fresh;
  // The rows come in no order: references are the one rule that is not checked here.
  const { rows: references } = await client.query<{ tab: string; name: string }>(
    `select conrelid::regclass::text as tab, conname as name from pg_constraint
     where contype = 'f' and connamespace = 'public'::regnamespace`,
  );
  for (const { tab, name } of references) await client.query(`alter table ${tab} drop constraint "${name}"`);
  // Tables filled by triggers come last, and already have their rows.
  const isFilled = (table: string) => table.startsWith("search_");
  const tables = Object.entries(snapshot.tables).toSorted(
    ([one], [other]) => Number(isFilled(one)) - Number(isFilled(other)),
  );
  for (const [table, { columns, rows }] of tables) {
    for (const row of rows) {
      const refusal = await insertRow(client, table, columns, row, "on conflict do nothing").then(
        () => null,
        (error: unknown) => String(error),
      );
      expect.soft(refusal, `insert into ${table}`).toBeNull();
      if (refusal !== null) break;
    }
    const same = columns.map((column) => `"${column}" = "${column}"`).filter((set) => !isIdentity(set));
    const changed = await client.query(`update "${table}" set ${same.join(", ")}`).then(
      () => null,
      (error: unknown) => String(error),
    );
    expect.soft(changed, `update ${table}`).toBeNull();
  }
});

/** Refusals of calls with a mandatory subject, and of features that are off in such an installation. */
const refusals = new Set(["VISIT_ID_REQUIRED", "VIDEO_REQUIRED", "AUTODESK_OFF"]);

/** Ids are generated by the database, which does not allow setting them. */
const isIdentity = (set: string) => set === '"id" = "id"';

/** Reading calls without required input. */
function listCalls(): Route[] {
  return (Object.keys(api) as Route[]).filter((route) => {
    if (!route.startsWith("GET ") || route.includes("{")) return false;
    const { query } = api[route] as { query?: z.core.$ZodType };
    return query === undefined || z.safeParse(query, {}).success;
  });
}
