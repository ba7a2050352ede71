import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import type { GuidedTour } from "#contract/guided.ts";
import { type TestApp, testApp } from "#test/app.ts";
import type { TestClient } from "#test/client.ts";
import { changeSettings } from "#test/sign-in.ts";

let app: TestApp;
let owner: TestClient;
let visit: { id: number; code: string };

beforeAll(async () => {
  app = await testApp();
  owner = await app.as(await app.user({ role: "administrator" }));
  const { id } = await owner.call("POST /api/projects", { body: { name: "Palm Court" } });
  visit = await owner.call("POST /api/visits", {
    body: { id_project: id, name: "First walk", visit_date: "2026-02-01T08:00:00Z" },
  });
});
afterAll(() => app.close());

const begin = () => owner.call("POST /api/guided-tours", { body: { id_visit: visit.id } });
const follow = (code: string, client = app.guest()) =>
  client.call("GET /api/guided-tours/{code}", { params: { code } });

/** A browser at the broker, with the messages received so far. */
async function meet({ me, token, broker }: Pick<GuidedTour, "me" | "token" | "broker">, origin = app.origin) {
  const address = new URL(`${broker.path}/peerjs`, app.origin.replace("http", "ws"));
  address.search = new URLSearchParams({ key: "peerjs", id: me, token, version: "1.5.5" }).toString();
  const socket = new WebSocket(address, { headers: { origin } });
  const told: { type: string; src?: string; payload?: unknown }[] = [];
  socket.on("message", (data) => told.push(JSON.parse((data as Buffer).toString()) as (typeof told)[number]));
  const [outcome] = (await Promise.race([
    once(socket, "open").then(() => ["open"]),
    once(socket, "unexpected-response").then(([, { statusCode }]) => [statusCode as number]),
  ])) as [string | number];
  const hears = (type: string) => expect.poll(() => told.some((one) => one.type === type)).toBe(true);
  return { outcome, told, hears, say: (message: object) => socket.send(JSON.stringify(message)), socket };
}

describe("a guided tour", () => {
  it("is led by a user who may see the visit, and followed by everyone to whom its link opens", async () => {
    const tour = await begin();
    expect(tour).toMatchObject({
      is_host: true,
      me: tour.host,
      visit_code: visit.code,
      meeting: null,
      ice: [],
    });
    const guest = await follow(tour.code);
    expect(guest).toMatchObject({ is_host: false, host: tour.host, visit_code: visit.code });
    expect(guest.me).not.toBe((await follow(tour.code)).me);
    const stranger = await app.as(await app.user());
    await expect(stranger.call("POST /api/guided-tours", { body: { id_visit: visit.id } })).rejects.toThrow(
      "answered 404",
    );
  });

  it("is closed to guests as soon as the visit is, and to everyone when its code was changed", async () => {
    const { code } = await begin();
    await owner.call("PUT /api/visits/{id}/share", { params: { id: visit.id }, body: { access: "members" } });
    await expect(follow(code)).rejects.toThrow("answered 404");
    expect((await follow(code, owner)).is_host).toBe(false);
    await owner.call("PUT /api/visits/{id}/share", { params: { id: visit.id }, body: { access: "link" } });
    const other = `${code.slice(0, -1)}${code.endsWith("a") ? "b" : "a"}`;
    await expect(follow(other)).rejects.toThrow("answered 404");
  });

  it("returns the relay, the broker and the meeting server of the settings", async () => {
    await changeSettings(app, {
      turn_host: "relay.example",
      turn_username: "site",
      turn_password: "secret",
      peerjs_host: "peers.example",
      jitsi_domain: "meet.example",
    });
    const tour = await begin();
    expect(tour.ice).toEqual([
      { urls: ["stun:relay.example:3478"] },
      {
        urls: ["turn:relay.example:3478?transport=udp", "turn:relay.example:3478?transport=tcp"],
        username: "site",
        credential: "secret",
      },
    ]);
    expect(tour.broker).toEqual({ host: "peers.example", port: 9000, path: "/peerjs" });
    expect(tour.meeting).toMatch(/^https:\/\/meet\.example\/sitewalk-[0-9a-f]{16}$/);
    await changeSettings(app, { turn_host: "", peerjs_host: "", jitsi_domain: "" });
  });
});

describe("the broker", () => {
  it("relays messages between two browsers of one tour, under the sender's own name", async () => {
    const host = await begin();
    const guest = await follow(host.code);
    const [first, second] = [await meet(host), await meet(guest)];
    await first.hears("OPEN");
    await second.hears("OPEN");
    second.say({ type: "OFFER", src: "somebody-else", dst: host.me, payload: { sdp: "v=0" } });
    await first.hears("OFFER");
    expect(first.told.at(-1)).toMatchObject({ type: "OFFER", src: guest.me, payload: { sdp: "v=0" } });
    second.say({ type: "OFFER", dst: `${host.me}gone`, payload: {} });
    await second.hears("EXPIRE");
    first.socket.terminate();
    second.socket.terminate();
  });

  it("rejects a name that was not issued, a connection from another page, and a message into another tour", async () => {
    const [tour, other] = [await begin(), await begin()];
    const guest = await follow(tour.code);
    expect((await meet({ ...guest, me: tour.host })).outcome).toBe(403);
    expect((await meet({ ...guest, token: "" })).outcome).toBe(403);
    expect((await meet(guest, "https://elsewhere.example")).outcome).toBe(403);
    const [stranger, victim] = [await meet(guest), await meet(other)];
    await stranger.hears("OPEN");
    await victim.hears("OPEN");
    stranger.say({ type: "OFFER", dst: other.me, payload: {} });
    stranger.say({ type: "HEARTBEAT" });
    stranger.say({ type: "OPEN", dst: guest.me });
    stranger.socket.send("{");
    stranger.say({ type: "OFFER", dst: `${guest.me}x`, payload: {} });
    await stranger.hears("EXPIRE");
    expect(victim.told.map(({ type }) => type)).toEqual(["OPEN"]);
    stranger.socket.terminate();
    victim.socket.terminate();
  });

  it("relays no more of a flood than the limit, and serves another tour meanwhile", async () => {
    const [host, calm] = [await begin(), await begin()];
    const guests = [await follow(host.code), await follow(calm.code)] as const;
    const [first, flood] = [await meet(host), await meet(guests[0])];
    const [listener, speaker] = [await meet(calm), await meet(guests[1])];
    for (const browser of [first, flood, listener, speaker]) await browser.hears("OPEN");
    for (let count = 0; count < 6000; count += 1) flood.say({ type: "CANDIDATE", dst: host.me, payload: {} });
    speaker.say({ type: "OFFER", dst: calm.me, payload: {} });
    await listener.hears("OFFER");
    // The last message of the flood has been read by then: the socket answers in order.
    const answered = once(flood.socket, "pong");
    flood.socket.ping();
    await answered;
    const passed = () => first.told.filter(({ type }) => type === "CANDIDATE").length;
    await expect.poll(passed).toBeGreaterThanOrEqual(2000);
    expect(passed()).toBeLessThan(4000);
    for (const { socket } of [first, flood, listener, speaker]) socket.terminate();
  });

  it("closes sockets that match no endpoint", async () => {
    const socket = new WebSocket(app.origin.replace("http", "ws") + "/nowhere");
    const [, response] = (await once(socket, "unexpected-response")) as [unknown, { statusCode: number }];
    expect(response.statusCode).toBe(404);
  });
});
