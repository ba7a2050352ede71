import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { WebSocket } from "ws";
import type { Channel } from "#contract/live.ts";
import { beginRecording, readIndex } from "#server/live/recording/folder.ts";
import type { TestApp } from "#test/app.ts";
import type { TestClient } from "#test/client.ts";
import { decode, ffmpegPath, push } from "#test/live/push.ts";
import { changeNodes, startNode, startTwoNodes } from "#test/nodes.ts";
import { S3Service } from "#test/s3-service/index.ts";
import { soon } from "#test/soon.ts";

type Node = Awaited<ReturnType<typeof startNode>>;
let store: S3Service;
let one: Node;
let two: Node;
let account: { id: number; name: string };
let project: { id: number };

beforeAll(async () => {
  store = await S3Service.start();
  ({ one, two } = await startTwoNodes({ environment: store.environment }));
  account = await one.user({ role: "administrator" });
  project = await (await one.as(account)).call("POST /api/projects", { body: { name: "Palm Court" } });
});
afterAll(async () => {
  await two.close();
  await one.close();
  await store.stop();
});

const at = (id: number) => ({ params: { id } });
const show = (client: TestClient, { id }: { id: number }) =>
  client.call("GET /api/live-streaming/{id}", at(id));
const becomes = (client: TestClient, channel: { id: number }, state: Channel["state"]) =>
  soon(async () => {
    const shown = await show(client, channel);
    expect(shown.state).toBe(state);
    return shown;
  });
/** A channel that was started at one node, with the same user signed in at both. */
async function started(more: object = {}) {
  const [here, there] = [await one.as(account), await two.as(account)];
  const body = { id_project: project.id, name: "Crane", ...more };
  const channel = await here.call("POST /api/live-streaming", { body });
  await here.call("PUT /api/live-streaming/{id}/start", at(channel.id));
  return { channel, here, there };
}
const send = (node: Node, { stream_key }: { stream_key: string }) => {
  const sender = push(`rtmp://127.0.0.1:${node.livePort}/live/${stream_key}`, { seconds: 40 });
  onTestFinished(() => sender.kill());
  return sender;
};
const playback = async (client: TestClient, { code }: { code: string }) => {
  const { playback } = await client.call("GET /api/live-streaming/playback-urls", {
    query: { medialive_channel_id: code },
  });
  if (playback === null) throw new Error("there is nothing to play");
  return playback;
};
const ask = async (node: TestApp, path: string) => {
  const reply = await fetch(new URL(path, node.origin));
  return { status: reply.status, bytes: Buffer.from(await reply.arrayBuffer()) };
};
const recordingsOf = async (client: TestClient, { id }: { id: number }) =>
  (await client.call("GET /api/live-streaming/{id}/recordings", at(id))).items;
const carrierOf = async ({ id }: { id: number }) =>
  (
    await one.database.db
      .selectFrom("live_channels")
      .select("id_node")
      .where("id", "=", id)
      .executeTakeFirstOrThrow()
  ).id_node;

describe("a channel of an installation with two nodes", () => {
  it("admits its sender at either, and can be watched at both", async () => {
    const { channel, here, there } = await started({ is_public: 1 });
    // Started at one, with its sender at the other.
    const sender = await soon(async () => {
      const trying = send(two, channel);
      const isOut = await Promise.race([
        trying.ended.then(() => true),
        becomes(here, channel, "live").then(() => false),
      ]);
      expect(isOut).toBe(false);
      return trying;
    });
    await becomes(there, channel, "live");
    const [urlHere, urlThere] = [await playback(here, channel), await playback(there, channel)];

    // Playlist from one node, its parts from the other, with the link of either.
    for (const [node, other, { calm }] of [
      [one, two, urlHere],
      [two, one, urlThere],
      [one, one, urlThere],
    ] as const) {
      const base = calm.slice(0, calm.lastIndexOf("/"));
      const segment = await soon(async () => {
        const { status, bytes } = await ask(node, `${base}/whole.m3u8`);
        expect(status).toBe(200);
        const [name] = /\d+\.m4s/.exec(bytes.toString()) ?? [];
        expect(name).toBeDefined();
        return name;
      });
      const { status, bytes } = await ask(other, `${base}/${segment}`);
      expect(status).toBe(200);
      expect(bytes.includes("moof")).toBe(true);
    }

    // A viewer by socket receives the same broadcast.
    const socket = new WebSocket(new URL(urlHere.instant ?? "", one.origin.replace("http", "ws")));
    onTestFinished(() => socket.terminate());
    const [said] = (await once(socket, "message")) as [Buffer];
    expect(JSON.parse(said.toString())).toMatchObject({ kind: "head", width: 320 });

    // Both nodes report the incoming signal and the viewers.
    await soon(async () => {
      for (const client of [here, there]) {
        const shown = await show(client, channel);
        expect(shown.signal).toMatchObject({ width: 320, height: 160 });
        expect(shown.viewers).toBeGreaterThan(0);
      }
    });

    // Links revoked at the one are invalid at the other, which carries the channel.
    await here.call("PUT /api/live-streaming/{id}", { ...at(channel.id), body: { is_public: 0 } });
    await soon(async () => {
      for (const node of [one, two]) expect((await ask(node, urlHere.calm)).status).toBe(403);
    });
    expect((await ask(one, (await playback(here, channel)).calm)).status).toBe(200);

    // Stopped at the one, its sender is disconnected at the other.
    await here.call("PUT /api/live-streaming/{id}/stop", at(channel.id));
    expect((await sender.ended).code).not.toBe(0);
    expect((await show(there, channel)).state).toBe("idle");
    expect((await send(two, channel).ended).code).not.toBe(0);
  });

  it("belongs to the newest sender, at any node; the previous one is disconnected", async () => {
    const { channel, here, there } = await started({ record: 1 });
    const first = send(one, channel);
    await becomes(here, channel, "live");
    const carrier = await carrierOf(channel);
    await soon(async () => expect((await ask(one, (await playback(here, channel)).calm)).status).toBe(200));
    // Long enough for a recording to be stored.
    await soon(async () => {
      const { items } = await here.call("GET /api/live-streaming/{id}/recordings", at(channel.id));
      expect(items[0]?.seconds).toBeGreaterThan(0);
    });
    const second = send(two, channel);
    expect((await first.ended).code).not.toBe(0);
    await becomes(there, channel, "live");
    expect(await carrierOf(channel)).not.toBe(carrier);
    await soon(async () => {
      for (const [node, client] of [
        [one, here],
        [two, there],
      ] as const)
        expect((await ask(node, (await playback(client, channel)).calm)).status).toBe(200);
    });
    await here.call("PUT /api/live-streaming/{id}/stop", at(channel.id));
    await second.ended;
    // Each is on the disk of its node, and each node makes its own file.
    await soon(async () => {
      const { items } = await there.call("GET /api/live-streaming/{id}/recordings", at(channel.id));
      expect(items.map(({ is_open, url }) => [is_open, url !== null])).toEqual([
        [false, true],
        [false, true],
      ]);
    });
  });

  it("waits for its sender when its node ends, and continues at the other", async () => {
    const third = await startNode({ beside: one, environment: store.environment });
    const { channel, here } = await started({ record: 1 });
    await soon(async () => {
      const trying = send(third, channel);
      const isOut = await Promise.race([
        trying.ended.then(() => true),
        becomes(here, channel, "live").then(() => false),
      ]);
      expect(isOut).toBe(false);
    });
    const told = await one.database.db
      .selectFrom("notifications")
      .select("id")
      .where("link", "=", `/live/${channel.code}`)
      .execute();
    // Longer than the part already reported.
    const disk = join(third.dataDir, "live");
    await soon(async () => {
      const folder = (await readdir(disk)).find((name) => name.startsWith(channel.code)) ?? "";
      expect((await readIndex(join(disk, folder))).length).toBeGreaterThanOrEqual(3);
    });
    const place = await readFile(join(disk, ".place"), "utf8");
    await third.close();
    expect((await show(here, channel)).state).toBe("interrupted");
    expect(await carrierOf(channel)).toBeNull();
    const [cut] = await recordingsOf(here, channel);
    expect(cut?.seconds).toBeGreaterThanOrEqual(3);
    send(two, channel);
    await becomes(here, channel, "live");
    await soon(async () => expect((await ask(one, (await playback(here, channel)).calm)).status).toBe(200));
    // The same broadcast: no second notification is sent.
    const later = await one.database.db
      .selectFrom("notifications")
      .select("id")
      .where("link", "=", `/live/${channel.code}`)
      .execute();
    expect(later).toEqual(told);

    // Its disk is gone as well, and has been for a while: only the copy in the store is left.
    await one.database.db.deleteFrom("live_places").where("place", "=", place).execute();
    await one.database.db
      .updateTable("live_recordings")
      .set({ ended_at: new Date(Date.now() - 3_600_000), keep_after: null })
      .where("place", "=", place)
      .execute();
    await here.call("PUT /api/live-streaming/{id}/stop", at(channel.id));
    await soon(async () => {
      const items = await recordingsOf(here, channel);
      expect(items.map(({ url }) => url !== null)).toEqual([true, true]);
    });
    // Complete: the node had reported its end and stored it before it was gone.
    const url = (await recordingsOf(here, channel)).at(-1)?.url ?? "";
    const { frames } = await decode(new URL(url, two.origin).href);
    expect(frames).toHaveLength(Math.round((cut?.seconds ?? 0) * 25));
  });

  it("is released when its node is missing, and reclaimed when that node was running all the time", async () => {
    const { channel, here } = await started();
    send(one, channel);
    await becomes(here, channel, "live");
    const carrier = await carrierOf(channel);
    // As written by another node that has not heard from this one for ten seconds.
    await one.database.db
      .updateTable("live_channels")
      .set({ id_node: "somebody who was missed" })
      .where("id", "=", channel.id)
      .execute();
    const cut = { folder: "cut", place: "elsewhere", id_node: "somebody who was missed", seconds: 3 };
    await one.database.db
      .insertInto("live_recordings")
      .values({ ...cut, id_channel: channel.id })
      .execute();
    const row = { id: "a stranger", name: "stranger", url: "", role: "worker" as const, version: "2.1" };
    await changeNodes(one, (trx) => trx.insertInto("nodes").values(row).execute());
    await soon(async () => expect(await carrierOf(channel)).toBe(carrier));
    await becomes(here, channel, "live");
    // Its recording has ended, whichever node carries the channel now.
    expect(await recordingsOf(here, channel)).toMatchObject([{ is_open: false, seconds: 3, url: null }]);
    await here.call("PUT /api/live-streaming/{id}/stop", at(channel.id));
  });
});

describe("a recording on the disk of an absent node", () => {
  it("waits and is kept until that node is back; one deleted meanwhile is removed there", async () => {
    const { channel, here } = await started();
    const { db } = one.database;
    const place = "a-disk-elsewhere";
    const away = { place, id_channel: channel.id, ended_at: new Date(), seconds: 1 };
    const rows = ["waits", "deleted"].map((folder) => ({ ...away, folder }));
    await db.insertInto("live_recordings").values(rows).execute();
    const [deleted, ...others] = await recordingsOf(here, channel);
    expect(others.map(({ url, is_open }) => [url, is_open])).toEqual([[null, false]]);
    const params = { id: channel.id, recordingId: deleted?.id ?? 0 };
    await here.call("DELETE /api/live-streaming/{id}/recordings/{recordingId}", { params });
    const left = () => db.selectFrom("live_leftovers").select("folder").where("place", "=", place).execute();
    expect(await left()).toEqual([{ folder: "deleted" }]);
    // No other node has tried to make a file of the other one.
    const tries = db.selectFrom("live_recordings").select("tries").where("folder", "=", "waits");
    expect(await tries.executeTakeFirst()).toEqual({ tries: 0 });

    const dataDir = await diskWith(place, ["waits", "deleted"]);
    const back = await startNode({ beside: one, environment: { ...store.environment, DATA_DIR: dataDir } });
    await soon(async () => expect((await recordingsOf(here, channel))[0]?.url).toBeTypeOf("string"));
    await soon(async () => expect(await left()).toEqual([]));
    const url = (await recordingsOf(here, channel))[0]?.url ?? "";
    expect((await decode(new URL(url, one.origin).href)).frames).toHaveLength(25);
    expect(await readdir(join(dataDir, "live"))).toEqual([".place"]);
    await back.close();
    await here.call("PUT /api/live-streaming/{id}/stop", at(channel.id));
  });
});

/** The data folder of a former node, with recordings of a second each. */
async function diskWith(place: string, folders: readonly string[]): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), "sitewalk-disk-"));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  await mkdir(join(dataDir, "live"));
  await writeFile(join(dataDir, "live/.place"), place);
  const fragments = ["-f", "mp4", "-movflags", "frag_keyframe+empty_moov+default_base_moof"];
  const picture = ["-f", "lavfi", "-i", "testsrc=size=320x160:rate=25:duration=1", "-c:v", "libx264"];
  const made = join(dataDir, "made.mp4");
  await promisify(execFile)(ffmpegPath, ["-nostdin", "-loglevel", "error", ...picture, ...fragments, made]);
  const media = await readFile(made);
  for (const folder of folders) {
    const path = join(dataDir, "live", folder);
    // Old enough not to trigger a notification.
    const startedAt = Date.now() - 48 * 3_600_000;
    const facts = { code: "gone", startedAt, width: 320, height: 160, pid: 1 };
    const file = await beginRecording(path, facts, media);
    await file.close({ endedAt: startedAt + 1000, seconds: 1, bytes: media.length });
  }
  return dataDir;
}
