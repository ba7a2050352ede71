import { type Expression, type SqlBool, sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { lineKinds } from "#server/domains/installation/audit/tables.ts";
import { recordActivity } from "#server/platform/activity.ts";
import { type Database, openDatabase } from "#server/platform/database.ts";
import { createLog } from "#server/platform/log.ts";
import { likePattern } from "#server/platform/paging.ts";
import { type TestDatabase, testDatabase } from "#test/database.ts";
import { createActivityLog } from "./activity-log.ts";

const LINES = 4000;
/** Parts of names and addresses, including letters whose length changes with their case. */
const pieces = [
  ...Array.from("aAbBzZéÉßẞİıſKσςΣ"),
  ...Array.from("ابةىيأإ١٢٣"),
  ...Array.from("0129"),
  ...Array.from(`%_\\'".-/  \n🏗\u0301ّـ`),
  ..."tower,roof,برج,مدرسة,100%,b-2,visit,192.0.2.7".split(","),
];

/** The same numbers in every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}
const next = numbers(7);
const some = (most: number) =>
  Array.from({ length: next(most + 1) }, () => pieces[next(pieces.length)] ?? "").join("");

let database: TestDatabase;
/** A connection that avoids sequential scans where an index of the text, of accounts or of projects can be used. */
let indexed: ReturnType<typeof openDatabase>;
let texts: string[] = [];
beforeAll(async () => {
  database = await testDatabase();
  indexed = openDatabase(
    { ...database.connection, options: "-c enable_seqscan=off -c enable_indexscan=off" },
    createLog("silent"),
    { max: 3 },
  );
  const { db } = database;
  const people = Array.from({ length: 40 }, (_, at) => ({
    username: `${some(3)}${at}`,
    email: `${at}@example.org`,
    first_name: some(3),
    last_name: some(3),
  }));
  await sql`insert into users (username, email, first_name, last_name)
    select * from jsonb_to_recordset(${JSON.stringify(people)}::jsonb)
      as p(username text, email text, first_name text, last_name text)`.execute(db);
  const projects = Array.from({ length: 30 }, (_, at) => ({ code: `code${at}`, name: `${some(4)} ` }));
  await sql`insert into projects (code, name, description, location, year)
    select p.code, p.name, '', '', 2026 from jsonb_to_recordset(${JSON.stringify(projects)}::jsonb)
      as p(code text, name text)`.execute(db);
  texts = Array.from({ length: LINES }, () => some(5));
  const kinds = ["visit", "room", "snag", "sheet"];
  const lines = texts.map((name, at) => ({
    at,
    kind: kinds[next(kinds.length)] ?? "",
    name,
    address: next(3) === 0 ? "" : `192.0.${next(4)}.${next(250)}`,
  }));
  await sql`
    with l as (select * from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
        as l(at int, kind text, name text, address text)),
      u as (select array_agg(id) as ids from users), p as (select array_agg(id) as ids from projects),
      done as (insert into activity (id_user, action, subject_kind, id_subject, subject_name, address, id_project)
        select u.ids[at % 70], kind || '.changed', kind, at, name, address, p.ids[at % 50] from l, u, p order by at)
    insert into sightings (kind, id_thing, thing_name, id_project, viewer, id_user, address, quarter)
      select kind, at, name, p.ids[at % 50], 'u' || at, u.ids[at % 70], address, now() from l, u, p order by at`.execute(
    db,
  );
  // Half of the lines have their seal, and with it their texts; the others wait for it.
  await sql`delete from audit_waiting where id_line % 2 = 0`.execute(db);
  await sql`insert into audit_seals (id, lines, previous, hash, signature, sealed_at)
    values (1, 1, '', '', '', now())`.execute(db);
  for (const kind of Object.values(lineKinds))
    await sql`insert into audit_lines (kind, id_line, id_seal, hash)
      select ${kind}::int, id, 1, '' from ${kind === lineKinds.seen ? sql`sightings` : sql`activity`}
      where id % 2 = 0`.execute(db);
  await sql`analyze`.execute(db);
});
afterAll(async () => {
  await indexed?.close();
  await database?.drop();
});

/** Reference implementation: each field separately, as searched before there was an index. */
function plain(search: string, part: "done" | "seen"): Expression<SqlBool> {
  const pattern = likePattern(search);
  const name = sql`coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.username, '')`;
  const own =
    part === "seen"
      ? sql`a.kind || '.seen' ilike ${pattern} or a.thing_name ilike ${pattern}`
      : sql`a.action ilike ${pattern} or a.subject_name ilike ${pattern}`;
  return sql`(${own} or a.address ilike ${pattern}
    or a.id_user in (select u.id from users u
      where ${name} ilike ${pattern} or u.username ilike ${pattern} or u.email ilike ${pattern})
    or a.id_project in (select p.id from projects p where p.name ilike ${pattern}))`;
}

async function expected(search: string, part: "done" | "seen"): Promise<number[]> {
  const table = part === "seen" ? sql`sightings` : sql`activity`;
  const { rows } = await sql<{ id: number }>`
    select a.id from ${table} a where ${plain(search, part)} order by a.id desc`.execute(database.db);
  return rows.map(({ id }) => id);
}

/** Parts of existing texts, and texts that may not occur. */
const searches = () => {
  const cut = (length: number) => {
    const letters = Array.from(texts[next(texts.length)] ?? "");
    return letters.slice(0, length).join("");
  };
  const found = [1, 1, 2, 2, 3, 3, 4, 6, 9].map(cut).flatMap((text) => [text, text.toUpperCase()]);
  const fixed = [
    "%",
    "_",
    "\\",
    "%%",
    "a_",
    "\n",
    "a\nv",
    "visit",
    "VISIT.",
    ".seen",
    "changed\n",
    "0.2.7",
    "ß",
    "example",
  ];
  return [...fixed, ...found, some(2), some(3)].filter((text) => text !== "");
};

describe.each(["done", "seen"] as const)("searching the log part %s", (part) => {
  const ways: [string, () => Database, number][] = [
    ["as the planner likes", () => database.db, 10_000],
    ["by the indexes, all counted", () => indexed.db, 10_000],
    ["by the indexes, counted up to 30", () => indexed.db, 30],
  ];
  it.each(ways)(
    "returns the same as the reference implementation, in its order: %s",
    async (_, db, counted) => {
      const log = createActivityLog(db(), { counted, readForShort: LINES });
      for (const search of searches()) {
        const ids = await expected(search, part);
        const page = await log.list({ part, search, page: 1, per_page: 20 });
        expect([page.total, ...page.rows.map(({ id }) => id)], JSON.stringify(search)).toEqual([
          Math.min(ids.length, counted),
          ...ids.slice(0, 20),
        ]);
        expect(page).toMatchObject({ is_more: ids.length > counted, is_recent_only: false });
        const second = await log.list({ part, search, page: 2, per_page: 20 });
        expect(second.rows.map(({ id }) => id)).toEqual(ids.slice(20, 40));
      }
      const exported: number[] = [];
      for await (const { id } of log.all({ part, search: "tower" }, 2500)) exported.push(id);
      expect(exported).toEqual((await expected("tower", part)).slice(0, 2500));
    },
  );
});

it("reads only the newest entries for one or two letters, and reports it where there are older ones", async () => {
  const log = createActivityLog(database.db, { counted: 10_000, readForShort: 500 });
  const found = await log.list({ part: "done", search: "is", page: 1, per_page: 100 });
  const newest = await database.db
    .selectFrom("activity")
    .select("id")
    .orderBy("id", "desc")
    .limit(500)
    .execute();
  const read = new Set(newest.map(({ id }) => id));
  const ids = (await expected("is", "done")).filter((id) => read.has(id));
  expect(found.rows.map(({ id }) => id)).toEqual(ids.slice(0, 100));
  expect(found).toMatchObject({ total: ids.length, is_recent_only: true });
  const long = await log.list({ part: "done", search: "visit", page: 1, per_page: 100 });
  expect(long).toMatchObject({ total: (await expected("visit", "done")).length, is_recent_only: false });
});

it("reads the texts of the logs by their index once per log for three letters, and not for two", async () => {
  const scans = await indexed.db.transaction().execute(async (trx) => {
    const log = createActivityLog(trx);
    // So few texts are read as fast by their key.
    await sql`set local enable_indexonlyscan = off`.execute(trx);
    // Counted within the transaction, before the counters become visible to others.
    const counts: number[] = [];
    for (const search of [undefined, "zq", "tower"]) {
      for (const part of ["done", "seen"] as const)
        if (search !== undefined) await log.list({ part, search, page: 1, per_page: 5 });
      const { rows } = await sql<{ n: number }>`
        select pg_stat_get_xact_numscans('log_words_text'::regclass)::int as n`.execute(trx);
      counts.push(rows[0]?.n ?? Number.NaN);
    }
    return counts;
  });
  const [before = Number.NaN] = scans;
  expect(scans).toEqual([before, before, before + 2]);
});

it("keeps an action whose subject has a very long name", async () => {
  const name = Array.from({ length: 2000 }, () => String.fromCodePoint(0x4e00 + next(20_000))).join("");
  const subject = { kind: "snag", id: 1, name };
  await recordActivity(database.db, { id_user: null, action: "snag.renamed", subject, address: "" });
  const log = createActivityLog(database.db);
  const { rows } = await log.list({ part: "done", search: name.slice(0, 20), page: 1, per_page: 5 });
  expect(rows.map((row) => row.subject?.name)).toEqual([name.slice(0, 500)]);
});
