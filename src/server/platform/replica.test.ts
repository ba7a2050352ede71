import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Generated, Kysely, PostgresDialect, sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { Endpoint } from "#contract/endpoint.ts";
import { api } from "#contract/index.ts";
import { testPool } from "#test/database.ts";
import { type StreamingReplica, startReplica } from "#test/streaming-replica.ts";
import { createLog } from "./log.ts";
import { type RunningPostgres, startPostgres } from "./postgres/index.ts";
import { createReplica } from "./replica.ts";

interface Tables {
  visits: { id: Generated<number>; name: string };
}

const log = createLog("silent");
let root: string;
let primary: RunningPostgres;
let copy: StreamingReplica;

it("is declared for calls that only read, and for the search, which uses POST", () => {
  const declared = Object.entries<Endpoint>(api).filter(([, { reads }]) => reads === "replica");
  expect(declared.length).toBeGreaterThan(0);
  for (const [route] of declared) expect(route).toMatch(/^GET |^POST \/api\/search\/global$/);
});

describe.runIf(process.platform === "linux")("a streaming replica", () => {
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), "sitewalk-primary-"));
    await chmod(root, 0o755);
    primary = await startPostgres({ root, database: "sitewalk", log });
    const client = new pg.Client(primary.connection);
    await client.connect();
    await client.query("create table visits (id bigint generated always as identity primary key, name text)");
    await client.query("create unlogged table seconds (n integer)");
    await client.end();
    copy = await startReplica(root, primary.connection);
  });
  afterAll(async () => {
    await copy?.stop();
    await primary?.stop();
    await rm(root, { recursive: true, force: true });
  });

  function open(connection: pg.PoolConfig = copy.connection) {
    const pool = testPool(primary.connection);
    const replica = createReplica({ connection, primary: pool, log });
    const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: replica.beside(pool) }) });
    onTestFinished(async () => {
      await replica.close();
      await db.destroy();
    });
    return { db, replica };
  }
  const isCopy = async (db: Kysely<Tables>) => {
    const { rows } = await sql<{ is: boolean }>`select pg_is_in_recovery() as is`.execute(db);
    return rows[0]?.is;
  };

  it("answers reads, and nothing outside of such a call", async () => {
    const { db, replica } = open();
    expect(await isCopy(db)).toBe(false);
    expect(await replica.reading(() => isCopy(db))).toBe(true);
    expect(await isCopy(db)).toBe(false);
  });

  it("sees in three hundred of three hundred attempts what was just written, by any node", async () => {
    const { db, replica } = open();
    const writer = open().db;
    let missed = 0;
    for (let n = 0; n < 300; n += 1) {
      const { id } = await writer
        .insertInto("visits")
        .values({ name: `visit ${n}` })
        .returning("id")
        .executeTakeFirstOrThrow();
      const found = await replica.reading(() =>
        db.selectFrom("visits").select("id").where("id", "=", id).executeTakeFirst(),
      );
      if (found === undefined) missed += 1;
    }
    expect(missed).toBe(0);
    expect(replica.counts().there).toBeGreaterThan(200);
  });

  it("leaves writes, transactions and locks to the primary, and reads after a write in the same call", async () => {
    const { db, replica } = open();
    await replica.reading(async () => {
      expect(await isCopy(db)).toBe(true);
      await db.transaction().execute(async (trx) => {
        const { rows } = await sql<{ is: boolean }>`select pg_is_in_recovery() as is`.execute(trx);
        expect(rows[0]?.is).toBe(false);
      });
      expect(await isCopy(db)).toBe(false);
    });
    await replica.reading(async () => {
      const { id } = await db
        .insertInto("visits")
        .values({ name: "within" })
        .returning("id")
        .executeTakeFirstOrThrow();
      expect(await db.selectFrom("visits").select("name").where("id", "=", id).execute()).toEqual([
        { name: "within" },
      ]);
    });
    await replica.reading(() => db.selectFrom("visits").selectAll().limit(1).forUpdate().execute());
  });

  it("leaves to the primary what it refuses itself, such as an unlogged table", async () => {
    const { db, replica } = open();
    expect(await replica.reading(() => sql`select n from seconds`.execute(db))).toMatchObject({ rows: [] });
    await expect(replica.reading(() => sql`select nothing from seconds`.execute(db))).rejects.toThrow(
      "nothing",
    );
    expect(await replica.reading(() => isCopy(db))).toBe(true);
  });

  it("is not waited for while it lags, nor queried while it is unreachable", async () => {
    const { db, replica } = open();
    const admin = new pg.Client(copy.connection);
    await admin.connect();
    await admin.query("select pg_wal_replay_pause()");
    await db.insertInto("visits").values({ name: "lagging" }).execute();
    expect(await replica.reading(() => isCopy(db))).toBe(false);
    await admin.query("select pg_wal_replay_resume()");
    await admin.end();

    const away = open({ ...copy.connection, host: "/nowhere" });
    expect(await away.replica.reading(() => isCopy(away.db))).toBe(false);
    expect(away.replica.counts()).toEqual({ there: 0, here: 1 });
    expect(await away.replica.reading(() => isCopy(away.db))).toBe(false);
    expect(away.replica.counts()).toEqual({ there: 0, here: 1 });
  });

  it("is not used where the server is not a replica", async () => {
    const { db, replica } = open(primary.connection);
    await replica.reading(() => db.selectFrom("visits").selectAll().limit(1).execute());
    expect(replica.counts()).toEqual({ there: 0, here: 1 });
  });
});
