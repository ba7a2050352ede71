import { createHash, createHmac } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import Echo from "laravel-echo";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { textOf } from "#server/platform/realtime/rest-signature.ts";
import { soon } from "#test/soon.ts";
import { type TestDatabase, testDatabase } from "./database.ts";
import {
  app,
  clientOptions,
  type Official,
  type OfficialChannel,
  officialClient,
  Pusher,
  type RealtimeNode,
  realtimeNode,
  restClient,
} from "./realtime/node.ts";

let database: TestDatabase;
let a: RealtimeNode;
let b: RealtimeNode;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

/** Two processes; events sent at one are received at the other. */
async function twoNodes(): Promise<void> {
  [a, b] = [await realtimeNode(database), await realtimeNode(database)];
}

const samira = { id: "1", name: "Samira" };
const omar = { id: "2", name: "Omar" };

interface Heard {
  readonly client: Official;
  readonly channel: OfficialChannel;
  readonly events: unknown[];
}

async function hear(node: RealtimeNode, name: string, event: string, user?: typeof omar): Promise<Heard> {
  const client = officialClient(node, user);
  const channel = client.subscribe(name);
  const events: unknown[] = [];
  channel.bind(event, (data, metadata) => {
    events.push(metadata?.user_id === undefined ? data : { data, from: metadata.user_id });
  });
  await soon(() => expect(channel.subscribed).toBe(true));
  return { client, channel, events };
}

test("The server library triggers at one process, and the browser library receives it at both, private, presence and public.", async () => {
  await twoNodes();
  const hearers = await Promise.all(
    [a, b].flatMap((node) => [
      hear(node, "private-news", "posted"),
      hear(node, "presence-room", "posted", omar),
      hear(node, "news", "posted"),
    ]),
  );
  const reply = await restClient(a).trigger(["private-news", "presence-room", "news"], "posted", {
    n: 1,
    text: "غرفة",
  });
  expect(reply.status).toBe(200);
  for (const { events } of hearers) await soon(() => expect(events).toEqual([{ n: 1, text: "غرفة" }]));
});

test("The socket that the server library excludes does not receive the event, wherever it is connected.", async () => {
  await twoNodes();
  const cause = await hear(b, "private-news", "posted");
  const other = await hear(b, "private-news", "posted");
  const { socket_id } = cause.client.connection;
  await restClient(a).trigger("private-news", "posted", "plain text", { socket_id });
  await soon(() => expect(other.events).toEqual(["plain text"]));
  expect(cause.events).toEqual([]);
});

test("A batch of the server library arrives complete and in order, each event on its channel.", async () => {
  await twoNodes();
  const first = await hear(a, "private-one", "posted");
  const second = await hear(b, "private-two", "posted");
  await restClient(b).triggerBatch([
    { channel: "private-one", name: "posted", data: { n: 1 } },
    { channel: "private-two", name: "posted", data: { n: 2 } },
    { channel: "private-one", name: "posted", data: { n: 3 } },
  ]);
  await soon(() => expect(first.events).toEqual([{ n: 1 }, { n: 3 }]));
  await soon(() => expect(second.events).toEqual([{ n: 2 }]));
});

test("The server library lists occupied channels, their counts, and their members, in all processes.", async () => {
  await twoNodes();
  await hear(a, "private-mine", "posted");
  await hear(a, "presence-hall", "posted", samira);
  await hear(b, "presence-hall", "posted", omar);
  const laptop = await hear(b, "presence-hall", "posted", omar);
  const rest = restClient(a);
  const get = async (path: string, params: Record<string, string> = {}) =>
    (await rest.get({ path, params })).json() as Promise<unknown>;
  // The state of the other process is known with its next heartbeat.
  await soon(async () =>
    expect(await get("/channels")).toMatchObject({ channels: { "private-mine": {}, "presence-hall": {} } }),
  );
  await soon(async () =>
    expect(await get("/channels/presence-hall", { info: "user_count,subscription_count" })).toEqual({
      occupied: true,
      user_count: 2,
      subscription_count: 3,
    }),
  );
  expect(await get("/channels", { filter_by_prefix: "presence-", info: "user_count" })).toEqual({
    channels: { "presence-hall": { user_count: 2 } },
  });
  expect(await get("/channels/private-nobody")).toEqual({ occupied: false });
  expect(await get("/channels/presence-hall/users")).toEqual({ users: [{ id: "1" }, { id: "2" }] });
  await expect(get("/channels", { info: "user_count" })).rejects.toMatchObject({ status: 400 });
  await expect(get("/channels/private-mine/users")).rejects.toMatchObject({ status: 400 });
  const answer = await rest.trigger("presence-hall", "posted", {}, { info: "user_count" });
  expect(await answer.json()).toEqual({ channels: { "presence-hall": { user_count: 2 } } });
  laptop.client.disconnect();
});

test("The server library disconnects a user from every process, with the code that prevents a reconnect.", async () => {
  await twoNodes();
  const [here, there] = [
    await hear(a, "presence-hall", "x", omar),
    await hear(b, "presence-hall", "x", omar),
  ];
  const stays = await hear(b, "presence-hall", "x", samira);
  const codes: number[] = [];
  for (const { client } of [here, there])
    client.connection.bind(
      "error",
      (error: { data?: { code?: number } }) => void codes.push(error.data?.code ?? 0),
    );
  await restClient(a).terminateUserConnections("2");
  for (const { client } of [here, there])
    await soon(() => expect(client.connection.state).toBe("disconnected"));
  expect(codes).toContain(4009);
  expect(stays.client.connection.state).toBe("connected");
});

test("Laravel Echo receives its own dotted events, private and presence, and whispers to the others.", async () => {
  await twoNodes();
  const echo = (node: RealtimeNode, user: typeof omar) => {
    const made = new Echo<"pusher">({
      broadcaster: "pusher",
      client: officialClient(node, user),
      key: app.key,
    } as never);
    onTestFinished(() => made.disconnect());
    return made;
  };
  const [first, second] = [echo(a, samira), echo(b, omar)];
  const told: unknown[] = [];
  first.private("user-7").listen(".new-notification", (data: unknown) => void told.push(data));
  const people: unknown[] = [];
  const whispers: unknown[] = [];
  let isThere = false;
  const hall = first
    .join("visit-5")
    .here((members: unknown) => {
      isThere = true;
      people.push(["here", members]);
    })
    .joining((member: unknown) => void people.push(["joining", member]))
    .leaving((member: unknown) => void people.push(["leaving", member]));
  hall.listenForWhisper("looking", (data: unknown) => void whispers.push(data));
  await soon(() => expect(isThere).toBe(true));
  let isSecondThere = false;
  const joined = second.join("visit-5").here(() => {
    isSecondThere = true;
  });
  await soon(() =>
    expect(people).toEqual([
      ["here", [{ name: "Samira" }]],
      ["joining", { name: "Omar" }],
    ]),
  );
  await soon(() => expect(isSecondThere).toBe(true));
  (joined as unknown as { whisper(event: string, data: unknown): void }).whisper("looking", { yaw: 12.5 });
  await soon(() => expect(whispers).toEqual([{ yaw: 12.5 }]));
  await restClient(b).trigger("private-user-7", "new-notification", { id: 3 });
  await soon(() => expect(told).toEqual([{ id: 3 }]));
  second.leave("visit-5");
  await soon(() => expect(people.at(-1)).toEqual(["leaving", { name: "Omar" }]));
});

test("A client event reaches the others at every process with the sender's id, whatever its size and letters, not the sender", async () => {
  await twoNodes();
  const speaker = await hear(a, "presence-tour", "client-look", samira);
  const here = await hear(a, "presence-tour", "client-look", omar);
  const there = await hear(b, "presence-tour", "client-look", omar);
  // Larger than one NOTIFY of the database, with letters of two, three and four bytes.
  const long = "Größe غرفة 🏗️ ".repeat(300);
  speaker.channel.trigger("client-look", { yaw: 1 });
  speaker.channel.trigger("client-look", { long });
  speaker.channel.trigger("client-look", { yaw: 3 });
  const expected = [{ yaw: 1 }, { long }, { yaw: 3 }].map((data) => ({ data, from: "1" }));
  for (const { events } of [here, there]) await soon(() => expect(events).toEqual(expected));
  expect(speaker.events).toEqual([]);
});

test("More than ten client events a second are refused with 4301, and the connection stays.", async () => {
  await twoNodes();
  const speaker = await hear(a, "private-tour", "client-look");
  const hearer = await hear(a, "private-tour", "client-look");
  const codes: unknown[] = [];
  speaker.client.connection.bind(
    "error",
    (error: { data?: { code?: number } }) => void codes.push(error.data?.code),
  );
  for (let n = 0; n < 15; n++) speaker.channel.trigger("client-look", { n });
  await soon(() => expect(codes).toEqual([4301, 4301, 4301, 4301, 4301]));
  expect(hearer.events).toHaveLength(10);
  await sleep(1_100);
  speaker.channel.trigger("client-look", { n: 15 });
  await soon(() => expect(hearer.events.at(-1)).toEqual({ n: 15 }));
});

test("Client events are refused on public and encrypted channels and where the sender is not subscribed.", async () => {
  await twoNodes();
  const speaker = await hear(a, "private-mine", "client-x");
  const hearers = [await hear(a, "news", "client-x"), await hear(a, "private-theirs", "client-x")];
  const errors: unknown[] = [];
  speaker.client.connection.bind(
    "error",
    (error: { data?: { code?: number } }) => void errors.push(error.data?.code),
  );
  const send = (
    speaker.client as unknown as { send_event(name: string, data: unknown, channel: string): void }
  ).send_event;
  for (const channel of ["news", "private-theirs", "private-encrypted-secret"])
    send.call(speaker.client, "client-x", {}, channel);
  await soon(() => expect(errors).toEqual([4301, 4301, 4301]));
  await sleep(200);
  for (const { events } of hearers) expect(events).toEqual([]);
});

interface OfficialUser {
  signin(): void;
  readonly user: {
    readonly user_data: unknown;
    readonly signinDonePromise: Promise<unknown>;
    bind(event: string, callback: (data: unknown) => void): void;
  };
}

/** Signed in by the server library, as in an external application. */
function signedIn(node: RealtimeNode, id: string, sign = restClient(node)) {
  const client = new Pusher(app.key, {
    ...clientOptions(node.port),
    userAuthentication: {
      customHandler: ({ socketId }: { socketId: string }, done: (error: null, data: object) => void) =>
        done(null, sign.authenticateUser(socketId, { id, user_info: { name: "Omar" } })),
    },
  }) as Official & OfficialUser;
  onTestFinished(() => client.disconnect());
  const heard: unknown[] = [];
  const codes: unknown[] = [];
  client.user.bind("posted", (data) => void heard.push(data));
  client.connection.bind("error", (error: { data?: { code?: number } }) => void codes.push(error.data?.code));
  client.signin();
  return { client, heard, codes };
}

test("A signed-in user receives events that the server library sends to them, at every process, and no one else does.", async () => {
  await twoNodes();
  const [laptop, phone, other] = [signedIn(a, "7"), signedIn(b, "7"), signedIn(b, "8")];
  for (const { client } of [laptop, phone, other])
    await soon(() => expect(client.user.user_data).toMatchObject({ user_info: { name: "Omar" } }));
  await restClient(a).sendToUser("7", "posted", { n: 1, text: "غرفة" });
  for (const { heard } of [laptop, phone]) await soon(() => expect(heard).toEqual([{ n: 1, text: "غرفة" }]));
  await restClient(b).sendToUser("8", "posted", { n: 2 });
  await soon(() => expect(other.heard).toEqual([{ n: 2 }]));
  expect(laptop.heard).toHaveLength(1);
  // Channels of users are not listed.
  const reply = await restClient(a).get({ path: "/channels" });
  const { channels } = (await reply.json()) as { channels: object };
  expect(Object.keys(channels).filter((name) => name.startsWith("#"))).toEqual([]);
});

test("The server library ends the connections of a signed-in user, who has no other channel.", async () => {
  await twoNodes();
  const [gone, stays] = [signedIn(a, "7"), signedIn(b, "8")];
  for (const { client } of [gone, stays]) await soon(() => expect(client.user.user_data).not.toBeNull());
  await restClient(b).terminateUserConnections("7");
  await soon(() => expect(gone.client.connection.state).toBe("disconnected"));
  expect(gone.codes).toContain(4009);
  expect(stays.client.connection.state).toBe("connected");
});

test("A sign-in with another secret, and another user's channel, are refused.", async () => {
  await twoNodes();
  const forged = signedIn(a, "7", restClient(a, { secret: "another" }));
  await soon(() => expect(forged.codes).toContain(4009));
  await soon(() => expect(forged.client.connection.state).toBe("disconnected"));
  const eavesdropper = signedIn(a, "8");
  await soon(() => expect(eavesdropper.client.user.user_data).not.toBeNull());
  const errors: unknown[] = [];
  eavesdropper.client.connection.bind("message", (message: { event: string; data: unknown }) => {
    if (message.event === "pusher:subscription_error") errors.push(message.data);
  });
  // The library itself refuses such a name; a custom client does not.
  const send = (eavesdropper.client as unknown as { send_event(name: string, data: unknown): void })
    .send_event;
  send.call(eavesdropper.client, "pusher:subscribe", { channel: "#server-to-user-7" });
  await soon(() => expect(errors).toMatchObject([{ type: "AuthError", status: 401 }]));
  expect(eavesdropper.client.connection.state).toBe("connected");
});

/** A call by any client, signed by hand: a change after signing is detected. */
async function call(
  node: RealtimeNode,
  body: string,
  change: { at?: number; signed?: string; key?: string; id?: string; secret?: string } = {},
): Promise<{ status: number; text: string }> {
  const path = `/apps/${change.id ?? app.id}/events`;
  const query = new Map([
    ["auth_key", change.key ?? app.key],
    ["auth_timestamp", String(Math.floor(Date.now() / 1000) + (change.at ?? 0))],
    ["auth_version", "1.0"],
    [
      "body_md5",
      createHash("md5")
        .update(change.signed ?? body)
        .digest("hex"),
    ],
  ]);
  const signature = createHmac("sha256", change.secret ?? app.secret)
    .update(textOf("POST", path, query))
    .digest("hex");
  const search = new URLSearchParams([...query, ["auth_signature", signature]]);
  const reply = await fetch(`http://127.0.0.1:${node.port}${path}?${search}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
  });
  return { status: reply.status, text: await reply.text() };
}

test("A call is signed as in the protocol's published example.", () => {
  const query = new Map([
    ["auth_key", app.key],
    ["auth_timestamp", "1353088179"],
    ["auth_version", "1.0"],
    ["body_md5", "ec365a775a4cd0599faeb73354201b6f"],
  ]);
  expect(
    createHmac("sha256", app.secret)
      .update(textOf("POST", "/apps/3/events", query))
      .digest("hex"),
  ).toBe("da454824c97ba181a32ccc17a72625ba02771f50b50e1e7430e47a1f3f457e6c");
});

test("A call with a clock ten minutes off, or with another body, key, secret or app, is refused and has no effect.", async () => {
  await twoNodes();
  const { events } = await hear(a, "private-news", "posted");
  const body = JSON.stringify({ name: "posted", channel: "private-news", data: "1" });
  expect(await call(a, body, { at: 660 })).toMatchObject({ status: 401 });
  expect(await call(a, body, { at: -660 })).toMatchObject({ status: 401 });
  expect(await call(a, body.replace("1", "2"), { signed: body })).toMatchObject({ status: 401 });
  expect(await call(a, body, { key: "another" })).toMatchObject({ status: 401 });
  expect(await call(a, body, { secret: "another" })).toMatchObject({ status: 401 });
  expect(await call(a, body, { id: "another" })).toMatchObject({ status: 404 });
  await sleep(300);
  expect(events).toEqual([]);
  expect(await call(a, body, { at: 540 })).toEqual({ status: 200, text: "{}" });
  expect(await call(a, body, { at: -540 })).toEqual({ status: 200, text: "{}" });
  await soon(() => expect(events).toEqual([1, 1]));
});

test("An event above 10 KB is refused with 413; invalid channels, names and counts with 400.", async () => {
  await twoNodes();
  const { events } = await hear(a, "private-news", "posted");
  const rest = restClient(a);
  await rest.trigger("private-news", "posted", "x".repeat(10 * 1024));
  await soon(() => expect(events).toHaveLength(1));
  const refused = async (status: number, body: unknown) =>
    expect(await call(a, typeof body === "string" ? body : JSON.stringify(body))).toMatchObject({ status });
  const event = { name: "posted", channel: "private-news", data: "1" };
  await refused(413, { ...event, data: "x".repeat(10 * 1024 + 1) });
  await refused(413, { ...event, data: "ض".repeat(5 * 1024 + 1) });
  await refused(413, { ...event, data: "x".repeat(600 * 1024) });
  await refused(400, { ...event, channel: "private news" });
  await refused(400, { ...event, channel: "x".repeat(165) });
  await refused(400, {
    ...event,
    channel: undefined,
    channels: Array.from({ length: 101 }, (_, n) => `c${n}`),
  });
  await refused(400, { ...event, name: "" });
  await refused(400, { ...event, data: { not: "text" } });
  await refused(400, { ...event, socket_id: "nonsense" });
  await refused(400, "{");
  const batch = (amount: number) => rest.triggerBatch(Array.from({ length: amount }, () => ({ ...event })));
  await expect(batch(11)).rejects.toMatchObject({ status: 400 });
  expect((await batch(10)).status).toBe(200);
  await soon(() => expect(events).toHaveLength(11));
});

test("A browser library whose ping is not answered reconnects within its own time limits.", async () => {
  const node = await realtimeNode(database, { activityTimeout: 1 });
  const client = new Pusher(app.key, { ...clientOptions(node.port), pongTimeout: 700 });
  onTestFinished(() => client.disconnect());
  await soon(() => expect(client.connection.state).toBe("connected"));
  const first = client.connection.socket_id;
  // Every response to a ping is lost.
  const socket = (client.connection as unknown as { connection: { transport: { onMessage: unknown } } })
    .connection;
  socket.transport.onMessage = () => undefined;
  await soon(() => {
    expect(client.connection.state).toBe("connected");
    expect(client.connection.socket_id).not.toBe(first);
  });
});
