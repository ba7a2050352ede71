import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import {
  chmod,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rm,
  symlink,
  unlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type RunningApp, startApp } from "#server/app.ts";
import { type Config, readConfig } from "#server/config.ts";
import { createLog } from "#server/platform/log.ts";
import { startPostgres } from "#server/platform/postgres/index.ts";
import { TestClient } from "#test/client.ts";
import { panorama } from "#test/pictures.ts";
import { soon } from "#test/soon.ts";
import { backUp } from "./back-up.ts";
import { findSnapshot, listSnapshots, pooled } from "./backup-folder.ts";
import { readList } from "./manifest.ts";
import { restoreBackup } from "./restore-backup.ts";
import { verifySnapshot } from "./verify.ts";

/* On a database of its own, started by our supervisor as in production: its files are what is copied. One installation
 * for all tests of this file; each works on a backup of it. */
const admin = { ADMIN_EMAIL: "admin@example.org", ADMIN_PASSWORD: "correct horse battery" };
const log = createLog("silent");
let root = "";
let config: Config;
let app: RunningApp;
let client: TestClient;
let project = 0;
const visits: number[] = [];

/** Folder for the backups of most tests. */
let folder = "";

const configFor = (dataDir: string, more: Readonly<Record<string, string>> = {}) =>
  readConfig({
    ...admin,
    PORT: "0",
    HOST: "127.0.0.1",
    DEMO: "off",
    DATA_DIR: dataDir,
    MEDIA_WORKERS: "1",
    LIVE_PORT: "0",
    ...more,
  });

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "sitewalk-backup-"));
  // When started by root, the database runs as another account, which must be able to enter.
  await chmod(root, 0o755);
  folder = join(root, "backups");
  config = configFor(join(root, "data"), { BACKUP_DIR: join(root, "by-itself"), BACKUP_KEEP: "2" });
  app = await startApp({ config, log, rateFactor: 1000 });
  client = await signIn(app);
  ({ id: project } = await client.call("POST /api/projects", { body: { name: "Kept" } }));
  // The backup of every hour would hold the lock while a test makes one.
  const { database, close } = await openDatabase();
  const { rowCount } = await database.query("delete from pgboss.schedule where name = 'backup.make'");
  expect(rowCount).toBe(1);
  await close();
});

afterAll(async () => {
  await app?.close();
  await rm(root, { recursive: true, force: true });
});

async function openDatabase() {
  const running = await startPostgres({ root: join(config.dataDir, "postgres"), database: "sitewalk", log });
  const database = new pg.Client(running.connection);
  await database.connect();
  return {
    database,
    async close() {
      await database.end();
      await running.stop();
    },
  };
}

async function signIn({ origin }: RunningApp): Promise<TestClient> {
  const person = new TestClient(origin);
  await person.call("POST /api/login", {
    body: { username_l: admin.ADMIN_EMAIL, password_l: admin.ADMIN_PASSWORD },
  });
  return person;
}

interface Acknowledged {
  readonly at: number;
  readonly id: number;
}

/** Pictures to upload: each has to be cut into tiles, here and again where the backup is restored. */
const mostPictures = 12;

/**
 * Writes until the signal aborts: pictures, a few per visit, then rows alone. Records which rooms were acknowledged,
 * and when.
 */
async function writeWithoutPause(ending: AbortSignal, rooms: Acknowledged[]): Promise<void> {
  for (let seed = 1; !ending.aborted; seed += 1) {
    if (seed > mostPictures) {
      await client.call("PUT /api/projects/star", { body: { id: project } });
      continue;
    }
    if (seed % 5 === 1) visits.push(await addVisit());
    const bytes = await panorama({ seed });
    const file = { name: `room-${seed}.jpg`, bytes };
    const { status, body } = await client.upload(
      "POST /api/rooms",
      { id_visit: String(visits.at(-1)) },
      { file },
    );
    expect(status, JSON.stringify(body)).toBe(201);
    rooms.push({ at: performance.now(), id: (body as { data: { id: number } }).data.id });
  }
}

async function addVisit(): Promise<number> {
  const body = { id_project: project, name: `Walk ${visits.length}`, visit_date: "2026-03-01T08:00:00Z" };
  return (await client.call("POST /api/visits", { body })).id;
}

/** Rooms of the existing visits, once none of their pictures is being processed. */
async function roomsOf(person: TestClient) {
  for (;;) {
    const { items } = await person.call("GET /api/visits", { query: { per_page: 100 } });
    const found = await Promise.all(
      items.map(({ id }) => person.call("GET /api/visits/{id}", { params: { id } })),
    );
    const rooms = found.flatMap((visit) => visit.rooms);
    if (rooms.every(({ picture }) => picture.state !== "processing")) return rooms;
    await sleep(100);
  }
}

test("A backup under constant writing restores to an installation with everything acknowledged before, and its files.", async () => {
  const ending = new AbortController();
  const acknowledged: Acknowledged[] = [];
  const writing = writeWithoutPause(ending.signal, acknowledged);
  await expect.poll(() => acknowledged.length).toBeGreaterThan(2);
  // A seal that is being written is listed and has been renamed when it is opened: the link stands for that moment.
  const seals = join(root, "data/audit");
  await mkdir(seals, { recursive: true });
  await writeFile(join(seals, "seals.txt"), "", { flag: "a" });
  await symlink("renamed", join(seals, "newest-seal.txt.0badcafe.tmp"));
  const begun = performance.now();
  const made = await backUp(config, folder).finally(() => ending.abort());
  await writing;
  expect(await listSnapshots(folder)).toEqual([made.name]);
  expect(made.manifest.files.map(({ path }) => path)).toContain("audit/seals.txt");

  const target = join(root, "restored");
  await restoreBackup({ from: folder, dataDir: target, withoutDamaged: false });
  const restored = await startApp({ config: configFor(target), log, rateFactor: 1000 });
  try {
    const person = await signIn(restored);
    const rooms = await roomsOf(person);
    const ids = new Set(rooms.map(({ id }) => id));
    expect(acknowledged.filter(({ at, id }) => at < begun && !ids.has(id))).toEqual([]);
    for (const { picture } of rooms) {
      expect(picture.state).toBe("ready");
      const sha256 = /([0-9a-f]{64})/.exec(picture.base ?? "")?.[1] ?? "";
      const original = join(target, "media/objects/pictures", sha256.slice(0, 2), sha256, "original.jpg");
      expect(
        createHash("sha256")
          .update(await readFile(original))
          .digest("hex"),
      ).toBe(sha256);
      const shown = await fetch(new URL(picture.base ?? "", restored.origin));
      expect(shown.status).toBe(200);
      await shown.arrayBuffer();
    }
    await person.call("POST /api/projects", { body: { name: "After the restore" } });
  } finally {
    await restored.close();
  }
});

test("The next backup copies no object again, and deletes old backups with the objects that only they held.", async () => {
  const [first = ""] = await listSnapshots(folder);
  const held = new Set((await objectsOf(first)).map(({ sha256 }) => sha256));
  await roomsOf(client);
  const stray = pooled(folder, "0".repeat(64));
  await mkdir(join(stray, ".."), { recursive: true });
  await writeFile(stray, "");
  const second = await backUpAt("2090-01-02T01:00:00Z", 1);
  const fresh = new Map((await objectsOf(second.name)).map(({ sha256, bytes }) => [sha256, bytes]));
  for (const sha256 of held) fresh.delete(sha256);
  const inFiles = second.bytes - second.manifest.list.bytes;
  expect(second.copied - inFiles).toBe([...fresh.values()].reduce((sum, bytes) => sum + bytes, 0));
  expect(second.dropped).toEqual([first]);
  expect(await listSnapshots(folder)).toEqual([second.name]);
  await expect(readFile(stray)).rejects.toThrow("ENOENT");
  expect((await verifySnapshot(folder, second.name)).objects).toEqual([]);
});

const backUpAt = (at: string, keep?: number) =>
  backUp(config, folder, { now: () => new Date(at), ...(keep !== undefined && { keep }) });

async function objectsOf(name: string) {
  const found = [];
  for await (const object of readList(join(folder, name))) found.push(object);
  return found;
}

test("A damaged database, key, list or manifest is detected, and nothing of it is restored.", async () => {
  const { name } = await findSnapshot(folder);
  for (const path of [
    "files/postgres/data/global/pg_control",
    "files/app.key",
    "objects.list",
    "manifest.json",
  ]) {
    await flipByte(join(folder, name, path));
    const dataDir = join(root, "never");
    const restoring = restoreBackup({ from: folder, dataDir, withoutDamaged: true });
    await expect.soft(restoring, path).rejects.toThrow(path);
    await expect(readdir(dataDir)).rejects.toThrow("ENOENT");
    await flipByte(join(folder, name, path));
  }
  expect((await verifySnapshot(folder, name)).vital).toEqual([]);
});

test("Every flipped byte and missing file is reported by name, a restore refuses them, and derived files are rebuilt.", async () => {
  const { name } = await findSnapshot(folder);
  const objects = await objectsOf(name);
  const made = objects.filter(({ path }) => /\/pictures\/.*\.webp$/.test(path)).slice(0, 19);
  const kept = objects.find(({ path }) => path.endsWith("original.jpg"));
  if (kept === undefined) throw new Error("no original");
  const whose = made.filter(({ path }) => !path.includes(kept.path.split("/").at(-2) ?? ""));
  for (const { sha256 } of whose) await flipByte(pooled(folder, sha256));
  await unlink(pooled(folder, kept.sha256));

  const { objects: damages, vital } = await verifySnapshot(folder, name);
  expect(vital).toEqual([]);
  expect(damages.flatMap(({ of }) => of.slice(0, 1)).toSorted()).toEqual(
    [...whose, kept].map(({ path }) => path).toSorted(),
  );
  const dataDir = join(root, "mended");
  const refused = restoreBackup({ from: folder, dataDir, withoutDamaged: false });
  await expect(refused).rejects.toThrow(`missing: ${pooled("", kept.sha256)} (${kept.path})`);
  await expect(readdir(dataDir)).rejects.toThrow("ENOENT");

  const { losses } = await restoreBackup({ from: folder, dataDir, withoutDamaged: true });
  expect(losses.lost).toEqual([kept.path]);
  const mended = await startApp({ config: configFor(dataDir), log, rateFactor: 1000 });
  try {
    await roomsOf(await signIn(mended));
    for (const { path, sha256 } of whose) {
      const bytes = await readFile(join(dataDir, path));
      expect.soft(createHash("sha256").update(bytes).digest("hex"), path).toBe(sha256);
    }
  } finally {
    await mended.close();
  }
  // The originals are intact here: files deleted from the backups are copied again by the next one.
  for (const { file } of damages) await rm(join(folder, file), { force: true });
  await backUpAt("2090-01-04T01:00:00Z");
  expect((await verifySnapshot(folder, name)).objects).toEqual([]);
});

async function flipByte(path: string): Promise<void> {
  const file = await open(path, "r+");
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, 0);
  await file.write(Buffer.from([(buffer[0] ?? 0) ^ 1]), 0, 1, 0);
  await file.close();
}

test("A backup whose process is killed does not count, and the next one deletes its remains.", async () => {
  const killed = join(root, "killed");
  for (const wait of [0, 40, 150]) {
    const { child, ended } = await beginBackup(killed);
    await sleep(wait);
    child.kill("SIGKILL");
    await ended;
    expect(await listSnapshots(killed)).toEqual([]);
    await expect(findSnapshot(killed)).rejects.toThrow("There is no backup");
  }
  // The lock of the last one may still be held.
  const { name } = await soon(() => backUp(config, killed));
  expect((await readdir(killed)).toSorted()).toEqual([name, "objects"].toSorted());
});

/**
 * Starts a process that makes a backup, and waits until it writes. Starts another while the lock of a killed one is
 * still held: the database takes a moment to notice.
 */
async function beginBackup(into: string): Promise<{ child: ChildProcess; ended: Promise<unknown> }> {
  const script = join(import.meta.dirname, "main.ts");
  const begun = async () =>
    (await readdir(into).catch(() => [])).filter((name) => name.startsWith("unfinished-"));
  const remains = await begun();
  for (;;) {
    const args = [script, "backup", into, "--data", config.dataDir];
    const child = spawn(process.execPath, args, { stdio: "ignore" });
    const ended = once(child, "exit");
    while (child.exitCode === null) {
      if ((await begun()).some((name) => !remains.includes(name))) return { child, ended };
      await sleep(5);
    }
  }
}

test("An interrupted restore is not mistaken for an installation, and a non-empty folder is left alone.", async () => {
  const half = join(root, "half");
  await mkdir(join(half, "restoring"), { recursive: true });
  await expect(startApp({ config: configFor(half), log })).rejects.toThrow("was interrupted");
  await writeFile(join(half, "of-somebody"), "");
  const restoring = restoreBackup({ from: folder, dataDir: half, withoutDamaged: false });
  await expect(restoring).rejects.toThrow("is not empty");
  expect(await readdir(half)).toEqual(["of-somebody", "restoring"]);
});

test("Two concurrent backups, one inside the data, and one into the folder of another installation are refused.", async () => {
  const into = join(root, "at-once");
  const results = await Promise.allSettled([backUp(config, into), backUp(config, into)]);
  const reasons = results.flatMap((result) => (result.status === "rejected" ? [String(result.reason)] : []));
  expect(reasons).toEqual([expect.stringContaining("Another backup is running")]);
  const within = backUp(config, join(config.dataDir, "backups"));
  await expect(within).rejects.toThrow("is inside the data folder");
  const stranger = { ...config, APP_KEY: "another installation's key, of 32 letters" };
  await expect(backUp(stranger, into)).rejects.toThrow("another installation");
  await expect(backUp(configFor(join(root, "nothing")), into)).rejects.toThrow("There is no installation");
});

test("A backup also works without a server, and leaves none running.", async () => {
  const dataDir = join(root, "restored");
  const into = join(root, "of-restored");
  const { name } = await backUp(configFor(dataDir), into);
  expect((await verifySnapshot(into, name)).vital).toEqual([]);
  await expect(readFile(join(dataDir, "postgres/data/postmaster.pid"))).rejects.toThrow("ENOENT");
});

test("Workers make backups by themselves; super admins are notified of a failed one, once a day.", async () => {
  const { database, close } = await openDatabase();
  /** Triggers the check for a due backup, and waits for its end. */
  const look = async () => {
    await database.query(
      "insert into pgboss.job (name, data, policy) values ('backup.make', '{}', 'exclusive')",
    );
    const waiting = "select 1 from pgboss.job where name = 'backup.make' and state < 'completed'";
    const isIdle = async () => (await database.query(waiting)).rowCount === 0;
    await expect.poll(isIdle, { timeout: 240_000 }).toBe(true);
  };
  const states = async () => {
    const { rows } = await database.query<{ state: string }>(
      "select state from backups where folder like '%by-itself' order by id",
    );
    return rows.map(({ state }) => state);
  };
  const news = async () => (await client.call("GET /api/notifications")).map(({ title }) => title);
  try {
    await database.query("delete from backups");
    // A file with the name of the backup folder.
    await writeFile(config.BACKUP_DIR, "");
    await look();
    expect(await news()).toContain("Backup failed");
    await look();
    expect((await news()).filter((title) => title === "Backup failed")).toHaveLength(1);
    await unlink(config.BACKUP_DIR);
    await look();
    expect(await states()).toEqual(["failed", "failed", "done"]);
    // Not due again for a day.
    await look();
    expect(await listSnapshots(config.BACKUP_DIR)).toHaveLength(1);
  } finally {
    await close();
  }
}, 600_000);
