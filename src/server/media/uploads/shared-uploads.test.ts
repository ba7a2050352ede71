import { createHash, randomUUID } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createLog } from "#server/platform/log.ts";
import { type TestApp, testApp } from "#test/app.ts";
import type { TestClient } from "#test/client.ts";
import { badClips, numbered } from "#test/clips.ts";
import { panorama } from "#test/pictures.ts";
import { S3Service } from "#test/s3-service/index.ts";
import { PartsClient } from "#test/tus.ts";
import { openS3Store } from "../s3-store.ts";
import type { ObjectStore } from "../store.ts";
import { createUploads } from "./index.ts";
import { createLeases } from "./leases.ts";
import { createSharedBytes } from "./shared-bytes.ts";
import { registerUpload } from "./store.ts";

let service: S3Service;
let nodes: readonly [TestApp, TestApp];
let owners: readonly [TestClient, TestClient];
let parts: readonly [PartsClient, PartsClient];
let id_user: number;
let id_project: number;
let visit: number;
let picture: Buffer;

beforeAll(async () => {
  service = await S3Service.start();
  const environment = {
    ...service.environment,
    ROLE: "web",
    APP_KEY: "one key for both of these nodes, long enough",
  };
  const one = await testApp({ environment });
  nodes = [one, await testApp({ environment, beside: one })];
  const person = await one.user({ role: "administrator" });
  id_user = person.id;
  owners = [await nodes[0].as(person), await nodes[1].as(person)];
  parts = [new PartsClient(owners[0], nodes[0].origin), new PartsClient(owners[1], nodes[1].origin)];
  id_project = (await owners[0].call("POST /api/projects", { body: { name: "Palm Court" } })).id;
  const body = { id_project, name: "Walk", visit_date: "2026-02-01T08:00:00Z" };
  visit = (await owners[0].call("POST /api/visits", { body })).id;
  picture = await panorama();
});
afterAll(async () => {
  await nodes[1].close();
  await nodes[0].close();
  await service.stop();
});
beforeEach(() => service.turn({ isDown: false, lostEvery: 0, brokenEvery: 0, slow: 0 }));

/** A picture of some megabytes whose bytes differ from every other. */
const another = (number: number, bytes = 3_000_000) =>
  Buffer.concat([picture, Buffer.alloc(bytes, number), Buffer.from(`no. ${number}`)]);
const sha256 = (content: Uint8Array) => createHash("sha256").update(content).digest("hex");
const kept = () => [...service.bucket.objects.keys()].filter((key) => key.startsWith("uploads/"));
function originalOf(content: Buffer): Buffer | undefined {
  const hash = sha256(content);
  return service.bucket.objects.get(`pictures/${hash.slice(0, 2)}/${hash}/original.jpg`)?.bytes;
}

describe("an upload over two nodes", () => {
  it("continues on one node where it stopped on the other, and is one room, byte for byte", async () => {
    const content = another(1);
    const id = await parts[0].begun(visit, content.length);
    const step = 700_000;
    for (let at = 0, turn = 1; at < content.length; at += step, turn += 1) {
      expect(await parts[turn % 2 === 0 ? 0 : 1].offset(id)).toBe(at);
      expect((await parts[turn % 2 === 0 ? 0 : 1].part(id, at, content.subarray(at, at + step))).status).toBe(
        204,
      );
    }
    expect(kept()).toHaveLength(Math.ceil(content.length / step));
    const replies = await Promise.all([parts[0].finish(id, visit), parts[1].finish(id, visit)]);
    const rooms = replies.map(({ body }) => (body as { data: { id: number } }).data.id);
    expect(new Set(rooms).size).toBe(1);
    expect(originalOf(content)?.equals(content)).toBe(true);
    expect(kept()).toEqual([]);
    for (const { dataDir } of nodes) expect(await readdir(join(dataDir, "media/building"))).toEqual([]);
  });

  it("keeps the bytes received before its connection broke, and reports them on the other node", async () => {
    const content = another(2, 9_000_000);
    const id = await parts[0].begun(visit, content.length);
    const most = Math.floor(content.length * 0.95);
    await parts[0].broken(id, 0, content.subarray(0, most), content.length);
    const arrived = await parts[1].offset(id);
    expect(arrived).toBeLessThanOrEqual(most);
    expect((await parts[1].part(id, arrived, content.subarray(arrived))).status).toBe(204);
    expect((await parts[1].finish(id, visit)).status).toBe(201);
    expect(originalOf(content)?.equals(content)).toBe(true);
  });

  it("is written by one of two concurrent writers, and never mixed", async () => {
    const bytes = 2_000_000;
    for (let round = 0; round < 5; round += 1) {
      const id = await parts[0].begun(visit, bytes * 2);
      const [one, two] = [Buffer.alloc(bytes, "a"), Buffer.alloc(bytes, "b")];
      const statuses = await Promise.all([
        parts[0].part(id, 0, one).then(({ status }) => status),
        parts[1].part(id, 0, two).then(({ status }) => status),
      ]);
      expect(statuses.toSorted()).toEqual([
        204,
        expect.toSatisfy((status) => [409, 423].includes(status as number)),
      ]);
      expect(await parts[1].offset(id)).toBe(bytes);
      const [piece] = kept().filter((key) => key.includes(id));
      const stored = service.bucket.objects.get(piece ?? "")?.bytes;
      expect(stored?.equals(statuses[0] === 204 ? one : two)).toBe(true);
      await parts[0].drop(id);
    }
    expect(kept()).toEqual([]);
  });

  it("is refused while the store is unreachable, acknowledges nothing, and continues when it is back", async () => {
    const content = another(3);
    const id = await parts[0].begun(visit, content.length);
    expect((await parts[0].part(id, 0, content.subarray(0, 1_000_000))).status).toBe(204);
    service.turn({ isDown: true });
    const refused = await parts[1].part(id, 1_000_000, content.subarray(1_000_000));
    expect([refused.status, Number(refused.headers.get("retry-after"))]).toEqual([503, expect.any(Number)]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    // Core calls are not affected.
    expect((await owners[1].raw("GET /api/projects")).status).toBe(200);
    expect(await parts[0].offset(id)).toBe(1_000_000);
    service.turn({ isDown: false });
    await expect
      .poll(async () => (await parts[1].part(id, 1_000_000, content.subarray(1_000_000))).status)
      .toBe(204);
    expect((await parts[0].finish(id, visit)).status).toBe(201);
    expect(originalOf(content)?.equals(content)).toBe(true);
  });

  it("has every acknowledged byte in the store, even when responses get lost", async () => {
    const content = another(4);
    const id = await parts[0].begun(visit, content.length);
    service.turn({ lostEvery: 3, brokenEvery: 5 });
    const step = 400_000;
    for (let at = 0; at < content.length; at += step) {
      const { status, headers } = await parts[0].part(id, at, content.subarray(at, at + step));
      expect(status).toBe(204);
      const rows = await nodes[0].database.db
        .selectFrom("upload_parts")
        .select(["object", "bytes"])
        .where("id_upload", "=", id)
        .execute();
      const there = rows.map(({ object }) => service.bucket.objects.get(object)?.bytes.length ?? 0);
      expect(there.reduce((sum, bytes) => sum + bytes, 0)).toBe(Number(headers.get("upload-offset")));
    }
    expect((await parts[1].finish(id, visit)).status).toBe(201);
    expect(originalOf(content)?.equals(content)).toBe(true);
  });

  it("of a video is judged by its first part, and becomes a video on the other node", async () => {
    const wrong = badClips.find(({ name }) => name === "QuickTime by its brand")?.make() ?? Buffer.alloc(0);
    const refused = await parts[0].begunVideo(id_project, 100_000_000);
    expect((await parts[0].part(refused, 0, wrong)).status).toBe(422);
    expect(kept().filter((key) => key.includes(refused))).toEqual([]);
    const content = numbered(1);
    const id = await parts[0].begunVideo(id_project, content.length);
    expect((await parts[0].part(id, 0, content)).status).toBe(204);
    expect((await parts[1].finishVideo(id, id_project)).status).toBe(201);
  });

  it("of a video that came in one piece is finished on the other node", async () => {
    const content = numbered(2);
    const reply = await owners[0].upload(
      "POST /api/three60videos/upload",
      { id_project: String(id_project) },
      { video: { name: "ride.mp4", bytes: content } },
    );
    const { upload } = (reply.body as { data: { upload: string } }).data;
    expect((await parts[1].finishVideo(upload, id_project)).status).toBe(201);
    expect(kept().filter((key) => key.includes(upload))).toEqual([]);
  });
});

describe("pieces", () => {
  let directory: string;
  let store: ObjectStore;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), "sitewalk-pieces-"));
    store = await openS3Store({
      ...service.settings,
      prefix: "",
      directory,
      log: createLog("silent"),
    });
  });
  afterAll(async () => {
    await store.close();
    await rm(directory, { recursive: true, force: true });
  });

  const begun = async () => {
    const id = randomUUID();
    const of = { id_user, id_visit: visit, id_project: null, file_name: "hall.jpg", bytes: 100 };
    await registerUpload(nodes[0].database.db, { id, ...of });
    return id;
  };

  it("that are incomplete count when the connection breaks, to the last byte received", async () => {
    const { db } = nodes[0].database;
    const id = await begun();
    const leases = createLeases(db);
    const lease = await leases.take(id, () => undefined);
    const bytes = createSharedBytes({ db, store, directory, leases });
    async function* broken(): AsyncGenerator<Buffer> {
      for (let chunk = 0; chunk < 10; chunk += 1) yield Buffer.alloc(2 ** 20, chunk);
      throw new Error("connection lost");
    }
    await expect(bytes.append(id, Readable.from(broken()), 0)).rejects.toThrow("connection lost");
    expect(await bytes.length(id)).toBe(10 * 2 ** 20);
    const copy = await bytes.whole(id);
    const whole = Buffer.concat(Array.from({ length: 10 }, (_, chunk) => Buffer.alloc(2 ** 20, chunk)));
    expect((await readFile(copy?.path ?? "")).equals(whole)).toBe(true);
    await copy?.release();
    await bytes.remove(id);
    await lease?.release();
    expect(await readdir(directory)).toEqual([]);
  });

  it("of a request that lost the upload in transit do not count, nor do they touch those of the other", async () => {
    const { db } = nodes[0].database;
    const id = await begun();
    const [slow, quick] = [createLeases(db), createLeases(db)];
    const first = await slow.take(id, () => undefined);
    const mine = createSharedBytes({ db, store, directory, leases: slow });
    const theirs = createSharedBytes({ db, store, directory, leases: quick });
    // The view of a suspended process, while the database has given the lease to another.
    const stands = { ...slow, isHeld: () => true, heldBy: () => "00000000-0000-4000-8000-000000000000" };
    const stale = createSharedBytes({ db, store, directory, leases: stands });
    await first?.release();
    const second = await quick.take(id, () => undefined);
    await expect(stale.append(id, Readable.from([Buffer.from("stale")]), 0)).rejects.toBeDefined();
    expect(await mine.length(id)).toBe(0);
    expect(await theirs.append(id, Readable.from([Buffer.from("fresh")]), 0)).toBe(5);
    // At an offset that is already written nothing is added.
    await expect(theirs.append(id, Readable.from([Buffer.from("twice")]), 0)).rejects.toBeDefined();
    expect(await mine.length(id)).toBe(5);
    expect(kept().filter((key) => key.includes(id))).toHaveLength(1);
    await second?.release();
    await theirs.remove(id);
  });

  it("are swept when their upload is gone or settled; others are kept", async () => {
    const { db } = nodes[0].database;
    const uploads = createUploads({ db, directory, shared: store });
    const [alive, over, settled, gone] = [await begun(), await begun(), await begun(), randomUUID()];
    for (const id of [alive, over, settled, gone])
      service.bucket.put(`uploads/${id}/0-abcdef01`, Buffer.from("bytes"), "");
    await db
      .updateTable("uploads")
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where("id", "=", over)
      .execute();
    await db.updateTable("uploads").set({ settled_at: new Date() }).where("id", "=", settled).execute();
    await uploads.sweep();
    expect(kept()).toEqual([`uploads/${alive}/0-abcdef01`]);
    await db.deleteFrom("uploads").where("id", "=", alive).execute();
    await uploads.sweep();
    expect(kept()).toEqual([]);
  });
});
