import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { soon } from "#test/soon.ts";
import { type TestApp, testApp } from "./app.ts";
import type { TestClient } from "./client.ts";
import { clientOptions, type Official, Pusher, restClient } from "./realtime/node.ts";

const secret = "a secret of at least thirty-two characters";
const key = "outside-key";

let app: TestApp;
let owner: { id: number; name: string };
let browser: TestClient;
let project: number;
let visit: number;

beforeAll(async () => {
  app = await testApp({
    environment: { ROLE: "web", REALTIME_APP_KEY: key, REALTIME_APP_SECRET: secret },
  });
  owner = await app.user({ role: "administrator" });
  browser = await app.as(owner);
  project = (await browser.call("POST /api/projects", { body: { name: "Palm Court" } })).id;
  const body = { id_project: project, name: "Walk", visit_date: "2026-02-01T08:00:00Z" };
  visit = (await browser.call("POST /api/visits", { body })).id;
});
afterAll(() => app.close());

const portOf = (origin: string) => Number(new URL(origin).port);

/**
 * A browser's cookie jar for a library that runs in Node: calls are sent to the server with the cookies of the
 * signed-in user. `refuse` answers the next calls instead of the server.
 */
async function jar(client: TestClient, refuse: number[] = []) {
  const seen: { contentType: string | undefined; status: number }[] = [];
  const server = createServer((incoming, reply) => {
    const refusal = refuse.shift();
    if (refusal !== undefined) return void reply.writeHead(refusal).end("{}");
    const { host: _, ...headers } = incoming.headers;
    const target = new URL(incoming.url ?? "", app.origin);
    const onward = request(target, {
      method: incoming.method,
      headers: { ...headers, cookie: client.cookie() },
    });
    onward.on("response", (response) => {
      seen.push({ contentType: headers["content-type"], status: response.statusCode ?? 0 });
      reply.writeHead(response.statusCode ?? 500, response.headers);
      response.pipe(reply);
    });
    incoming.pipe(onward);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { endpoint: `http://127.0.0.1:${port}/api/broadcasting/auth`, seen };
}

async function tokenOf(client: TestClient): Promise<string> {
  const reply = await client.send("GET", new URL("/api/csrf-token", app.origin).href, undefined, {});
  return (reply.body as { data: { token: string } }).data.token;
}

/** The library as used by a page without any code of ours: with its own authorization request. */
async function plain(client: TestClient, refuse: number[] = []) {
  const { endpoint, seen } = await jar(client, refuse);
  const token = await tokenOf(client);
  const library: Official = new Pusher(key, {
    ...clientOptions(portOf(app.origin)),
    channelAuthorization: { endpoint, transport: "ajax", headers: { "X-CSRF-TOKEN": token } },
  });
  onTestFinished(() => library.disconnect());
  return { library, seen };
}

test("The library's own request authorizes private and presence channels, with the token in a header.", async () => {
  const { library, seen } = await plain(browser);
  const channel = library.subscribe(`private-project-${project}`);
  const present = [
    library.subscribe(`presence-project-${project}`),
    library.subscribe(`presence-visit-${visit}`),
  ];
  const heard: unknown[] = [];
  channel.bind("visit.changed", (data) => void heard.push(data));
  for (const each of [channel, ...present]) await soon(() => expect(each.subscribed).toBe(true));
  expect(seen).toEqual(
    Array.from({ length: 3 }, () => ({ contentType: "application/x-www-form-urlencoded", status: 200 })),
  );
  for (const { members } of present)
    expect(members.get(String(owner.id))).toEqual({ id: String(owner.id), info: { name: "Test Person" } });
  await browser.call("PUT /api/visits/{id}", { params: { id: visit }, body: { name: "Long walk" } });
  await soon(() => expect(heard).toEqual([{ id_project: project, id_visit: visit }]));
});

test("A temporary refusal is retried, and the channel is subscribed.", async () => {
  const { library } = await plain(browser, [401]);
  const channel = library.subscribe(`private-project-${project}`);
  const refusals: { status: number }[] = [];
  channel.bind("pusher:subscription_error", (error: { status: number }) => {
    refusals.push(error);
    setTimeout(() => channel.subscribe(), 100);
  });
  await soon(() => expect(channel.subscribed).toBe(true));
  expect(refusals).toMatchObject([{ type: "AuthError", status: 401 }]);
});

test("Presence requires view permission: others get 403, guests 401, and a wrong token 419, all as JSON.", async () => {
  const ask = (client: TestClient, channel_name: string) =>
    client.raw("POST /api/broadcasting/auth", { body: { socket_id: "1.2", channel_name } });
  const stranger = await app.as(await app.user());
  for (const channel of [`presence-project-${project}`, `presence-visit-${visit}`]) {
    expect(await ask(browser, channel)).toMatchObject({
      status: 200,
      body: {
        channel_data: JSON.stringify({ user_id: String(owner.id), user_info: { name: "Test Person" } }),
      },
    });
    expect(await ask(stranger, channel)).toMatchObject({ status: 403, body: { code: "FORBIDDEN" } });
    expect(await ask(app.guest(), channel)).toMatchObject({ status: 401, body: { code: "UNAUTHENTICATED" } });
  }
  for (const channel of [
    "presence-project-0",
    "presence-visit-99999999",
    "presence-user-1",
    `presence-project-${project}x`,
  ])
    expect(await ask(browser, channel)).toMatchObject({ status: 403 });
  const wrong = await fetch(new URL("/api/broadcasting/auth", app.origin), {
    method: "POST",
    headers: {
      cookie: browser.cookie(),
      "content-type": "application/x-www-form-urlencoded",
      "x-csrf-token": "no",
    },
    body: `socket_id=1.2&channel_name=presence-project-${project}`,
  });
  expect([wrong.status, ((await wrong.json()) as { code: string }).code]).toEqual([419, "CSRF_MISMATCH"]);
});

test("The shared demo account is visible and may listen, but may send nothing to the others.", async () => {
  const demo = await app.user({ isDemo: true });
  await app.join(project, demo, "viewer");
  const { library } = await plain(await app.as(demo));
  const { library: other } = await plain(browser);
  const channel = library.subscribe(`presence-project-${project}`);
  const listening = other.subscribe(`presence-project-${project}`);
  await soon(() => expect(channel.subscribed && listening.subscribed).toBe(true));
  const said: string[] = [];
  channel.bind("client-hello", () => void said.push("to the demo"));
  listening.bind("client-hello", () => void said.push("by the demo"));
  channel.trigger("client-hello", {});
  listening.trigger("client-hello", {});
  await soon(() => expect(said).toEqual(["to the demo"]));
  await sleep(300);
  expect(said).toEqual(["to the demo"]);
});

test("A session that ends closes its sockets and removes its user from the members.", async () => {
  const guest = await app.user();
  await app.join(project, guest, "viewer");
  const client = await app.as(guest);
  const { library: watcher } = await plain(browser);
  const watched = watcher.subscribe(`presence-project-${project}`);
  const left: unknown[] = [];
  watched.bind("pusher:member_removed", ({ id }: { id: string }) => void left.push(id));
  await soon(() => expect(watched.subscribed).toBe(true));
  const { library } = await plain(client);
  const channel = library.subscribe(`presence-project-${project}`);
  await soon(() => expect(watched.members.get(String(guest.id))).not.toBeNull());
  const first = library.connection.socket_id;
  await client.raw("POST /api/logout", { body: {} });
  // The library reconnects at once, and is refused.
  await soon(() => expect(library.connection.socket_id).not.toBe(first));
  await soon(() => expect(left).toContain(String(guest.id)));
  expect(channel.subscribed).toBe(false);
});

test("With a secret set the server library works with the running product; a page's key is the configured one.", async () => {
  const { library } = await plain(browser);
  const channel = library.subscribe(`private-user-${owner.id}`);
  const heard: unknown[] = [];
  channel.bind("hello", (data) => void heard.push(data));
  await soon(() => expect(channel.subscribed).toBe(true));
  const rest = restClient({ port: portOf(app.origin) }, { key, secret });
  await rest.trigger(`private-user-${owner.id}`, "hello", { from: "outside" });
  await soon(() => expect(heard).toEqual([{ from: "outside" }]));
  const { channels } = (await (await rest.get({ path: "/channels" })).json()) as { channels: object };
  expect(Object.keys(channels)).toContain(`private-user-${owner.id}`);
});

test("Without a secret there is no REST interface: every path of it is not found.", async () => {
  const closed = await testApp({ environment: { ROLE: "web" } });
  onTestFinished(() => closed.close());
  const rest = restClient({ port: portOf(closed.origin) }, { key, secret });
  await expect(rest.trigger("private-user-1", "hello", {})).rejects.toMatchObject({ status: 404 });
  await expect(rest.terminateUserConnections("1")).rejects.toMatchObject({ status: 404 });
  await expect(rest.trigger("private-user-1", "hello", "x".repeat(10_000))).rejects.toMatchObject({
    status: 404,
  });
});
