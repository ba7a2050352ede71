import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDatabase } from "#server/platform/database.ts";
import { createLog } from "#server/platform/log.ts";
import { migrate } from "#server/platform/migrate.ts";
import { loadSnapshot, unpacked } from "../upgrade/rows.ts";
import { type Contents, differences, readContents } from "./contents.ts";
import { createServer, findPrograms, type OutsideServer, type Programs } from "./programs.ts";
import { askServer } from "./serving.ts";

const found = findPrograms();
const none: Programs = { major: 0, bin: "" };

/** Restores as docs/backup.md and PostgreSQL's manual describe it; each returns the server with the result. */
const ways: Readonly<Record<string, (from: Source, to: string) => Promise<OutsideServer>>> = {
  "pg_dump --format=custom and pg_restore": async ({ server }, to) => {
    const file = join(server.folder, "sitewalk.dump");
    await server.tool("pg_dump", ["--format=custom", `--file=${file}`, "sitewalk"]);
    await server.create(to);
    await server.tool("pg_restore", ["--exit-on-error", `--dbname=${to}`, file]);
    return server;
  },
  "pg_dump and psql": async ({ server }, to) => {
    const file = join(server.folder, "sitewalk.sql");
    await server.tool("pg_dump", [`--file=${file}`, "sitewalk"]);
    await server.create(to);
    await server.tool("psql", ["--no-psqlrc", "-v", "ON_ERROR_STOP=1", "-q", "-f", file, to]);
    return server;
  },
};

interface Source {
  readonly programs: Programs;
  readonly server: OutsideServer;
  readonly username: string;
  readonly contents: Contents;
  readonly answers: Awaited<ReturnType<typeof askServer>>;
}

const searched = "a";

/** A database with rows written by 2.1, migrated to the current schema, which has been in use. */
async function createSource(programs: Programs): Promise<Source> {
  const server = await createServer(programs);
  await server.start();
  await server.create("sitewalk");
  const connection = server.connection("sitewalk");
  const snapshot = unpacked(await readFile(join(import.meta.dirname, "../upgrade/2.1.json.gz")));
  const { db, close } = openDatabase(connection, createLog("silent"), { max: 2 });
  const username = await asClient(connection, async (client) => {
    await migrate(db, { upTo: snapshot.migration });
    await loadSnapshot(client, snapshot);
    await migrate(db);
    const { rows } = await client.query<{ username: string }>(
      "select username from users where role = 'user' and not is_demo and locked_at is null order by id limit 1",
    );
    return rows[0]?.username ?? "";
  });
  await close();
  const answers = await askServer(connection, username, searched);
  const contents = await asClient(connection, readContents);
  return { programs, server, username, contents, answers };
}

async function asClient<T>(connection: pg.PoolConfig, task: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return await task(client);
  } finally {
    await client.end();
  }
}

// Without the package `postgresql` these tests cannot run: the embedded PostgreSQL lacks its programs.
for (const programs of found.length === 0 ? [none] : found)
  describe.skipIf(programs === none)(
    programs === none
      ? "a dump of an outside PostgreSQL (needs Debian's package postgresql)"
      : `a dump of an outside PostgreSQL ${programs.major}`,
    () => {
      let source: Source;
      beforeAll(async () => {
        source = await createSource(programs);
      });
      afterAll(async () => {
        await source?.server.stop();
        await source?.server.remove();
      });

      it.each(Object.keys(ways))("is restored completely by %s, and the server works on it", async (way) => {
        const database = `restored_${Object.keys(ways).indexOf(way)}`;
        const server = (await ways[way]?.(source, database)) ?? source.server;
        const connection = server.connection(database);
        expect(differences(source.contents, await asClient(connection, readContents))).toEqual([]);
        expect(await askServer(connection, source.username, searched)).toEqual(source.answers);
      });

      it("of version 2.1 is restored completely with the schema on the search path", async () => {
        const { server } = source;
        await server.create("older");
        const older = server.connection("older");
        const snapshot = unpacked(await readFile(join(import.meta.dirname, "../upgrade/2.1.json.gz")));
        const { db, close } = openDatabase(older, createLog("silent"), { max: 2 });
        await migrate(db, { upTo: snapshot.migration });
        await asClient(older, (client) => loadSnapshot(client, snapshot));
        await close();
        const [dump, plain] = [join(server.folder, "older.dump"), join(server.folder, "older.sql")];
        await server.tool("pg_dump", ["--format=custom", `--file=${dump}`, "older"]);
        await server.tool("pg_restore", [`--file=${plain}`, dump]);
        const text = await readFile(plain, "utf8");
        const path = [
          "set_config('search_path', '', false)",
          "set_config('search_path', 'public', false)",
        ] as const;
        await writeFile(plain, text.replace(...path));
        await server.create("older_restored");
        await server.tool("psql", ["-v", "ON_ERROR_STOP=1", "-q", `--file=${plain}`, "older_restored"]);
        const restored = server.connection("older_restored");
        const contents = await asClient(older, readContents);
        expect(differences(contents, await asClient(restored, readContents))).toEqual([]);
        expect((await askServer(restored, source.username, searched)).ready).toBe(200);
        // pg_upgrade migrates all databases of a server, and would fail on this one.
        for (const name of ["older", "older_restored"])
          await asClient(server.connection("postgres"), (client) => client.query(`drop database ${name}`));
      });

      it("is upgraded completely by pg_upgrade to the newest version here, and the server works on it", async () => {
        const newest = found.at(-1) ?? programs;
        const next = await createServer(newest);
        await source.server.stop();
        try {
          const from = ["--old-datadir", join(source.server.folder, "data"), "--old-bindir", programs.bin];
          const to = ["--new-datadir", join(next.folder, "data"), "--new-bindir", newest.bin];
          const options = ["--username=owner", `--socketdir=${next.folder}`];
          await next.asOwner("pg_upgrade", [...from, ...to, ...options]);
          await next.start();
          const connection = next.connection("sitewalk");
          expect(differences(source.contents, await asClient(connection, readContents))).toEqual([]);
          expect(await askServer(connection, source.username, searched)).toEqual(source.answers);
          await next.stop();
        } finally {
          await next.remove();
          await source.server.start();
        }
      });
    },
  );
