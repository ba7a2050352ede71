import { execFile } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { chmod, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { databaseIdentity } from "#server/platform/postgres/identity.ts";
import { runTool } from "#server/platform/postgres/run-tool.ts";

const run = promisify(execFile);

/** PostgreSQL's own programs, of one major version. */
export interface Programs {
  readonly major: number;
  /** Folder of `pg_dump`, `pg_restore`, `psql`, `initdb` and `pg_upgrade`. */
  readonly bin: string;
}

/** Install location of Debian and Ubuntu, one folder for each major version. */
const FOLDER = "/usr/lib/postgresql";
const NEEDED = ["initdb", "pg_ctl", "pg_dump", "pg_restore", "psql", "pg_upgrade"];

/** All complete versions from 15 on, oldest first; none without the package `postgresql`. */
export function findPrograms(): Programs[] {
  if (!existsSync(FOLDER)) return [];
  return readdirSync(FOLDER)
    .map((name) => ({ major: Number(name), bin: join(FOLDER, name, "bin") }))
    .filter(({ major, bin }) => major >= 15 && NEEDED.every((name) => existsSync(join(bin, name))))
    .toSorted((one, other) => one.major - other.major);
}

/** A server outside the product, in a temporary folder, with password authentication off. */
export interface OutsideServer {
  readonly folder: string;
  connection(database: string): pg.PoolConfig & { host: string };
  create(database: string): Promise<void>;
  /** Runs a program that connects to it, as its superuser. */
  tool(name: string, args: readonly string[]): Promise<void>;
  /** Runs a program as the account that owns the data, in its folder. */
  asOwner(name: string, args: readonly string[]): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
  remove(): Promise<void>;
}

/** Like Debian's `pg_createcluster`: UTF-8, data checksums off before 18. */
export async function createServer({ bin }: Programs): Promise<OutsideServer> {
  const folder = await mkdtemp(join(tmpdir(), "sitewalk-outside-"));
  const data = join(folder, "data");
  const identity = await databaseIdentity(data);
  await mkdir(data, { mode: 0o700 });
  await chmod(folder, 0o755);
  const { owner } = identity;
  if (owner !== undefined) await run("chown", ["-R", `${owner.uid}:${owner.gid}`, folder]);
  const asOwner = async (name: string, args: readonly string[]) => {
    const line = `cd "$1" && shift && exec "$@"`;
    const done = await runTool(identity, "/bin/sh", ["-c", line, "sh", folder, join(bin, name), ...args]);
    if (done.code !== 0) throw new Error(`${name} failed: ${done.stdout}${done.stderr}`);
  };
  await asOwner("initdb", ["-D", data, "-U", "owner", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "-N"]);
  const connection = (database: string) => ({ host: folder, port: 5432, user: "owner", database });
  const options = `-c listen_addresses= -c unix_socket_directories=${folder} -c port=5432 -c fsync=off`;
  return {
    folder,
    connection,
    asOwner,
    start: () => asOwner("pg_ctl", ["-D", data, "-w", "-l", join(folder, "log"), "-o", options, "start"]),
    stop: () => asOwner("pg_ctl", ["-D", data, "-w", "-m", "fast", "stop"]),
    remove: () => rm(folder, { recursive: true, force: true }),
    async create(database) {
      const client = new pg.Client(connection("postgres"));
      await client.connect();
      await client.query(`create database ${database} template template0`);
      await client.end();
    },
    async tool(name, args) {
      const env = { PATH: "/usr/bin:/bin", PGHOST: folder, PGPORT: "5432", PGUSER: "owner", LC_ALL: "C" };
      await run(join(bin, name), [...args], { env, maxBuffer: 2 ** 26 });
    },
  };
}
