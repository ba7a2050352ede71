import { createHash, randomBytes } from "node:crypto";
import Fastify from "fastify";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createAppKey } from "#server/platform/key.ts";
import { createLog } from "#server/platform/log.ts";
import { MediamtxService } from "#test/mediamtx-service/server.ts";
import type { LiveEvent } from "../engine.ts";
import type { DrivenChannel } from "./driver.ts";
import { mediamtxDriver } from "./mediamtx.ts";

let service: MediamtxService;
let time = Date.parse("2026-03-01T08:00:00Z");
const hooks = Fastify();
let carried: ReturnType<typeof mediamtxDriver>;
const events: LiveEvent[] = [];

beforeAll(async () => {
  service = await MediamtxService.start();
  carried = mediamtxDriver({
    api: `${service.api}/`,
    ...service.credentials,
    rtmp: "rtmp://media.example:1935",
    hls: "https://media.example:8888/",
    key: createAppKey("k".repeat(40)),
    log: createLog("silent"),
    now: () => new Date(time),
    every: 20,
  });
  carried.driver.onEvent((event) => events.push(event));
  await hooks.register(carried.hook);
  service.authAddress = `${await hooks.listen({ port: 0, host: "127.0.0.1" })}${carried.hookPath}`;
});
afterAll(async () => {
  await carried.close();
  await hooks.close();
  await service.stop();
});
beforeEach(() => void (events.length = 0));

const channel = (values: Partial<DrivenChannel> & { streamKey?: string } = {}): DrivenChannel => {
  const { streamKey = randomBytes(12).toString("hex"), ...rest } = values;
  return {
    code: randomBytes(8).toString("hex"),
    name: "Crane",
    keyHash: createHash("sha256").update(streamKey).digest(),
    linksSince: null,
    record: false,
    data: {},
    remember: async () => undefined,
    key: () => "",
    ...rest,
  };
};
const stateOf = (code: string) => carried.driver.status({ code, data: {} })?.state;
const becomes = (code: string, state: string) =>
  expect.poll(() => stateOf(code), { interval: 10 }).toBe(state);

describe("a channel carried by MediaMTX", () => {
  it("admits no sender without its key, nor before it is started, nor after it is stopped", async () => {
    const made = channel({ streamKey: "right" });
    const path = `live/${made.code}`;
    await carried.driver.create(made);
    expect(await service.publish(path, "key=right")).toBe(false);
    await carried.driver.start(made);
    expect(await service.publish(path, "key=wrong")).toBe(false);
    expect(await service.publish(path, "")).toBe(false);
    expect(await service.publish(`${path}/x`, "key=right")).toBe(false);
    expect(await service.publish(path, "key=right")).toBe(true);
    await carried.driver.stop(made);
    expect(service.senders.has(path)).toBe(false);
    expect(await service.publish(path, "key=right")).toBe(false);
  });

  it("gives its sender a key that reaches the path, and keeps the key out of the path", () => {
    const { ingest, senderKey } = carried.driver;
    expect(ingest({ code: "c7", data: {} }, "site.example")?.url).toBe("rtmp://media.example:1935/live");
    expect(senderKey?.("c7", "secret")).toBe("c7?key=secret");
  });

  it("is live while bytes arrive, stale when they stop, interrupted without a sender, and waits again after the grace period", async () => {
    const made = channel({ streamKey: "k" });
    const path = `live/${made.code}`;
    await carried.driver.start(made);
    expect(stateOf(made.code)).toBe("starting");
    await service.publish(path, "key=k");
    await becomes(made.code, "live");
    expect(carried.driver.status({ code: made.code, data: {} })?.signal).toMatchObject({
      width: 1280,
      hasAudio: true,
    });
    time += 4000;
    await becomes(made.code, "stale");
    const sender = service.senders.get(path);
    if (sender !== undefined) sender.bytes += 5000;
    await becomes(made.code, "live");
    service.senders.delete(path);
    await becomes(made.code, "interrupted");
    time += 61_000;
    await becomes(made.code, "starting");
    expect(
      events.filter(({ code }) => code === made.code).map((event) => event.kind === "state" && event.state),
    ).toEqual(["live", "stale", "live", "interrupted", "starting"]);
    await carried.driver.stop(made);
  });

  it("issues addresses that open this channel alone, until they expire", async () => {
    const [made, other] = [channel(), channel()];
    await carried.driver.start(made);
    await carried.driver.start(other);
    const urls = carried.driver.playbackUrls(made, new Date(time + 600_000));
    expect(urls?.hls).toMatch(
      new RegExp(`^https://media.example:8888/live/${made.code}/index.m3u8\\?token=`),
    );
    const query = new URL(urls?.hls ?? "").search.slice(1);
    expect(await service.read(`live/${made.code}`, query)).toBe(true);
    expect(await service.read(`live/${other.code}`, query)).toBe(false);
    expect(await service.read(`live/${made.code}`, "")).toBe(false);
    time += 601_000;
    expect(await service.read(`live/${made.code}`, query)).toBe(false);
    await carried.driver.stop(made);
    await carried.driver.stop(other);
  });

  it("is created once however often it is requested, and deleted once", async () => {
    const made = channel({ record: true });
    await carried.driver.create(made);
    await carried.driver.create(made);
    await carried.driver.start({ ...made, record: false });
    expect(service.configured.get(`live/${made.code}`)).toEqual({ source: "publisher", record: false });
    await carried.driver.stop(made);
    await carried.driver.delete(made);
    await carried.driver.delete(made);
    expect(service.configured.has(`live/${made.code}`)).toBe(false);
  });

  it("keeps its state while MediaMTX does not answer, and reports the reason on a request", async () => {
    const made = channel({ streamKey: "k" });
    await carried.driver.start(made);
    await service.publish(`live/${made.code}`, "key=k");
    await becomes(made.code, "live");
    const asked = service.calls.length;
    service.troubles.push(500, 500, 500);
    await expect.poll(() => service.calls.length).toBeGreaterThan(asked + 4);
    expect(stateOf(made.code)).toBe("live");
    service.troubles.push(...Array.from({ length: 20 }, () => 500));
    await expect(carried.driver.create(channel())).rejects.toMatchObject({
      code: "LIVE_DRIVER",
      values: { reason: "trouble" },
    });
    service.troubles.length = 0;
    await carried.driver.stop(made);
  });
});
