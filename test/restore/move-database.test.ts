import { execFile } from "node:child_process";
import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { startApp } from "#server/app.ts";
import { readConfig } from "#server/config.ts";
import { openDatabase } from "#server/platform/database.ts";
import { createLog } from "#server/platform/log.ts";
import { migrate } from "#server/platform/migrate.ts";
import { startPostgres } from "#server/platform/postgres/index.ts";
import { loadSnapshot, unpacked } from "../upgrade/rows.ts";
import { snapshotKey } from "../upgrade/snapshot-key.ts";
import { type Contents, differences, readContents } from "./contents.ts";
import { createServer, findPrograms, type OutsideServer } from "./programs.ts";
import { askServer } from "./serving.ts";

/* An installation on an embedded database of its own, with rows written by 2.1, moved as described in docs/backup.md.
 * The external database belongs to an account that is not a superuser, as providers give it. */
const log = createLog("silent");
const tenant = { user: "tenant", password: "pass word/:@" };
let dataDir = "";
let username = "";
let answers: Awaited<ReturnType<typeof askServer>>;

const embedded = () => startPostgres({ root: join(dataDir, "postgres"), database: "sitewalk", log });
const start = (connection: pg.PoolConfig) => askServer(connection, username, "a");

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "sitewalk-move-"));
  // Started by root, the database runs under another account, which needs access to this folder.
  await chmod(dataDir, 0o755);
  const snapshot = unpacked(await readFile(join(import.meta.dirname, "../upgrade/2.1.json.gz")));
  const { connection, stop } = await embedded();
  const { db, close } = openDatabase(connection, log, { max: 2 });
  await migrate(db, { upTo: snapshot.migration });
  username = await withClient(connection, async (client) => {
    await loadSnapshot(client, snapshot);
    await migrate(db);
    const { rows } = await client.query<{ username: string }>(
      "select username from users where role = 'user' and not is_demo and locked_at is null order by id limit 1",
    );
    return rows[0]?.username ?? "";
  });
  await close();
  answers = await start(connection);
  await stop();
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

async function withClient<T>(config: pg.ClientConfig, task: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(config);
  await client.connect();
  try {
    return await task(client);
  } finally {
    await client.end();
  }
}

/** The current content of the source: each start of the server writes rows of its own. */
async function embeddedContents(): Promise<Contents> {
  const { connection, stop } = await embedded();
  const contents = await withClient(connection, readContents);
  await stop();
  return contents;
}

const run = (to: string) =>
  new Promise<{ code: number; text: string }>((resolve) => {
    const program = join(import.meta.dirname, "../../src/server/move-database/main.ts");
    const env = { ...process.env, APP_KEY: snapshotKey, DATABASE_URL: "" };
    execFile(process.execPath, [program, "--to", to, "--data", dataDir], { env }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code ?? 1), text: stdout + stderr }),
    );
  });

interface Outside {
  readonly name: string;
  open(): Promise<{ connection: pg.ClientConfig & { host: string }; close(): Promise<void> }>;
}

const outsides: readonly Outside[] = [
  {
    name: "the version of the embedded one",
    open: async () => {
      const { connection } = inject("postgres");
      return { connection: { ...connection, host: connection.host ?? "" }, close: async () => undefined };
    },
  },
  ...findPrograms().map((programs) => ({
    name: `PostgreSQL ${programs.major}`,
    open: async () => {
      const server: OutsideServer = await createServer(programs);
      await server.start();
      const close = () => server.stop().then(() => server.remove());
      return { connection: server.connection("postgres"), close };
    },
  })),
];

describe.each(outsides)("to an external PostgreSQL, $name", ({ open }) => {
  let outside: Awaited<ReturnType<Outside["open"]>>;
  let moved: pg.ClientConfig = {};
  let url = "";
  beforeAll(async () => {
    outside = await open();
    const database = `moved_${process.pid}`;
    const { user, password } = tenant;
    await withClient(outside.connection, async (client) => {
      await client.query(`drop database if exists ${database}`);
      await client.query(`drop role if exists ${user}`);
      await client.query(`create role ${user} login password '${password}'`);
      await client.query(`create database ${database} owner ${user} template template0`);
    });
    moved = { ...outside.connection, ...tenant, database };
    const { host, port } = outside.connection;
    const secret = encodeURIComponent(password);
    url = `postgres://${user}:${secret}@/${database}?host=${encodeURIComponent(host)}&port=${port}`;
  });
  afterAll(async () => {
    await withClient(outside.connection, async (client) => {
      await client.query(`drop database if exists moved_${process.pid} with (force)`);
      await client.query(`drop role if exists ${tenant.user}`);
    });
    await outside.close();
  });

  it("refuses while the server runs, and the target stays empty", async () => {
    const config = readConfig({
      PORT: "0",
      HOST: "127.0.0.1",
      DEMO: "off",
      DATA_DIR: dataDir,
      APP_KEY: snapshotKey,
      LIVE_PORT: "0",
      ROLE: "web",
    });
    const app = await startApp({ config, log });
    const { code, text } = await run(url);
    await app.close();
    expect(text).toContain("Stop it, then move the database");
    expect(code).toBe(1);
    const { rows } = await withClient(moved, (client) =>
      client.query("select 1 from pg_class where relname = 'users'"),
    );
    expect(rows).toEqual([]);
  });

  it("moves every row, and the server works from there as before", async () => {
    const before = await embeddedContents();
    const { code, text } = await run(url);
    expect(text).toContain("were copied to the new database and compared");
    expect(code).toBe(0);
    expect(differences(before, await withClient(moved, readContents))).toEqual([]);
    expect(await start(moved)).toEqual(answers);
  });

  it("refuses a database that already has rows, and leaves the embedded one unchanged", async () => {
    const { code, text } = await run(url);
    expect(text).toContain("not empty");
    expect(code).toBe(1);
    const { connection, stop } = await embedded();
    expect(await start(connection)).toEqual(answers);
    await stop();
  });
});
