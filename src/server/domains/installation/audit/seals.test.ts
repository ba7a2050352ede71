import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { recordActivity } from "#server/platform/activity.ts";
import type { Database } from "#server/platform/database.ts";
import { createAppKey } from "#server/platform/key.ts";
import { createLog } from "#server/platform/log.ts";
import { type TestDatabase, testDatabase } from "#test/database.ts";
import { forge } from "./audit.fixture.ts";
import { hashOf, readLines, sealPurpose, sealText } from "./canonical.ts";
import { checkAll } from "./check-all.ts";
import { createRetention } from "./retention.ts";
import { createSealer } from "./seal.ts";
import { createSealTotals } from "./seal-totals.ts";
import { createVerifier } from "./verify.ts";
import { createWitness } from "./witness.ts";

const key = createAppKey("the secret of this installation, long enough");
const log = createLog("silent");

let database: TestDatabase;
let db: Database;
let folder: string;
beforeAll(async () => {
  database = await testDatabase();
  db = database.db;
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "sitewalk-audit-"));
});
afterAll(() => database.drop());
afterEach(async () => {
  await sql`truncate activity, sightings, audit_lines, audit_seals, audit_waiting, audit_kept cascade`.execute(
    db,
  );
  await rm(folder, { recursive: true, force: true });
});

const sealer = () => createSealer({ db, key, log, witness: createWitness(folder) });
const verifier = (witnessed = folder) => createVerifier({ db, key, witness: createWitness(witnessed) });

const check = async (known?: { hash: string }, of = verifier()) => (await checkAll(of, known)).findings;

const write = (n: number, subject_name = "The gate") =>
  recordActivity(db, {
    id_user: null,
    action: "visit.created",
    subject: { kind: "visit", id: n, name: subject_name },
    details: { n: String(n) },
    address: "192.0.2.1",
  });

/** Makes three seals of three entries each; returns the numbers of the entries, in order. */
async function sealed(): Promise<number[]> {
  for (let n = 1; n <= 9; n += 1) {
    await write(n);
    if (n % 3 === 0) await sealer().all();
  }
  const rows = await db.selectFrom("activity").select("id").orderBy("id").execute();
  return rows.map(({ id }) => id);
}

it("the totals count seals and their entries, also those made after the last count, and after a restore", async () => {
  await sealed();
  const totals = createSealTotals(db);
  expect(await totals(2)).toEqual({ seals: 2, lines: 6 });
  expect(await totals(3)).toEqual({ seals: 3, lines: 9 });
  expect(await totals(1)).toEqual({ seals: 1, lines: 3 });
});

describe("an untouched audit log", () => {
  it("matches its seals, each of which names its predecessor", async () => {
    await sealed();
    expect(await check()).toEqual([]);
    const seals = await db.selectFrom("audit_seals").selectAll().orderBy("id").execute();
    expect(seals.map(({ id, lines }) => [id, lines])).toEqual([
      [1, 3],
      [2, 3],
      [3, 3],
    ]);
    expect(seals[2]?.previous).toEqual(seals[1]?.hash);
    expect(await readFile(join(folder, "newest-seal.txt"), "utf8")).toContain(seals[2]?.hash.toString("hex"));
  });

  it("still matches after an account and a project are deleted for good: their numbers stay", async () => {
    const { id: id_user } = await db
      .insertInto("users")
      .values({ username: "gone", email: "gone@example.org", password_hash: null, role: "user" })
      .returning("id")
      .executeTakeFirstOrThrow();
    const { rows } = await sql<{ id: number }>`
      insert into projects (code, name, year) values ('gonegonegone', 'Gone', 2026) returning id`.execute(db);
    const id_project = rows[0]?.id ?? 0;
    await recordActivity(db, { id_user, action: "project.changed", id_project, address: "" });
    await sql`insert into sightings (kind, id_thing, viewer, id_user, address, quarter)
      values ('snag', 1, ${`u${id_user}`}, ${id_user}, '', now())`.execute(db);
    await sealer().all();
    await db.deleteFrom("projects").where("id", "=", id_project).execute();
    await db.deleteFrom("users").where("id", "=", id_user).execute();
    const line = await db.selectFrom("activity").selectAll().executeTakeFirstOrThrow();
    expect(line).toMatchObject({ id_user: null, id_project: null, who: id_user, in_project: id_project });
    expect(await check()).toEqual([]);
  });

  it("has no entry behind a seal: a late commit is covered by a later one", async () => {
    let commit: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      commit = resolve;
    });
    let written: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => {
      written = resolve;
    });
    const late = db.transaction().execute(async (trx) => {
      await recordActivity(trx, { id_user: null, action: "visit.created", address: "" });
      written();
      await held;
    });
    await begun;
    await write(2);
    await sealer().all();
    commit();
    await late;
    await sealer().all();
    const lines = await db
      .selectFrom("audit_lines")
      .select(["id_line", "id_seal"])
      .orderBy("id_seal")
      .execute();
    expect(lines).toHaveLength(2);
    expect(lines[0]?.id_line).toBeGreaterThan(lines[1]?.id_line ?? 0);
    expect(await check()).toEqual([]);
  });

  it("stays correct under parallel writers and two sealing nodes: every entry once, no number twice", async () => {
    const nodes = [sealer(), sealer()];
    const writers = Array.from({ length: 4 }, async (_, writer) => {
      for (let n = 0; n < 25; n += 1) await write(writer * 100 + n);
    });
    const over = new AbortController();
    const sealing = nodes.map(async (node) => {
      while (!over.signal.aborted) await node.one();
    });
    await Promise.all(writers);
    over.abort();
    await Promise.all(sealing);
    await sealer().all();
    const { rows } = await sql<{ lines: number; seals: number; last: number }>`
      select (select count(*) from audit_lines) as lines, count(*) as seals, max(id) as last from audit_seals`.execute(
      db,
    );
    expect(rows[0]?.lines).toBe(100);
    expect(rows[0]?.seals).toBe(rows[0]?.last);
    expect(await check()).toEqual([]);
  });
});

describe("the database itself", () => {
  it("refuses to change or delete a sealed entry and a seal", async () => {
    const [id = 0] = await sealed();
    const tries = [
      sql`update activity set subject_name = 'The gates' where id = ${id}`,
      sql`update activity set who = 7 where id = ${id}`,
      sql`delete from activity where id = ${id}`,
      sql`update audit_seals set signature = 'x' where id = 1`,
      sql`delete from audit_lines where id_line = ${id}`,
    ];
    for (const attempt of tries) await expect(attempt.execute(db)).rejects.toThrow(/sealed|stay as they are/);
    expect(await check()).toEqual([]);
  });
});

describe("tampering with the database is detected when", () => {
  it("one letter of an entry is changed: the entry is named", async () => {
    const ids = await sealed();
    await forge(db, sql`update activity set subject_name = 'The gbte' where id = ${ids[4] ?? 0}`);
    expect(await check()).toEqual([
      { problem: "line_changed", id_seal: 2, source: "activity", id_line: ids[4] },
    ]);
  });

  it("a user is removed from an entry while their account exists", async () => {
    const { id: id_user } = await db
      .insertInto("users")
      .values({ username: "stays", email: "stays@example.org", password_hash: null, role: "user" })
      .returning("id")
      .executeTakeFirstOrThrow();
    await recordActivity(db, { id_user, action: "visit.deleted", address: "" });
    await sealer().all();
    await forge(db, sql`update activity set id_user = null`);
    expect((await check()).map(({ problem }) => problem)).toEqual(["line_changed"]);
  });

  it("an entry is deleted: the entry is named", async () => {
    const ids = await sealed();
    await forge(db, sql`delete from activity where id = ${ids[4] ?? 0}`);
    expect(await check()).toEqual([
      { problem: "line_missing", id_seal: 2, source: "activity", id_line: ids[4] },
    ]);
  });

  it("an entry is deleted with all its seal data: the seal does not match", async () => {
    const ids = await sealed();
    await forge(db, sql`delete from activity where id = ${ids[4] ?? 0}`);
    await forge(db, sql`delete from audit_lines where id_line = ${ids[4] ?? 0}`);
    expect(await check()).toEqual([{ problem: "seal_changed", id_seal: 2, source: null, id_line: null }]);
  });

  it("an entry is inserted, past the triggers or through them with an old number", async () => {
    await sealed();
    const insert = (id: number) => sql`
      insert into activity (id, action, address) overriding system value values (${id}, 'visit.deleted', '')`;
    await forge(db, insert(-7));
    expect(await check()).toEqual([
      { problem: "line_added", id_seal: null, source: "activity", id_line: -7 },
    ]);
    await forge(db, sql`delete from activity where id = -7`);
    // Two hours after its neighbours were sealed.
    await forge(db, sql`update audit_seals set sealed_at = sealed_at - interval '2 hours'`);
    await resign();
    await insert(-5).execute(db);
    await sealer().all();
    expect(await check(undefined, verifier(join(folder, "none")))).toEqual([
      { problem: "line_added", id_seal: 4, source: "activity", id_line: -5 },
    ]);
  });

  it("the order of seals is changed, or one is left out", async () => {
    await sealed();
    await forge(db, sql`delete from audit_lines where id_seal = 2`);
    await forge(db, sql`delete from audit_seals where id = 2`);
    expect((await check()).map(({ problem }) => problem)).toContain("seals_missing");
    await forge(db, sql`update audit_seals set id = 2 where id = 3`);
    await forge(db, sql`update audit_lines set id_seal = 2 where id_seal = 3`);
    expect((await check()).map(({ problem }) => problem)).toContain("chain_broken");
  });

  it("all seals are made anew without the key", async () => {
    const ids = await sealed();
    await forge(db, sql`update activity set subject_name = 'Another' where id = ${ids[1] ?? 0}`);
    await resign(createAppKey("some other secret that is as long as needed"));
    expect((await check()).map(({ problem }) => problem)).toEqual([
      "not_ours",
      "not_ours",
      "not_ours",
      "cut_off",
    ]);
  });

  it("the end is cut off: detected by the sealing machine, and by anyone who kept a seal", async () => {
    const ids = await sealed();
    const newest = await db
      .selectFrom("audit_seals")
      .select("hash")
      .where("id", "=", 3)
      .executeTakeFirstOrThrow();
    const known = { hash: newest.hash.toString("hex") };
    expect(await check(known)).toEqual([]);
    await forge(db, sql`delete from activity where id > ${ids[5] ?? 0}`);
    await forge(db, sql`delete from audit_lines where id_seal = 3`);
    await forge(db, sql`delete from audit_seals where id = 3`);
    expect(await check()).toEqual([{ problem: "cut_off", id_seal: 3, source: null, id_line: null }]);
    // Making further seals does not hide it.
    for (let n = 20; n < 23; n += 1) {
      await write(n);
      await sealer().all();
    }
    expect(await check(known)).toEqual([
      { problem: "cut_off", id_seal: 3, source: null, id_line: null },
      { problem: "unknown_seal", id_seal: null, source: null, id_line: null },
    ]);
  });
});

it("view entries are deleted after two years: their existence stays provable, and an earlier deletion is detected", async () => {
  const see = (thing: number) =>
    sql`
    insert into sightings (kind, id_thing, viewer, address, quarter) values ('snag', ${thing}, 'g1', '', now())`.execute(
      db,
    );
  await see(1);
  await sealer().all();
  await see(2);
  await sealer().all();
  await forge(db, sql`delete from sightings`);
  expect((await check()).map(({ problem, id_seal }) => [problem, id_seal])).toEqual([
    ["line_missing", 1],
    ["line_missing", 2],
  ]);
  await forge(db, sql`update audit_seals set sealed_at = sealed_at - interval '731 days' where id = 1`);
  await resign();
  await rm(folder, { recursive: true });
  expect((await check()).map(({ problem, id_seal }) => [problem, id_seal])).toEqual([["line_missing", 2]]);
});

it("entries are deleted after their retention period; a verification accepts that and nothing beyond it", async () => {
  const retain = (keep_activity_days: number) =>
    createRetention({
      db,
      key,
      settings: { get: () => ({ keep_activity_days, keep_views_days: 730 }) },
      atOnce: 2,
    })();
  await sql`
    insert into activity (action, subject_name, address, created_at)
    select 'visit.created', 'Old ' || n, '', now() - interval '500 days' from generate_series(1, 5) n`.execute(
    db,
  );
  await sealer().all();
  await forge(db, sql`update audit_seals set sealed_at = sealed_at - interval '500 days'`);
  await resign();
  await rm(folder, { recursive: true });
  await write(1, "New");
  await sealer().all();
  const names = async () =>
    (
      await db.selectFrom("activity").select(["action", "subject_name", "details"]).orderBy("id").execute()
    ).slice(-2);
  const words = async () => {
    const { rows } = await sql<{ word: string }>`
      select word from log_words where word ~ '^(Old|New)' order by word`.execute(db);
    return rows.map(({ word }) => word);
  };
  await retain(0);
  await retain(600);
  expect(await words()).toEqual(["New", "Old 1", "Old 2", "Old 3", "Old 4", "Old 5"]);
  expect(await names()).toMatchObject([{ subject_name: "Old 5" }, { subject_name: "New" }]);
  await retain(400);
  expect(await words()).toEqual(["New"]);
  await sealer().all();
  expect(await db.selectFrom("activity").selectAll().execute()).toHaveLength(2);
  expect(await names()).toMatchObject([
    { subject_name: "New" },
    { action: "activity.pruned", details: { n: "5" } },
  ]);
  expect(await check()).toEqual([]);
  await forge(db, sql`delete from activity where subject_name = 'New'`);
  expect((await check()).map(({ problem, id_seal }) => [problem, id_seal])).toEqual([["line_missing", 2]]);
  // A mark without the key of this installation excuses nothing.
  await forge(db, sql`update audit_kept set before = now()`);
  expect((await check()).map(({ id_seal }) => id_seal)).toEqual([1, 1, 1, 1, 1, 2]);
});

it("entries that are much older than their seal are kept until the seal is of age, too", async () => {
  const settings = { get: () => ({ keep_activity_days: 400, keep_views_days: 730 }) };
  await sql`
    insert into activity (action, address, created_at)
    select 'visit.created', '', now() - make_interval(days => 495 + n) from generate_series(1, 5) n`.execute(
    db,
  );
  await sealer().one();
  const retain = createRetention({ db, key, settings, atOnce: 2 });
  await retain();
  expect(await check()).toEqual([]);
  expect(await db.selectFrom("activity").selectAll().execute()).toHaveLength(5);
  await forge(db, sql`update audit_seals set sealed_at = sealed_at - interval '402 days'`);
  await resign();
  await rm(folder, { recursive: true });
  await retain();
  expect(await check()).toEqual([]);
  expect(await db.selectFrom("activity").select("action").execute()).toEqual([{ action: "activity.pruned" }]);
});

it("views that are kept for ten years are protected and verified beyond two", async () => {
  const day = 86_400_000;
  const before = new Date(Date.now() - 1000 * day);
  const signature = key.sign("audit-kept", `2 ${before.toISOString()}`);
  await sql`
    insert into sightings (kind, id_thing, viewer, address, quarter, created_at)
    values ('snag', 1, 'g1', '', now(), now() - interval '800 days')`.execute(db);
  await sealer().all();
  await forge(db, sql`update audit_seals set sealed_at = sealed_at - interval '800 days'`);
  await resign();
  await rm(folder, { recursive: true });
  await sql`insert into audit_kept (kind, before, signature) values (2, ${before}, ${signature})`.execute(db);
  await expect(sql`delete from sightings`.execute(db)).rejects.toThrow("is sealed");
  await forge(db, sql`delete from sightings`);
  expect((await check()).map(({ problem, source }) => [problem, source])).toEqual([["line_missing", "seen"]]);
});

it("the first night accepts that earlier versions deleted views after two years", async () => {
  const settings = { get: () => ({ keep_activity_days: 0, keep_views_days: 3650 }) };
  await createRetention({ db, key, settings })();
  const { rows } = await sql<{ days: number }>`
    select extract(day from now() - before)::int as days from audit_kept where kind = 2`.execute(db);
  expect(rows[0]?.days).toBeGreaterThanOrEqual(730);
  expect(rows[0]?.days).toBeLessThanOrEqual(731);
});

it("a deletion before the end of the retention period is refused by the database", async () => {
  const [first = 0] = await sealed();
  await sql`insert into audit_kept (kind, before, signature) values (1, now() - interval '1 day', '')`.execute(
    db,
  );
  await expect(sql`delete from activity where id = ${first}`.execute(db)).rejects.toThrow("is sealed");
});

/** Makes all seals anew over the present entries, with any key. */
async function resign(by = key): Promise<void> {
  let previous: Buffer = Buffer.alloc(32);
  for (const { id, sealed_at } of await db.selectFrom("audit_seals").selectAll().orderBy("id").execute()) {
    const names = await db.selectFrom("audit_lines").selectAll().where("id_seal", "=", id).execute();
    const now = new Map((await readLines(db, names)).map((line) => [line.id, hashOf(line.text)]));
    const lines = names
      .map(({ kind, id_line, hash }) => ({ kind, id_line, hash: now.get(id_line) ?? hash }))
      .toSorted((a, b) => a.kind - b.kind || a.id_line - b.id_line);
    const hash = hashOf(sealText({ id, previous, sealed_at, lines }));
    for (const line of lines)
      await forge(
        db,
        sql`update audit_lines set hash = ${line.hash} where kind = ${line.kind} and id_line = ${line.id_line}`,
      );
    const signature = by.sign(sealPurpose, hash.toString("hex"));
    await forge(
      db,
      sql`update audit_seals set previous = ${previous}, hash = ${hash}, signature = ${signature} where id = ${id}`,
    );
    previous = hash;
  }
}
