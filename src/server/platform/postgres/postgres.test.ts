import { type ChildProcess, spawn } from "node:child_process";
import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rm,
  stat,
  unlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { soon } from "#test/soon.ts";
import { type PgConnection, PostgresRefused, type RunningPostgres, startPostgres } from "./index.ts";
import { isAlive } from "./process-table.ts";

const underRoot = process.getuid?.() === 0;
const children: ChildProcess[] = [];
const started: RunningPostgres[] = [];
const roots: string[] = [];
let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sitewalk-pg-"));
  await chmod(folder, 0o755);
});

afterEach(async () => {
  for (const running of started.splice(0)) await running.stop();
  for (const child of children.splice(0)) child.kill("SIGKILL");
  for (const root of roots) await killServer(root);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

function rootNamed(name: string): string {
  const root = join(folder, name);
  roots.push(root);
  return root;
}

async function start(root: string): Promise<RunningPostgres> {
  const log = { info: () => undefined, warn: () => undefined };
  const running = await startPostgres({ root, database: "sitewalk", log });
  started.push(running);
  return running;
}

interface Child {
  process: ChildProcess;
  /** Rejects when the process ends before the server is up. */
  up: Promise<{ adopted: boolean; connection: PgConnection }>;
  ended: Promise<unknown>;
}

function startInChild(root: string, ...mode: "stay"[]): Child {
  const script = join(import.meta.dirname, "test-process.ts");
  const child = spawn(process.execPath, [script, root, ...mode], { stdio: ["ignore", "pipe", "inherit"] });
  children.push(child);
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const line = new Promise<string>((resolve) => child.stdout.setEncoding("utf8").once("data", resolve));
  const early = ended.then(() => Promise.reject(new Error("the process ended before its server was up")));
  const up = Promise.race([line, early]).then((text) => JSON.parse(text) as Awaited<Child["up"]>);
  up.catch(() => undefined); // a test that kills the process does not wait for it
  return { process: child, up, ended };
}

async function query(connection: PgConnection, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client(connection);
  client.on("error", () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

async function serverPid(root: string): Promise<number> {
  const text = await readFile(join(root, "data", "postmaster.pid"), "utf8").catch(() => "");
  return Number.parseInt(text, 10) || 0;
}

async function killServer(root: string): Promise<number> {
  const pid = await serverPid(root);
  const program = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
  if (!program.includes("/postgres")) return pid;
  process.kill(pid, "SIGKILL");
  await soon(async () => expect(isAlive(pid)).toBe(false));
  return pid;
}

async function refusalOf(root: string): Promise<PostgresRefused> {
  const error: unknown = await start(root).catch((caught: unknown) => caught);
  if (!(error instanceof PostgresRefused)) throw new Error("expected a refusal", { cause: error });
  return error;
}

describe("a database in a folder with spaces, a comma, an apostrophe and Arabic letters", () => {
  let root: string;

  beforeAll(async () => {
    root = rootNamed("موقع o'clock, site 1");
    const running = await start(root);
    await query(running.connection, "CREATE TABLE kept (id int PRIMARY KEY)");
  });

  it("searches Arabic, keeps UTF-8 and listens on no network port", async () => {
    const { connection, version } = await start(root);
    await query(connection, "CREATE EXTENSION IF NOT EXISTS pg_trgm");
    const [row] = await query(
      connection,
      "SELECT current_database() AS name, cardinality(show_trgm('برج')) AS trigrams, current_setting('listen_addresses') AS tcp, current_setting('server_encoding') AS encoding",
    );
    expect(row).toEqual({ name: "sitewalk", trigrams: 4, tcp: "", encoding: "UTF8" });
    expect(version).toMatch(/^18\./);
  });

  it("is private: the password file and the data are closed to others", async () => {
    const modes = ["secret", "data", "run"].map(async (name) => (await stat(join(root, name))).mode & 0o777);
    expect(await Promise.all(modes)).toEqual([0o600, 0o700, 0o700]);
  });

  it("starts a second time with all its data", async () => {
    await query((await start(root)).connection, "INSERT INTO kept VALUES (1)");
    await started.pop()?.stop();
    const again = await start(root);
    expect(again.adopted).toBe(false);
    expect(await query(again.connection, "SELECT id FROM kept WHERE id = 1")).toHaveLength(1);
  });

  it("is adopted, still running, after its process was killed", async () => {
    const child = startInChild(root, "stay");
    await child.up;
    const pid = await serverPid(root);
    child.process.kill("SIGKILL");
    await child.ended;
    const running = await start(root);
    expect(running.adopted).toBe(true);
    expect(await serverPid(root)).toBe(pid);
    await running.stop();
    expect(isAlive(pid)).toBe(false);
  });

  it("runs again at the same address after only the server was killed, with every acknowledged write", async () => {
    const { connection } = await start(root);
    await query(connection, "INSERT INTO kept VALUES (2)");
    const pid = await killServer(root);
    await soon(async () =>
      expect(await query(connection, "SELECT id FROM kept WHERE id = 2")).toHaveLength(1),
    );
    expect(await serverPid(root)).not.toBe(pid);
  });

  it("starts when the number of its dead server has gone to another program", async () => {
    const child = startInChild(root, "stay");
    const { connection } = await child.up;
    await query(connection, "INSERT INTO kept VALUES (3)");
    child.process.kill("SIGKILL");
    await child.ended;
    await killServer(root);
    // of the same user: PostgreSQL itself ignores the processes of others
    const { uid, gid } = await stat(join(root, "data"));
    const other = spawn("sleep", ["60"], { uid, gid, stdio: "ignore" });
    children.push(other);
    const path = join(root, "data", "postmaster.pid");
    await writeFile(path, (await readFile(path, "utf8")).replace(/^\d+/, String(other.pid)));
    const running = await start(root);
    expect(running.adopted).toBe(false);
    expect(await query(running.connection, "SELECT id FROM kept WHERE id = 3")).toHaveLength(1);
    expect(other.exitCode ?? other.signalCode).toBe(null);
  });

  it("waits for a backend of the killed server instead of starting over its memory", async () => {
    const child = startInChild(root, "stay");
    const { connection } = await child.up;
    const client = new Client(connection);
    client.on("error", () => undefined);
    await client.connect();
    const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
    const backend = rows[0]?.pid ?? 0;
    process.kill(backend, "SIGSTOP");
    child.process.kill("SIGKILL");
    await child.ended;
    await killServer(root);
    const starting = start(root);
    expect(await Promise.race([starting, sleep(1_500, "waiting")])).toBe("waiting");
    process.kill(backend, "SIGKILL");
    expect((await starting).adopted).toBe(false);
  });

  it("is refused while a server responds that is not among this system's processes", async () => {
    const child = startInChild(root, "stay");
    await child.up;
    // another container's server as seen from here: its number means nothing, its socket responds
    const path = join(root, "data", "postmaster.pid");
    const text = await readFile(path, "utf8");
    await writeFile(path, text.replace(/^\d+/, "2147483646"));
    const refusal = await refusalOf(root);
    await writeFile(path, text);
    expect(refusal.code).toBe("running-elsewhere");
    expect(refusal.message).toContain("Stop that one first");
  });

  it("gets a new password when the secret was lost", async () => {
    await writeFile(join(root, "secret"), "");
    const { connection } = await start(root);
    expect(await query(connection, "SELECT count(*) FROM kept")).toHaveLength(1);
    expect(await readFile(join(root, "secret"), "utf8")).toBe(`${connection.password}\n`);
  });

  it("is not left half created by data of a newer PostgreSQL: refused with a message, files untouched", async () => {
    const path = join(root, "data", "PG_VERSION");
    await writeFile(path, "99\n");
    const refusal = await refusalOf(root);
    await writeFile(path, "18\n");
    expect(refusal.code).toBe("newer-data");
    expect(refusal.message).toContain("PostgreSQL 99");
  });
});

describe("several processes on one folder", () => {
  it("create one database in four simultaneous first starts, and the last one to leave stops it", async () => {
    const root = rootNamed("four");
    const four = [1, 2, 3, 4].map(() => startInChild(root, "stay"));
    const ups = await Promise.all(four.map((child) => child.up));
    expect(ups.filter((up) => !up.adopted)).toHaveLength(1);
    expect(new Set(ups.map((up) => up.connection.password)).size).toBe(1);
    const pid = await serverPid(root);
    for (const child of four) {
      expect(isAlive(pid)).toBe(true);
      child.process.kill("SIGTERM");
      await child.ended;
    }
    expect(isAlive(pid)).toBe(false);
  });

  it("start afresh after one was killed while creating the database", async () => {
    const root = rootNamed("interrupted");
    const child = startInChild(root);
    const made = () => readdir(root).then((names) => names.some((name) => name.startsWith("data.init")));
    await soon(async () => expect(await made()).toBe(true));
    child.process.kill("SIGKILL");
    await child.ended;
    expect(await readdir(root)).not.toContain("data");
    const { connection } = await start(root);
    expect(await query(connection, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
    expect((await readdir(root)).filter((name) => name.startsWith("data"))).toEqual(["data"]);
  });
});

describe("location of the database", () => {
  it("uses a short folder for the socket when the path is too long for one", async () => {
    const root = rootNamed(`${"long".repeat(20)}/pg`);
    const { connection } = await start(root);
    expect(connection.host).toMatch(/^\/tmp\/pge-[0-9a-f]{12}\/run$/);
    expect(await query(connection, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
    await started.pop()?.stop();
    await rm(join(connection.host, ".."), { recursive: true });
  });

  it("refuses a path that PostgreSQL's own tools do not accept", async () => {
    const refusal = await refusalOf(join(folder, 'a "quoted" name'));
    expect(refusal.code).toBe("unsupported-path");
    expect(refusal.message).toContain("DATA_DIR");
  });

  it("refuses a folder with other content, and leaves it alone", async () => {
    const root = join(folder, "other");
    await mkdir(join(root, "data"), { recursive: true });
    await writeFile(join(root, "data", "notes.txt"), "mine");
    expect((await refusalOf(root)).code).toBe("not-a-database");
    expect(await readdir(join(root, "data"))).toEqual(["notes.txt"]);
  });

  it.runIf(underRoot)("works for root below a folder that only root may enter", async () => {
    const closed = join(folder, "closed");
    await mkdir(closed, { mode: 0o700 });
    const root = rootNamed("closed/pg");
    const { connection } = await start(root);
    expect(await query(connection, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
    expect((await stat(join(root, "data"))).uid).not.toBe(0);
    expect((await stat(closed)).mode & 0o777).toBe(0o700);
    const program = await readlink(`/proc/${await serverPid(root)}/exe`);
    expect(program).toMatch(/^\/var\/cache\/sitewalk\/[0-9a-f]{12}\/[^/]+\/bin\/postgres$/);
    await started.pop()?.stop();
    await rm(join(program, "../../.."), { recursive: true });
  });

  it.runIf(underRoot)("takes over data that root restored", async () => {
    const root = rootNamed("restored");
    const first = await start(root);
    await first.stop();
    for (const name of ["", ...(await readdir(join(root, "data"), { recursive: true }))]) {
      await chown(join(root, "data", name), 0, 0);
    }
    expect(await query((await start(root)).connection, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  });

  it.runIf(!underRoot)("refuses a folder that is not writable for this user", async () => {
    const root = join(folder, "read-only");
    await mkdir(root, { mode: 0o555 });
    const refusal = await refusalOf(root);
    expect(refusal.code).toBe("not-permitted");
    expect(refusal.message).toContain(root);
  });
});

describe("path to the programs", () => {
  it("creates the library links itself and repairs a runtime that lost one", async () => {
    const root = rootNamed("repaired");
    await (await start(root)).stop();
    const [version = ""] = await readdir(join(root, "runtime"));
    const libraries = join(root, "runtime", version, "lib");
    for (const name of await readdir(libraries))
      if (name.startsWith("libicu")) await unlink(join(libraries, name));
    expect(await query((await start(root)).connection, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  });
});
