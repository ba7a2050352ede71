import { createHash } from "node:crypto";
import { chmod, mkdtemp, open, readFile, rm, unlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findSnapshot, listSnapshots, pooled } from "#server/backup/backup-folder.ts";
import { readList } from "#server/backup/manifest.ts";
import { verifySnapshot } from "#server/backup/verify.ts";
import { TestClient } from "../client.ts";
import { panorama } from "../pictures.ts";
import { runBackupProcess } from "./backup-process.ts";
import type { Drill } from "./faults.ts";
import { freePort, startServer, stopGently } from "./server-process.ts";

const admin = { ADMIN_EMAIL: "chaos@example.org", ADMIN_PASSWORD: "correct horse battery" };
const damages = 20;

/**
 * Backs up a server under writes, kills the backup at `kills` moments, restores the complete ones, and compares; then
 * flips one byte in 20 files and restores the rest. `CHAOS_PICTURES` sets how much there is to copy.
 */
export const runRestoreDrill: Drill = async ({ kills, random, say }) => {
  const place = await mkdtemp(join(tmpdir(), "sitewalk-chaos-"));
  // Started by root, the database runs under another account, which needs access to this folder.
  await chmod(place, 0o755);
  const port = await freePort();
  const dataDir = join(place, "data");
  const folder = join(place, "backups");
  const environment = { ...admin, DATA_DIR: dataDir, DEMO: "off" };
  const server = await startServer(port, environment);
  const writer = createWriter(server.origin);
  try {
    await writer.begin();
    for (let count = Number(process.env["CHAOS_PICTURES"] ?? 30); count > 0; count -= 1) await writer.write();
    await writer.settled();
    say(`${writer.rooms.length} pictures are in place`);
    const ending = new AbortController();
    const writing = writer.writeUntil(ending.signal);

    const whole = await runBackupProcess(["backup", folder, "--data", dataDir]);
    const again = await runBackupProcess(["backup", folder, "--data", dataDir]);
    let halves = 0;
    for (let kill = 0; kill < kills; kill += 1) {
      const before = await listSnapshots(folder);
      const wait = Math.floor(random() * Math.min(whole.ms, again.ms));
      const isKilled = await runBackupProcess(["backup", folder, "--data", dataDir], wait);
      const fresh = (await listSnapshots(folder)).filter((name) => !before.includes(name));
      // One that was completed before the kill is as valid as any: it is checked, too.
      for (const name of fresh) {
        const { vital, objects } = await verifySnapshot(folder, name);
        if (vital.length + objects.length > 0) halves += 1;
      }
      say(
        `kill ${kill + 1}/${kills} after ${wait} ms: ${isKilled.code === 0 ? "too late" : "no backup of it"}`,
      );
    }
    const begun = performance.now();
    const last = await runBackupProcess(["backup", folder, "--data", dataDir]);
    const ended = performance.now();
    ending.abort();
    await writing;
    const known = writer.rooms.filter(({ at }) => at < begun);
    const { name } = await findSnapshot(folder);
    const { bytes } = await verifySnapshot(folder, name);

    const restored = join(place, "restored");
    const back = await restoreAndStart(folder, restored, []);
    const { found: rooms, pictures, withoutFile } = await inspect(back.client, restored);
    await stopGently(back.server.child);
    const lost = known.filter(({ id }) => !rooms.has(id)).length;
    const newest = Math.max(...writer.rooms.filter(({ id }) => rooms.has(id)).map(({ at }) => at));
    say(`restored ${rooms.size} rooms in ${back.seconds.toFixed(1)} s, ${lost} of ${known.length} lost`);

    await rm(restored, { recursive: true });
    const mended = await damageAndMend({ folder, name, dataDir: restored, pictures }, random);
    if (last.code !== 0) halves += 1;
    // Changes that were not acknowledged when it began are no promise; the backup is current up to this instant.
    const behind = Math.max(0, ended - newest) / 1000;
    const perMinute = (ms: number) => `${(((bytes / 1e9) * 60_000) / ms).toFixed(1)} GB a minute`;
    return [
      {
        fault:
          "kill -9 of a backup while data is written; then the last backup restored into an empty folder",
        times: kills,
        acknowledged: `${known.length} rooms`,
        lost,
        wrong: {
          "incomplete backups that count as complete": halves,
          "rooms without their file": withoutFile,
        },
        backMs: [back.seconds * 1000],
        seen: `${(bytes / 1e6).toFixed(0)} MB: a first backup in ${(whole.ms / 1000).toFixed(1)} s, ${perMinute(whole.ms)}; from an empty folder to the first response ${perMinute(back.seconds * 1000)}; the newest row is ${behind.toFixed(1)} s older than the end of the backup`,
      },
      {
        fault: `one bit flipped in ${damages} files of a backup`,
        times: damages,
        acknowledged: `${mended.found} found by name`,
        lost: damages - mended.found,
        wrong: { "derived files not rebuilt byte for byte": mended.derived - mended.rebuilt },
        backMs: [],
        seen: `${mended.derived} rebuilt, ${damages - mended.derived} originals reported as lost`,
      },
    ];
  } finally {
    await stopGently(server.child);
    await rm(place, { recursive: true, force: true });
  }
};

function createWriter(origin: string) {
  const client = new TestClient(origin);
  const rooms: { at: number; id: number; sha256: string }[] = [];
  let project = 0;
  let visit = 0;
  const write = async () => {
    if (rooms.length % 8 === 0) {
      const body = { id_project: project, name: `Walk ${rooms.length}`, visit_date: "2026-03-01T08:00:00Z" };
      visit = (await client.call("POST /api/visits", { body })).id;
    }
    const bytes = await panorama({ seed: rooms.length + 1 });
    const file = { name: `room-${rooms.length}.jpg`, bytes };
    const reply = await client.upload("POST /api/rooms", { id_visit: String(visit) }, { file });
    if (reply.status !== 201) throw new Error(`An upload was answered by ${reply.status}.`);
    const { id } = (reply.body as { data: { id: number } }).data;
    rooms.push({ at: performance.now(), id, sha256: createHash("sha256").update(bytes).digest("hex") });
  };
  return {
    rooms,
    write,
    async begin() {
      await signIn(client);
      project = (await client.call("POST /api/projects", { body: { name: "Chaos" } })).id;
    },
    settled: () => roomsOf(client),
    async writeUntil(ending: AbortSignal) {
      while (!ending.aborted) {
        await write();
        await sleep(50);
      }
    },
  };
}

const signIn = (client: TestClient) =>
  client.call("POST /api/login", {
    body: { username_l: admin.ADMIN_EMAIL, password_l: admin.ADMIN_PASSWORD },
  });

/** All rooms, once none of their pictures is being processed. */
async function roomsOf(client: TestClient) {
  for (;;) {
    const { items } = await client.call("GET /api/visits", { query: { per_page: 100 } });
    const visits = await Promise.all(
      items.map(({ id }) => client.call("GET /api/visits/{id}", { params: { id } })),
    );
    const rooms = visits.flatMap((visit) => visit.rooms);
    if (rooms.every(({ picture }) => picture.state !== "processing")) return rooms;
    await sleep(250);
  }
}

async function restoreAndStart(folder: string, dataDir: string, more: readonly string[]) {
  const began = performance.now();
  const { code } = await runBackupProcess(["restore", folder, "--data", dataDir, ...more]);
  if (code !== 0) throw new Error(`The restore ended with ${code}.`);
  const server = await startServer(await freePort(), {
    ...admin,
    DATA_DIR: dataDir,
    DEMO: "off",
    LIVE_PORT: "0",
  });
  const seconds = (performance.now() - began) / 1000;
  const client = new TestClient(server.origin);
  await signIn(client);
  // Reads alone do not prove that it works.
  await client.call("POST /api/projects", { body: { name: "After the restore" } });
  return { server, client, seconds };
}

/** The rooms, and how many lack their original byte for byte. */
async function inspect(client: TestClient, dataDir: string) {
  const found = new Set<number>();
  const pictures = new Set<string>();
  let withoutFile = 0;
  for (const { id, picture } of await roomsOf(client)) {
    found.add(id);
    pictures.add(/([0-9a-f]{64})/.exec(picture.base ?? "")?.[1] ?? "");
    const sha256 = /pictures\/[0-9a-f]{2}\/([0-9a-f]{64})/.exec(picture.base ?? "")?.[1] ?? "";
    const path = join(dataDir, "media/objects/pictures", sha256.slice(0, 2), sha256, "original.jpg");
    const bytes = await readFile(path).catch(() => Buffer.alloc(0));
    if (picture.state !== "ready" || createHash("sha256").update(bytes).digest("hex") !== sha256)
      withoutFile += 1;
  }
  return { found, pictures, withoutFile };
}

interface Mended {
  readonly folder: string;
  readonly name: string;
  readonly dataDir: string;
  /** Hashes of the pictures in rooms of the backup: those newer than its database are not referenced. */
  readonly pictures: ReadonlySet<string>;
}

/** Flips one byte in twenty files of the pool, every tenth of them an original's, and restores without them. */
async function damageAndMend({ folder, name, dataDir, pictures }: Mended, random: () => number) {
  const objects = new Map<string, string[]>();
  for await (const { path, sha256 } of readList(join(folder, name)))
    objects.set(sha256, [...(objects.get(sha256) ?? []), path]);
  const all = [...objects].filter(([, paths]) =>
    paths.every((path) => pictures.has(path.split("/")[4] ?? "")),
  );
  const originals = all.filter(([, [path = ""]]) => path.endsWith("original.jpg"));
  const doomed = originals.slice(0, damages / 10);
  const lost = new Set(doomed.map(([sha256]) => sha256));
  const derived = all.filter(
    ([, paths]) => !paths.some((path) => path.endsWith("original.jpg") || lost.has(path.split("/")[4] ?? "")),
  );
  while (doomed.length < damages) {
    const [one] = derived.splice(Math.floor(random() * derived.length), 1);
    if (one === undefined) throw new Error("there are not enough files to damage");
    doomed.push(one);
  }
  for (const [sha256] of doomed) await flipByte(pooled(folder, sha256), random);
  const seen = await verifySnapshot(folder, name);
  const found = doomed.filter(([sha256]) => seen.objects.some(({ file }) => file.endsWith(sha256))).length;
  const { server, client } = await restoreAndStart(folder, dataDir, ["--without-damaged"]);
  await roomsOf(client);
  let rebuilt = 0;
  const mended = doomed.filter(([sha256]) => !lost.has(sha256));
  for (const [sha256, paths] of mended) {
    const hashes = paths.map(async (path) => {
      const bytes = await readFile(join(dataDir, path)).catch(() => Buffer.alloc(0));
      return createHash("sha256").update(bytes).digest("hex");
    });
    if ((await Promise.all(hashes)).every((hash) => hash === sha256)) rebuilt += 1;
  }
  await stopGently(server.child);
  for (const [sha256] of doomed) await unlink(pooled(folder, sha256));
  return { found, derived: mended.length, rebuilt };
}

async function flipByte(path: string, random: () => number): Promise<void> {
  const file = await open(path, "r+");
  const { size } = await file.stat();
  const at = Math.floor(random() * size);
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, at);
  await file.write(Buffer.from([(buffer[0] ?? 0) ^ (1 << Math.floor(random() * 8))]), 0, 1, at);
  await file.close();
}
