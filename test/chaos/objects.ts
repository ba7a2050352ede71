import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { chmod, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openS3Store } from "#server/media/s3-store.ts";
import type { ObjectStore } from "#server/media/store.ts";
import { createLog } from "#server/platform/log.ts";
import type { TestClient } from "../client.ts";
import { admin } from "../multi-node/installation.ts";
import { signIn } from "../multi-node/load.ts";
import { PartsClient } from "../tus.ts";
import type { Drill, DrillOptions, FaultLine } from "./faults.ts";
import { grainy, look, newVisit, p99, type Sent, sendPictures } from "./objects-work.ts";
import { freePort, killHard, type ServerProcess, startServer, stopGently } from "./server-process.ts";

/** Seconds of a fault, and of the preceding period that it is compared with. */
const faultSeconds = 30;
const part = 512 * 1024;
const account = { region: "us-east-1", accessKeyId: "AKIDEXAMPLE", secretAccessKey: "example/secret+key" };

interface Site extends DrillOptions {
  server: ServerProcess;
  readonly store: ObjectStore;
  readonly knob: (knobs: Readonly<Record<string, unknown>>) => Promise<void>;
  readonly start: () => Promise<ServerProcess>;
  readonly dataDir: string;
}

/**
 * A server with an object store of its own: the store goes down, then responds only after half a minute, while users
 * view pages and upload pictures; then the server is killed in the middle of parts. `OBJECTS_SECONDS` shortens the
 * faults.
 */
export const runObjectsDrill: Drill = async (options) => {
  const dataDir = await mkdtemp(join(tmpdir(), "sitewalk-chaos-"));
  // Started by root, the database runs under another account, which needs access to this folder.
  await chmod(dataDir, 0o755);
  const [port, storePort] = [await freePort(), await freePort()];
  const service = spawn(process.execPath, ["test/s3-service/main.ts", "--port", String(storePort)], {
    stdio: "ignore",
  });
  const endpoint = `http://127.0.0.1:${storePort}`;
  const start = () =>
    startServer(port, {
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      DATA_DIR: dataDir,
      DEMO: "off",
      LIVE_PORT: "0",
      MEDIA_WORKERS: "1",
      TRUST_PROXY: "127.0.0.1",
      S3_ENDPOINT: endpoint,
      S3_BUCKET: "sitewalk",
      S3_ACCESS_KEY_ID: account.accessKeyId,
      S3_SECRET_ACCESS_KEY: account.secretAccessKey,
    });
  const knob = async (knobs: Readonly<Record<string, unknown>>) => {
    await fetch(`${endpoint}/-/knobs`, { method: "PUT", body: JSON.stringify(knobs) });
  };
  await answers(() => knob({}));
  const store = await openS3Store({
    ...account,
    endpoint,
    bucket: "sitewalk",
    isPathStyle: true,
    prefix: "",
    directory: join(dataDir, "compared"),
    log: createLog("silent"),
  });
  const site: Site = { ...options, server: await start(), store, knob, start, dataDir };
  try {
    return [
      await storeFault(site, "the object store is unavailable", { isDown: true }, { isDown: false }),
      await storeFault(site, "the object store answers after 30 s", { slow: 30_000 }, { slow: 0 }),
      await killedInParts(site),
    ];
  } finally {
    await stopGently(site.server.child);
    await store.close();
    await end(service);
    await rm(dataDir, { recursive: true, force: true });
  }
};

async function storeFault(
  site: Site,
  what: string,
  fault: Readonly<Record<string, unknown>>,
  mended: Readonly<Record<string, unknown>>,
): Promise<FaultLine> {
  const seconds = Number(process.env["OBJECTS_SECONDS"] ?? faultSeconds);
  const { server, say, knob } = site;
  const client = await signIn(server.origin);
  const { id: id_project } = await client.call("POST /api/projects", { body: { name: what } });
  const thumbnail = await firstThumbnail(client, id_project);
  const sender = sendPictures(client, server.origin, id_project);
  const lookers = look(client);
  await sleep(2000);
  lookers.since();
  await sleep(seconds * 1000);
  const before = lookers.since();
  await knob(fault);
  const begin = performance.now();
  const refusedMs = await untilRefusedAtOnce(`${server.origin}${thumbnail}`, begin);
  await sleep(Math.max(0, seconds * 1000 - (performance.now() - begin)));
  const during = lookers.since();
  await knob(mended);
  const mendedAt = performance.now();
  while (!sender.goodAt.some((at) => at > mendedAt)) await sleep(20);
  const backMs = Math.round((sender.goodAt.find((at) => at > mendedAt) ?? 0) - mendedAt);
  const sent = await sender.end();
  await lookers.end();
  const ratio = p99(during.took) / p99(before.took);
  say(
    `${what}: refused at once after ${refusedMs} ms, core p99 ${p99(before.took).toFixed(1)} → ${p99(during.took).toFixed(1)} ms, back after ${backMs} ms, ${sent.refused} refusals`,
  );
  return {
    fault: `${what} for ${seconds} s during viewing and uploads in parts`,
    times: 1,
    acknowledged: `${sent.rooms.length} rooms, ${sent.goodAt.length} parts`,
    lost: sent.lostBytes + (await missing(site.store, sent)),
    wrong: {
      "core calls failed": before.failed + during.failed,
      "not refused without waiting within 5 s": refusedMs > 5000 ? 1 : 0,
    },
    backMs: [backMs],
    seen: `refused without waiting after ${(refusedMs / 1000).toFixed(1)} s; p99 of core calls ${p99(during.took).toFixed(0)} ms against ${p99(before.took).toFixed(0)} ms before, ${ratio.toFixed(2)} times`,
  };
}

/** Milliseconds from the fault until pictures are refused without a wait. */
async function untilRefusedAtOnce(address: string, begin: number): Promise<number> {
  for (;;) {
    const asked = performance.now();
    const { status } = await fetch(address);
    if (status === 503 && performance.now() - asked < 200) return Math.round(asked - begin);
    if (performance.now() - begin > 60_000) return 60_000;
    await sleep(50);
  }
}

async function killedInParts(site: Site): Promise<FaultLine> {
  const { kills, random, say } = site;
  let client = await signIn(site.server.origin);
  const { id: id_project } = await client.call("POST /api/projects", { body: { name: "Killed" } });
  const backMs: number[] = [];
  const rooms: string[] = [];
  let [lostBytes, sentTwice, number, visit] = [0, 0, 0, 0];
  while (backMs.length < kills) {
    number += 1;
    if (number % 8 === 1) visit = await newVisit(client, id_project, `Killed ${number}`);
    const content = await grainy(1000 + number);
    let parts = new PartsClient(client, site.server.origin);
    const id = await parts.begun(visit, content.length);
    for (let acknowledged = 0; acknowledged < content.length; ) {
      const bytes = content.subarray(acknowledged, acknowledged + part);
      const isKilled = backMs.length < kills && random() < 0.4;
      const ends = isKilled ? sleep(random() * 40).then(() => killHard(site.server.child)) : undefined;
      const reply = await parts.part(id, acknowledged, bytes).catch(() => undefined);
      if (reply?.status === 204) acknowledged = Number(reply.headers.get("upload-offset"));
      if (ends === undefined) continue;
      await ends;
      const begin = performance.now();
      site.server = await site.start();
      client = await signIn(site.server.origin);
      parts = new PartsClient(client, site.server.origin);
      const offset = await parts.offset(id);
      backMs.push(Math.round(performance.now() - begin));
      lostBytes += Math.max(0, acknowledged - offset);
      if (reply?.status !== 204) sentTwice += Math.max(0, acknowledged + bytes.length - offset);
      acknowledged = offset;
      say(`kill ${backMs.length}/${kills}: goes on at ${offset} of ${content.length} bytes`);
    }
    while ((await parts.finish(id, visit)).status !== 201) await sleep(100);
    rooms.push(createHash("sha256").update(content).digest("hex"));
  }
  const uploads = await site.store.list("uploads");
  return {
    fault: "kill -9 of the server while a part is written to the object store",
    times: kills,
    acknowledged: `${number} uploads in parts`,
    lost: lostBytes + (await missing(site.store, { rooms })),
    wrong: { "uploads with pieces left": uploads.length, leftovers: await leftIn(site.dataDir, kills) },
    backMs,
    seen: `${Math.round(sentTwice / 1024 / Math.max(1, kills))} KB sent again per kill`,
  };
}

/** Rooms whose picture is not in the store, byte for byte. */
async function missing(store: ObjectStore, { rooms }: Pick<Sent, "rooms">): Promise<number> {
  let count = 0;
  for (const sha256 of rooms) {
    const stream = await store.open(`pictures/${sha256.slice(0, 2)}/${sha256}/original.jpg`);
    const hash = createHash("sha256");
    if (stream !== null) for await (const chunk of stream) hash.update(chunk as Buffer);
    if (hash.digest("hex") !== sha256) count += 1;
  }
  return count;
}

/** Number of leftover files, not counting one for each kill: the daily sweep removes those. */
async function leftIn(dataDir: string, kills: number): Promise<number> {
  const names = await readdir(join(dataDir, "media/building")).catch(() => []);
  return Math.max(0, names.filter((name) => name.endsWith(".piece")).length - kills);
}

async function firstThumbnail(client: TestClient, id_project: number): Promise<string> {
  const id_visit = await newVisit(client, id_project, "First");
  const file = { name: "hall.jpg", bytes: await grainy(999) };
  await client.upload("POST /api/rooms", { id_visit: String(id_visit) }, { file });
  for (;;) {
    const [room] = (await client.call("GET /api/visits/{id}", { params: { id: id_visit } })).rooms;
    if (room?.picture.thumbnail != null) return room.picture.thumbnail;
    await sleep(100);
  }
}

async function answers(ask: () => Promise<unknown>): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const isThere = await ask().then(
      () => true,
      () => false,
    );
    if (isThere) return;
    await sleep(50);
  }
  throw new Error("The object store of the drill does not answer.");
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await gone;
}
