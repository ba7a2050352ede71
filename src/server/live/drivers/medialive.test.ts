import { createHash, randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLog } from "#server/platform/log.ts";
import { AwsMediaService } from "#test/aws-media-service/server.ts";
import type { DrivenChannel, DriverData } from "./driver.ts";
import { medialiveDriver } from "./medialive.ts";

let service: AwsMediaService;
let carried: ReturnType<typeof medialiveDriver>;
let time = Date.parse("2026-03-01T08:00:00Z");

beforeAll(async () => {
  service = await AwsMediaService.start();
  const { region, accessKeyId, secretAccessKey, endpoint } = service;
  carried = medialiveDriver({
    region,
    accessKeyId,
    secretAccessKey,
    sessionToken: "",
    roleArn: "arn:aws:iam::000000000000:role/MediaLiveAccess",
    senders: ["0.0.0.0/0"],
    idleMinutes: 30,
    endpoints: { medialive: endpoint, mediapackage: endpoint },
    log: createLog("silent"),
    now: () => new Date(time),
    every: 20,
    wait: 5,
  });
});
afterAll(async () => {
  await carried.close();
  await service.stop();
});

/** As stored by the domain: recorded data stays, whatever comes afterwards. */
function channel(first = randomBytes(8).toString("hex")): DrivenChannel & { rotate(to: string): void } {
  let data: DriverData = {};
  let streamKey = first;
  return {
    code: randomBytes(6).toString("hex"),
    name: "برج Crane",
    get keyHash() {
      return createHash("sha256").update(streamKey).digest();
    },
    record: false,
    linksSince: null,
    get data() {
      return data;
    },
    async remember(more) {
      data = { ...data, ...more };
    },
    key: () => streamKey,
    rotate: (to) => void (streamKey = to),
  };
}
const stateOf = (code: string) => carried.driver.status({ code, data: {} })?.state;
const becomes = (code: string, state: string) =>
  expect.poll(() => stateOf(code), { interval: 10 }).toBe(state);
const everything = () => ({
  channels: service.channels.size,
  inputs: service.inputs.size,
  securityGroups: service.securityGroups.size,
  endpoints: service.endpoints.size,
  packageChannels: service.packageChannels.size,
});
const nothing = { channels: 0, inputs: 0, securityGroups: 0, endpoints: 0, packageChannels: 0 };

describe("a channel carried by AWS", () => {
  it("is created, started, watched, stopped and deleted, and leaves nothing behind", async () => {
    const made = channel("stream-key");
    await carried.driver.create(made);
    expect(everything()).toEqual({
      channels: 1,
      inputs: 1,
      securityGroups: 1,
      endpoints: 1,
      packageChannels: 1,
    });
    expect([...service.inputs.values()][0]?.streamName).toBe("live/stream-key");
    expect(carried.driver.ingest(made, "")?.url).toBe("rtmp://203.0.113.9:1935/live");
    expect(JSON.stringify(made.data)).not.toContain("stream-key");
    expect(carried.driver.playbackUrls(made, new Date())).toBeNull();

    await carried.driver.start(made);
    await becomes(made.code, "live");
    expect(carried.driver.playbackUrls(made, new Date())?.hls).toMatch(
      /^https:\/\/egress\.example\/.+\/index\.m3u8$/,
    );
    service.alerts.add("Video Not Detected");
    await becomes(made.code, "interrupted");
    service.alerts.clear();
    await becomes(made.code, "live");

    await carried.driver.stop(made);
    await carried.driver.delete(made);
    expect(everything()).toEqual(nothing);
  });

  it("resumes an interrupted creation, and creates nothing twice", async () => {
    const made = channel();
    service.troubles.push({
      about: "POST /prod/channels",
      status: 422,
      kind: "UnprocessableEntityException",
    });
    await expect(carried.driver.create(made)).rejects.toMatchObject({ code: "LIVE_DRIVER" });
    expect(everything()).toMatchObject({ channels: 0, inputs: 1 });
    await carried.driver.start(made);
    expect(everything()).toEqual({
      channels: 1,
      inputs: 1,
      securityGroups: 1,
      endpoints: 1,
      packageChannels: 1,
    });
    await carried.driver.stop(made);
    await carried.driver.delete(made);
    expect(everything()).toEqual(nothing);
  });

  it("survives temporary failures: throttling, an internal error, a lost answer", async () => {
    const made = channel();
    service.troubles.push(
      { about: "POST /channelGroup", status: 429, kind: "ThrottlingException" },
      { about: "POST /prod/inputs", status: 500, kind: "InternalServerErrorException" },
      { about: "POST /prod/channels", status: 503, kind: "ServiceUnavailable" },
    );
    await carried.driver.create(made);
    // A resource created while its answer was lost is found by its idempotency token.
    await made.remember({ channel: null });
    await carried.driver.create(made);
    expect(service.channels.size).toBe(1);
    await carried.driver.delete(made);
    expect(everything()).toEqual(nothing);
  });

  it("treats starting a running channel, and stopping a stopped one, as done", async () => {
    const made = channel();
    await carried.driver.create(made);
    await carried.driver.start(made);
    await carried.driver.start(made);
    await becomes(made.code, "live");
    await carried.driver.stop(made);
    await carried.driver.stop(made);
    await carried.driver.delete(made);
    await carried.driver.delete(made);
    expect(everything()).toEqual(nothing);
  });

  it("gets another input for another key, and keeps the address of its viewers", async () => {
    const made = channel("first");
    await carried.driver.create(made);
    const { manifest } = made.data;
    made.rotate("second");
    await carried.driver.rekey(made);
    expect([...service.inputs.values()].map(({ streamName }) => streamName)).toEqual(["live/second"]);
    expect(made.data["manifest"]).toBe(manifest);
    await carried.driver.delete(made);
  });

  it("is stopped after half an hour without a sender, for it is charged by the hour", async () => {
    const made = channel();
    const looks = () => service.calls.filter((call) => call.includes("alerts")).length;
    const before = looks();
    service.alerts.add("Input Not Connected");
    await carried.driver.start(made);
    await expect.poll(() => [...service.channels.values()][0]?.state).toBe("RUNNING");
    await expect.poll(looks).toBeGreaterThan(before + 2);
    expect(stateOf(made.code)).toBe("starting");
    time += 31 * 60_000;
    await becomes(made.code, "failed");
    expect(["STOPPING", "IDLE"]).toContain([...service.channels.values()][0]?.state);
    service.alerts.clear();
    await carried.driver.delete(made);
  });

  it("is refused with wrong credentials, with the service's own message", async () => {
    const wrong = medialiveDriver({
      region: service.region,
      accessKeyId: service.accessKeyId,
      secretAccessKey: "another",
      sessionToken: "",
      roleArn: "",
      senders: [],
      idleMinutes: 30,
      endpoints: { medialive: service.endpoint, mediapackage: service.endpoint },
      log: createLog("silent"),
    });
    await expect(wrong.driver.create(channel())).rejects.toMatchObject({
      code: "LIVE_DRIVER",
      values: { reason: "signature" },
    });
  });
});
