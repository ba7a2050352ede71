import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Visit } from "#contract/visits.ts";
import { TestClient } from "../client.ts";
import { panorama } from "../pictures.ts";
import { admin, patiently, signedIn } from "./common.ts";
import {
  freePort,
  killHard,
  postmasterOf,
  type ServerProcess,
  startServer,
  stopGently,
} from "./server-process.ts";

export interface UploadChaos {
  readonly kills: number;
  readonly acknowledged: number;
  readonly lost: number;
  /** Rooms that exist but whose picture is incomplete: a missing tile, a wrong original. */
  readonly halfBuilt: number;
  /** Complete rooms created by unanswered calls: allowed, counted. */
  readonly unacknowledged: number;
  readonly leftovers: number;
  readonly recoveryMs: readonly number[];
}

type Victim = "server" | "database" | "both";
const victims: readonly Victim[] = ["server", "database", "both"];

/**
 * Uploads pictures without pause while the server, its database or both are killed at random moments, `kills`
 * times. Afterwards every room whose upload was acknowledged must be there, be ready, and have its original and
 * every tile.
 */
export async function runUploadChaos(
  kills: number,
  random: () => number,
  say: (line: string) => void,
): Promise<UploadChaos> {
  const dataDir = await mkdtemp(join(tmpdir(), "sitewalk-chaos-"));
  const port = await freePort();
  const environment = { ...admin, DATA_DIR: dataDir, DEMO: "off" };
  let server = await startServer(port, environment);
  const acknowledged = new Map<number, { visit: number; sha256: string }>();
  const recoveryMs: number[] = [];
  let seed = 0;
  try {
    const client = await signedIn(server.origin);
    const project = await client.call("POST /api/projects", { body: { name: "Chaos" } });
    for (let kill = 0; kill < kills; kill += 1) {
      const victim = victims[kill % victims.length] ?? "server";
      const visit = await patiently(() =>
        client.call("POST /api/visits", {
          body: { id_project: project.id, name: `Walk ${kill}`, visit_date: "2026-03-01T08:00:00Z" },
        }),
      );
      const delay = 100 + Math.floor(random() * 3500);
      const [dead] = await Promise.all([
        killAfter(delay, victim, server, dataDir),
        uploadUntilRefused(client, visit.id, acknowledged, () => (seed += 1)),
      ]);
      const begin = performance.now();
      if (dead) server = await startServer(port, environment);
      await untilHealthy(server);
      // Reads may still be served by a backend that outlives its killed server: only a write proves the recovery.
      await patiently(() => client.call("PUT /api/projects/star", { body: { id: project.id } }));
      recoveryMs.push(Math.round(performance.now() - begin));
      say(
        `kill ${kill + 1}/${kills}: ${victim} after ${delay} ms, back in ${recoveryMs.at(-1)} ms, ${acknowledged.size} rooms acknowledged`,
      );
    }
    const result = await inspect(client, acknowledged, dataDir);
    return { kills, acknowledged: acknowledged.size, ...result, recoveryMs };
  } finally {
    await stopGently(server.child);
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Returns whether the server process itself was killed. */
async function killAfter(
  ms: number,
  victim: Victim,
  server: ServerProcess,
  dataDir: string,
): Promise<boolean> {
  await new Promise((resume) => setTimeout(resume, ms));
  if (victim !== "server") process.kill(await patiently(() => postmasterOf(dataDir)), "SIGKILL");
  if (victim !== "database") await killHard(server.child);
  return victim !== "database";
}

async function uploadUntilRefused(
  client: TestClient,
  visitId: number,
  acknowledged: Map<number, { visit: number; sha256: string }>,
  nextSeed: () => number,
): Promise<void> {
  for (let room = 0; room < 10; room += 1) {
    const bytes = await panorama({ seed: nextSeed() });
    const reply = await client
      .upload("POST /api/rooms", { id_visit: String(visitId) }, { file: { name: `room-${room}.jpg`, bytes } })
      .catch(() => undefined);
    if (reply === undefined || reply.status !== 201) return;
    const { data } = reply.body as { data: { id: number } };
    acknowledged.set(data.id, { visit: visitId, sha256: createHash("sha256").update(bytes).digest("hex") });
  }
}

async function untilHealthy({ origin, child, output }: ServerProcess): Promise<void> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}.\n${output()}`);
    if (Date.now() > deadline) throw new Error(`The server has not come back for a minute.\n${output()}`);
    const isUp = await fetch(`${origin}/api/health`).then(
      (response) => response.ok,
      () => false,
    );
    if (isUp) return;
    await new Promise((resume) => setTimeout(resume, 20));
  }
}

async function inspect(
  client: TestClient,
  acknowledged: ReadonlyMap<number, { visit: number; sha256: string }>,
  dataDir: string,
): Promise<Pick<UploadChaos, "lost" | "halfBuilt" | "unacknowledged" | "leftovers">> {
  const rooms = await untilSettled(client);
  const byId = new Map(rooms.map((room) => [room.id, room]));
  const lost = [...acknowledged.keys()].filter((id) => !byId.has(id)).length;
  let halfBuilt = 0;
  for (const room of rooms) {
    const wanted = acknowledged.get(room.id)?.sha256;
    if (!(await isWhole(client, room, wanted, dataDir))) halfBuilt += 1;
  }
  const leftovers = (await readdir(join(dataDir, "media/building"))).length;
  return { lost, halfBuilt, unacknowledged: rooms.length - (acknowledged.size - lost), leftovers };
}

type Room = Visit["rooms"][number];

/** All rooms of all visits, once none of their pictures is being processed. */
async function untilSettled(client: TestClient): Promise<Room[]> {
  const deadline = Date.now() + 180_000;
  for (;;) {
    const { items } = await client.call("GET /api/visits", { query: { per_page: 100 } });
    const visits = await Promise.all(
      items.map(({ id }) => client.call("GET /api/visits/{id}", { params: { id } })),
    );
    const rooms = visits.flatMap((visit) => visit.rooms);
    if (rooms.every(({ picture }) => picture.state !== "processing")) return rooms;
    if (Date.now() > deadline) return rooms;
    await new Promise((resume) => setTimeout(resume, 250));
  }
}

/** Ready, its original byte for byte, and every tile of every level. */
async function isWhole(
  client: TestClient,
  room: Room,
  sha256: string | undefined,
  dataDir: string,
): Promise<boolean> {
  const { picture } = room;
  if (picture.state !== "ready" || picture.base === null || picture.tiles === null) return false;
  const hash = /pictures\/[0-9a-f]{2}\/([0-9a-f]{64})/.exec(picture.base)?.[1] ?? "";
  if (sha256 !== undefined && hash !== sha256) return false;
  const original = await readFile(
    join(dataDir, "media/objects/pictures", hash.slice(0, 2), hash, "original.jpg"),
  );
  if (createHash("sha256").update(original).digest("hex") !== hash) return false;
  const addresses = [
    picture.base,
    picture.poster ?? "",
    picture.card ?? "",
    picture.thumbnail ?? "",
    ...tileAddresses(picture),
  ];
  for (const address of addresses) {
    const { url } = client.address("GET /api/health", {});
    const response = await fetch(new URL(address, url));
    const bytes = await response.arrayBuffer();
    if (!response.ok || bytes.byteLength === 0) return false;
  }
  return true;
}

function tileAddresses({ tiles, levels, tile_size }: Room["picture"]): string[] {
  return levels.flatMap((level, index) =>
    range(Math.ceil(level.height / tile_size)).flatMap((row) =>
      range(Math.ceil(level.width / tile_size)).map((col) =>
        (tiles ?? "")
          .replace("{level}", String(index))
          .replace("{col}", String(col))
          .replace("{row}", String(row)),
      ),
    ),
  );
}

const range = (count: number) => Array.from({ length: count }, (_, index) => index);
