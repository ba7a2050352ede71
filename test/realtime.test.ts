import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import * as pusherLibrary from "pusher-js";
import { expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import { createAppKey } from "#server/platform/key.ts";
import { createLog } from "#server/platform/log.ts";
import { createRealtime, type RealtimeOptions } from "#server/platform/realtime/index.ts";
import type { Session } from "#server/platform/session.ts";
import { soon } from "#test/soon.ts";
import { createRealtimeClient, type PusherLibrary } from "#web/lib/realtime-client.ts";

/** The library as shipped; its types describe it for bundlers only. */
interface OfficialChannel {
  readonly subscribed: boolean;
  bind(event: string, callback: (data: unknown) => void): void;
}
interface Official {
  readonly connection: { readonly socket_id: string };
  subscribe(channel: string): OfficialChannel;
  disconnect(): void;
}
const Pusher = pusherLibrary.default as unknown as PusherLibrary;

const log = createLog("silent");
const person = { role: "user", super_admin: false, is_demo: false, language: "en" } as const;
const session: Session = { id: 31, user: { id: 7, ...person } };

const pauses = { load: 20, retry: 50, longest: 200, connect: { first: 300, longest: 600 } };

/** A server with sockets only; `port` restarts one at an earlier port. */
async function serve(options: Partial<RealtimeOptions> = {}, port = 0) {
  const realtime = createRealtime({ key: createAppKey("k".repeat(32)), log, publicUrl: "", ...options });
  const server: Server = createServer((_, reply) => void reply.writeHead(404).end());
  realtime.attach(server);
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const address = server.address() as AddressInfo;
  const stop = async () => {
    await realtime.close();
    server.close();
  };
  onTestFinished(stop);
  return { realtime, server, stop, port: address.port };
}
type Served = Awaited<ReturnType<typeof serve>>;

/** The unmodified library, as used by an external program. */
function official({ realtime, port }: Served, who = session): Official {
  const pusher = new Pusher(realtime.key, {
    cluster: "mt1",
    wsHost: "127.0.0.1",
    wsPort: port,
    wssPort: port,
    forceTLS: false,
    enabledTransports: ["ws"],
    disableStats: true,
    channelAuthorization: {
      customHandler: ({ socketId, channelName }, done) =>
        done(null, { auth: realtime.sign(socketId, channelName, who) }),
    },
  });
  onTestFinished(() => pusher.disconnect());
  return pusher as unknown as Official;
}

/** The client of our pages, with short pauses. */
function ours(served: Served, authorize?: (socketId: string, channel: string) => Promise<string>) {
  const client = createRealtimeClient({
    key: served.realtime.key,
    host: "127.0.0.1",
    port: served.port,
    isSecure: false,
    load: async () => Pusher,
    authorize: authorize ?? (async (id, channel) => served.realtime.sign(id, channel, session)),
    pauses,
  });
  const heard: unknown[] = [];
  const stop = client.subscribe("private-project-5", "room.ready", (data) => void heard.push(data));
  onTestFinished(stop);
  return { client, heard, stop };
}

const ready = (n: number) => ({ channel: "private-project-5", event: "room.ready", data: { n } });

/** Publishes until the first event arrives, so that a test starts with an active subscription. */
async function settled(served: Served, heard: unknown[]): Promise<void> {
  await soon(() => {
    served.realtime.publish(ready(0));
    expect(heard.length).toBeGreaterThan(0);
  });
  await sleep(50);
  heard.length = 0;
}

/** A bare socket: the messages it received, and how it was closed. */
async function bare(served: Served, path?: string, headers: Record<string, string> = {}) {
  const url = `ws://127.0.0.1:${served.port}${path ?? `/app/${served.realtime.key}?protocol=7`}`;
  const socket = new WebSocket(url, { headers });
  const told: { event: string; channel?: string; data: string }[] = [];
  let closed: number | undefined;
  let refused: number | undefined;
  socket.on("message", (bytes: Buffer) => void told.push(JSON.parse(bytes.toString())));
  socket.on("close", (code) => {
    closed = code;
  });
  socket.on("unexpected-response", (_, reply) => {
    refused = reply.statusCode;
  });
  socket.on("error", () => undefined);
  onTestFinished(() => socket.terminate());
  const say = (event: string, data: unknown) => socket.send(JSON.stringify({ event, data }));
  const events = () => told.map(({ event }) => event);
  await soon(() => expect([told.length > 0, closed, refused]).not.toEqual([false, undefined, undefined]));
  const data = JSON.parse(told[0]?.data ?? "{}") as { socket_id?: string; activity_timeout?: number };
  return { socket, told, say, events, id: data.socket_id ?? "", code: () => closed, refused: () => refused };
}

test("The official library connects, subscribes with our signature and receives published events.", async () => {
  const served = await serve();
  const channel = official(served).subscribe("private-project-5");
  const heard: unknown[] = [];
  channel.bind("room.ready", (data: unknown) => void heard.push(data));
  await soon(() => expect(channel.subscribed).toBe(true));
  served.realtime.publish(ready(1));
  served.realtime.publish({ channel: "private-project-6", event: "room.ready", data: { n: 2 } });
  served.realtime.publish({
    channel: "private-project-5",
    event: "room.ready",
    data: { text: "غرفة جاهزة" },
  });
  await soon(() => expect(heard).toEqual([{ n: 1 }, { text: "غرفة جاهزة" }]));
});

test("Long messages of every frame size arrive complete, and one above 10 KB is not sent.", async () => {
  const served = await serve();
  const { heard } = ours(served);
  await settled(served, heard);
  for (const length of [1, 60, 126, 4000, 9_900, 10_300])
    served.realtime.publish({ ...ready(0), data: "x".repeat(length) });
  await soon(() => expect(heard).toHaveLength(5));
  expect(heard.map((text) => String(text).length)).toEqual([1, 60, 126, 4000, 9_900]);
});

test("The socket that caused a message does not receive it.", async () => {
  const served = await serve();
  const [a, b] = [official(served), official(served)];
  const heard: string[] = [];
  for (const [name, pusher] of Object.entries({ a, b })) {
    const channel = pusher.subscribe("private-project-5");
    channel.bind("room.ready", () => void heard.push(name));
    await soon(() => expect(channel.subscribed).toBe(true));
  }
  served.realtime.publish(ready(1), a.connection.socket_id);
  await soon(() => expect(heard).toEqual(["b"]));
});

test("A missing signature, or one for another socket, channel or session, authorizes nothing.", async () => {
  const served = await serve();
  const other = await bare(served);
  const socket = await bare(served);
  const sign = (id: string, channel: string, who: Session) => served.realtime.sign(id, channel, who);
  const right = sign(socket.id, "private-project-5", session);
  const wrong = [
    "",
    sign(other.id, "private-project-5", session),
    sign(socket.id, "private-project-6", session),
    right.replace(/31\.7$/, "32.7"),
    right.replace(/:31\.7$/, ""),
    right.replace(/^[^:]+/, "another-key"),
  ];
  for (const auth of wrong) socket.say("pusher:subscribe", { channel: "private-project-5", auth });
  await soon(() => expect(socket.told).toHaveLength(1 + wrong.length));
  expect(new Set(socket.events().slice(1))).toEqual(new Set(["pusher:subscription_error"]));
  served.realtime.publish(ready(1));
  socket.say("pusher:subscribe", { channel: "private-project-5", auth: right });
  await soon(() => expect(socket.events().at(-1)).toBe("pusher_internal:subscription_succeeded"));
  expect(socket.events()).not.toContain("room.ready");
});

test("Public, presence and malformed channels are refused.", async () => {
  const served = await serve();
  const socket = await bare(served);
  for (const channel of ["news", "presence-visit-1"]) socket.say("pusher:subscribe", { channel, auth: "x" });
  socket.say("pusher:subscribe", { channel: "private-project 5", auth: "x" });
  await soon(() =>
    expect(socket.events().slice(1)).toEqual([
      "pusher:subscription_error",
      "pusher:subscription_error",
      "pusher:error",
    ]),
  );
});

test("A page of another origin may not connect; ours and that of PUBLIC_URL may.", async () => {
  const served = await serve({ publicUrl: "https://site.example.com" });
  const from = (origin: string) => bare(served, undefined, { origin });
  expect((await from("https://evil.example.com")).refused()).toBe(403);
  expect((await from("null")).refused()).toBe(403);
  expect((await from(`http://127.0.0.1:${served.port}`)).id).not.toBe("");
  expect((await from("https://site.example.com")).id).not.toBe("");
});

test("Each invalid handshake gets the protocol's own close code.", async () => {
  const served = await serve();
  const { key } = served.realtime;
  const codeFor = async (path: string) => {
    const socket = await bare(served, path);
    await soon(() => expect(socket.code()).toBeDefined());
    return [socket.code(), (JSON.parse(socket.told[0]?.data ?? "{}") as { code: number }).code];
  };
  expect(await codeFor("/app/nonsense?protocol=7")).toEqual([4001, 4001]);
  expect(await codeFor(`/app/${key}`)).toEqual([4008, 4008]);
  expect(await codeFor(`/app/${key}?protocol=seven`)).toEqual([4006, 4006]);
  expect(await codeFor(`/app/${key}?protocol=3`)).toEqual([4007, 4007]);
  expect((await bare(served, "/elsewhere")).refused()).toBe(404);
});

test("A ping is answered, invalid input is tolerated, and a message above 10 KB ends the connection.", async () => {
  const served = await serve();
  const socket = await bare(served);
  socket.say("pusher:ping", {});
  for (const text of ["", "{", "null", "[]", '{"event":7}', '{"event":"client-x","data":{}}'])
    socket.socket.send(text);
  socket.socket.send(Buffer.from([1, 2, 3]));
  await soon(() => expect(socket.told).toHaveLength(9));
  expect(socket.events()[1]).toBe("pusher:pong");
  socket.socket.send("x".repeat(10_300));
  await soon(() => expect(socket.code()).toBe(1009));
});

test("One socket has at most a hundred channels, and one that floods is disconnected.", async () => {
  const served = await serve();
  const socket = await bare(served);
  for (let n = 0; n <= 100; n++) {
    const channel = `private-project-${n}`;
    socket.say("pusher:subscribe", { channel, auth: served.realtime.sign(socket.id, channel, session) });
  }
  await soon(() => expect(socket.told).toHaveLength(102));
  expect(socket.events().filter((event) => event === "pusher_internal:subscription_succeeded")).toHaveLength(
    100,
  );
  expect(socket.told.at(-1)?.data).toContain("LimitReached");
  for (let n = 0; n < 300; n++) socket.say("pusher:ping", {});
  await soon(() => expect(socket.code()).toBe(4100));
});

test("A slow reader is disconnected, and the others receive everything.", async () => {
  const served = await serve();
  const { heard } = ours(served);
  await settled(served, heard);
  const slow = await bare(served);
  const auth = served.realtime.sign(slow.id, "private-project-5", session);
  slow.say("pusher:subscribe", { channel: "private-project-5", auth });
  await soon(() => expect(slow.told).toHaveLength(2));
  slow.socket.pause();
  for (let n = 0; n < 2_000; n++) {
    served.realtime.publish({ ...ready(n), data: { n, padding: "x".repeat(8_000) } });
    if (n % 20 === 0) await sleep(1);
  }
  await soon(() => expect(heard).toHaveLength(2_000));
  slow.socket.resume();
  await soon(() => expect(slow.code()).toBe(1006));
});

test("A client that does not answer pings is disconnected; one that answers stays.", async () => {
  // Long enough for a client that answers late on a busy machine.
  const served = await serve({ heartbeat: { every: 60, silence: 2500 } });
  const alive = await bare(served);
  const dead = await bare(served);
  // Reading is paused, so the library below cannot respond either.
  dead.socket.pause();
  await sleep(3500);
  dead.socket.resume();
  await soon(() => expect(dead.code()).toBe(4201));
  expect(alive.code()).toBeUndefined();
});

test("The end of a session disconnects its sockets to authorize anew, and no others.", async () => {
  const served = await serve();
  const sockets = await Promise.all([
    subscribed(served, session),
    subscribed(served, { id: 32, user: session.user }),
    subscribed(served, { id: 33, user: { id: 8, ...person } }),
  ]);
  served.realtime.endSession(31);
  await soon(() => expect(sockets.map((socket) => socket.code())).toEqual([4200, undefined, undefined]));
  served.realtime.endUser(7);
  await soon(() => expect(sockets.map((socket) => socket.code())).toEqual([4200, 4200, undefined]));
});

test("After a break our client resubscribes and reports that events may have been missed.", async () => {
  const first = await serve();
  const { client, heard } = ours(first);
  let resumed = 0;
  client.onResume(() => void resumed++);
  await settled(first, heard);
  expect(resumed).toBe(0);
  await first.stop();
  await sleep(1_000);
  const second = await serve({}, first.port);
  await soon(() => expect(resumed).toBe(1));
  second.realtime.publish(ready(2));
  await soon(() => expect(heard).toEqual([{ n: 2 }]));
});

test("Pages whose connections break at once return one after another, not together.", async () => {
  const served = await serve();
  const sockets: Socket[] = [];
  served.server.on("connection", (socket) => void sockets.push(socket));
  const pages = Array.from({ length: 20 }, () => ours(served));
  const returned: number[] = [];
  for (const { client } of pages) client.onResume(() => void returned.push(performance.now()));
  for (const { heard } of pages) await settled(served, heard);
  for (const socket of sockets) socket.destroy();
  await soon(() => expect(returned).toHaveLength(pages.length));
  // The library alone would have all of them return a second later, in the same instant.
  expect(Math.max(...returned) - Math.min(...returned)).toBeGreaterThan(pauses.connect.first / 2);
});

test("Our client retries after a 401 with a new connection, after a failure too, and after a 403 never.", async () => {
  const served = await serve();
  const asked: string[] = [];
  const answers = ["HTTP 401: Unauthorized", "HTTP 503: Service Unavailable", "HTTP 0: no network"];
  const { heard } = ours(served, async (id, channel) => {
    asked.push(id);
    const refusal = answers.shift();
    if (refusal !== undefined) throw new Error(refusal);
    return served.realtime.sign(id, channel, session);
  });
  await settled(served, heard);
  expect(asked).toHaveLength(4);
  expect(new Set(asked).size).toBe(2);

  let refusals = 0;
  ours(served, async () => {
    refusals++;
    throw new Error("HTTP 403: Forbidden");
  });
  await soon(() => expect(refusals).toBe(1));
  await sleep(500);
  expect(refusals).toBe(1);
});

test("Our client fetches the library again after a failure, and closes the connection with the last listener.", async () => {
  const served = await serve();
  let tries = 0;
  const client = createRealtimeClient({
    key: served.realtime.key,
    host: "127.0.0.1",
    port: served.port,
    isSecure: false,
    load: async () => {
      if (++tries < 3) throw new Error("offline");
      return Pusher;
    },
    authorize: async (id, channel) => served.realtime.sign(id, channel, session),
    pauses,
  });
  const heard: unknown[] = [];
  const stop = client.subscribe("private-project-5", "room.ready", (data) => void heard.push(data));
  await settled(served, heard);
  expect(tries).toBe(3);
  stop();
  served.realtime.publish(ready(1));
  await soon(async () => expect(await openConnections(served.server)).toBe(0));
  expect(heard).toEqual([]);
});

test("A server that closes asks its clients to reconnect.", async () => {
  const served = await serve();
  const socket = await bare(served);
  await served.stop();
  await soon(() => expect(socket.code()).toBe(4200));
});

async function subscribed(served: Served, who: Session) {
  const socket = await bare(served);
  const channel = `private-user-${who.user.id}`;
  socket.say("pusher:subscribe", { channel, auth: served.realtime.sign(socket.id, channel, who) });
  await soon(() => expect(socket.told).toHaveLength(2));
  return socket;
}

function openConnections(server: Server): Promise<number> {
  return new Promise((resolve) => server.getConnections((_, count) => resolve(count)));
}
