import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import type { AppBoot } from "#contract/pages.ts";
import { soon } from "#test/soon.ts";
import { type TestApp, testApp } from "./app.ts";
import type { TestClient } from "./client.ts";
import { everyCase } from "./every-case.ts";
import { PusherService } from "./pusher-service/server.ts";
import { clientOptions, type Official, Pusher } from "./realtime/node.ts";

const account = { id: "1234567", key: "hosted-key", secret: "hosted-secret" };

let service: PusherService;
let app: TestApp;
let admin: TestClient;
let owner: { id: number; name: string };
let browser: TestClient;
let project: number;
let visit: number;

beforeAll(async () => {
  service = await PusherService.start(account);
  app = await testApp();
  owner = await app.user({ role: "super_admin" });
  admin = await app.as(owner);
  browser = await app.as(owner);
  await hosted({});
  project = (await browser.call("POST /api/projects", { body: { name: "Palm Court" } })).id;
  const body = { id_project: project, name: "Walk", visit_date: "2026-02-01T08:00:00Z" };
  visit = (await browser.call("POST /api/visits", { body })).id;
  await soon(() => expect(names()).toContain("visit.created"));
});
afterAll(async () => {
  await app.close();
  await service.stop();
});

const names = () => service.events.map(({ name }) => name);
/** The events of changed visits; other events may arrive meanwhile. */
const changes = () => names().filter((name) => name === "visit.changed");
const trouble = (...statuses: number[]) =>
  service.troubles.push(...statuses.map((status) => ({ status, about: "visit.changed" })));
const forget = () => {
  service.events.length = 0;
  service.answers.length = 0;
};

/** The settings for the stand-in service, with the given changes. */
const hosted = (change: object) =>
  admin.call("PUT /api/settings", {
    body: {
      push_driver: "hosted",
      push_app_id: account.id,
      push_key: account.key,
      push_secret: account.secret,
      push_host: "127.0.0.1",
      push_port: service.port,
      push_tls: false,
      ...change,
    },
  });

const rename = (name: string) =>
  browser.call("PUT /api/visits/{id}", { params: { id: visit }, body: { name } });

/** The real-time configuration in the application's page. */
async function boot(client: TestClient): Promise<AppBoot["realtime"]> {
  const { body } = await client.send("GET", `${app.origin}/projects`, undefined, {});
  const script = /<script[^>]*id="boot"[^>]*>([\s\S]*?)<\/script>/.exec(String(body))?.[1] ?? "{}";
  return (JSON.parse(script) as AppBoot).realtime;
}

test("A page gets the hosted service's endpoint, and our own server's when it is not used; the secret is in no page.", async () => {
  expect(await boot(browser)).toEqual({
    key: account.key,
    cluster: "mt1",
    host: "127.0.0.1",
    port: service.port,
    tls: false,
  });
  await hosted({ push_host: "" });
  expect(await boot(browser)).toEqual({ key: account.key, cluster: "mt1" });
  const { body, headers } = await browser.send("GET", `${app.origin}/projects`, undefined, {});
  expect(String(body)).not.toContain(account.secret);
  // A page may connect to the service's host, and to no other external one.
  expect(headers.get("content-security-policy")).toMatch(
    /connect-src 'self' ws:\/\/\S+ wss:\/\/\S+ wss:\/\/ws-mt1\.pusher\.com:443 https:\/\/ws-mt1\.pusher\.com:443;/,
  );
  await hosted({ push_driver: "embedded" });
  const own = await boot(browser);
  expect(Object.keys(own)).toEqual(["key"]);
  expect(own.key).not.toBe(account.key);
  await hosted({ push_secret: null });
  expect(await boot(browser), "without its secret the service cannot be used").toEqual(own);
  await hosted({});
});

test("A browser connected to the hosted service subscribes with our signature and receives each event once.", async () => {
  const token = (
    (await browser.send("GET", `${app.origin}/api/csrf-token`, undefined, {})).body as {
      data: { token: string };
    }
  ).data.token;
  const library: Official = new Pusher(account.key, {
    ...clientOptions(service.port),
    channelAuthorization: {
      customHandler: ({ socketId: socket_id, channelName: channel_name }: Asked, done: Done) =>
        void authorize(browser, { socket_id, channel_name }, done),
    },
    headers: { "X-CSRF-TOKEN": token },
  });
  onTestFinished(() => library.disconnect());
  const channel = library.subscribe(`private-project-${project}`);
  const presence = library.subscribe(`presence-project-${project}`);
  const heard: unknown[] = [];
  channel.bind("visit.changed", (data) => void heard.push(data));
  await soon(() => expect(channel.subscribed && presence.subscribed).toBe(true));
  expect(presence.members.get(String(owner.id))?.info).toEqual({ name: "Test Person" });
  await rename("Long walk");
  await soon(() => expect(heard).toEqual([{ id_project: project, id_visit: visit }]));
  await sleep(500);
  expect(heard).toHaveLength(1);
});

test.runIf(everyCase)(
  "A hosted service that is down delays no call, is retried, and misses nothing.",
  async () => {
    forget();
    trouble(503, 429);
    const begin = performance.now();
    await rename("While it is away");
    expect(performance.now() - begin).toBeLessThan(2_000);
    await sleep(500);
    expect(changes()).toEqual([]);
    await soon(() => expect(changes()).toEqual(["visit.changed"]));
  },
);

test("An event that the hosted service refuses permanently is not sent again, and the next one is.", async () => {
  forget();
  trouble(403);
  await rename("Refused");
  await soon(() => expect(service.answers).toContain(403));
  await sleep(3_000);
  await rename("Taken");
  await soon(() => expect(changes()).toHaveLength(1));
  expect(service.answers.filter((status) => status !== 200)).toEqual([403]);
  expect(changes()).toEqual(["visit.changed"]);
});

test("The end of a session is sent to the hosted service, which disconnects the user.", async () => {
  const other = await app.user();
  const elsewhere = await app.as(other);
  const here = await app.as(other);
  await elsewhere.call("GET /api/user");
  await here.call("POST /api/sessions/revoke-all");
  await soon(() => expect(service.terminated).toContain(String(other.id)));
});

test("The connection test reports whether the hosted service knows the app.", async () => {
  const ask = () => admin.call("POST /api/settings/test-connection", { body: { service: "push" } });
  expect(await ask()).toMatchObject({ ok: true, detail: "It responds and accepts the app." });
  await hosted({ push_secret: "another" });
  expect(await ask()).toMatchObject({ ok: false, detail: expect.stringContaining("rejects") as string });
  await hosted({ push_port: 9 });
  const away = await ask();
  expect(away.ok).toBe(false);
  expect(away.detail).not.toContain("auth_signature");
  await hosted({ push_host: "169.254.169.254" });
  expect(await ask()).toMatchObject({ ok: false });
  await hosted({});
});

interface Asked {
  readonly socketId: string;
  readonly channelName: string;
}
type Done = (error: Error | null, data: unknown) => void;

/** Like the product's own page: passes the response to the library, whatever it is. */
async function authorize(
  browser: TestClient,
  body: { socket_id: string; channel_name: string },
  done: Done,
): Promise<void> {
  const reply = await browser.raw("POST /api/broadcasting/auth", { body });
  done(null, reply.body);
}
