import { renderHook } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { soon } from "#test/soon.ts";
import { RealtimeServer } from "#test/web/realtime-server.ts";
import { toastCalls } from "./call-toasts.ts";
import { onResume, subscribe, useChannel } from "./realtime.ts";
import { createRealtimeClient, type PusherLibrary } from "./realtime-client.ts";
import { serveToasts } from "./toasts.ts";

/** The page as vitest runs it: its URL can be changed, which a page's own script cannot do. */
declare const jsdom: { reconfigure(settings: { url: string }): void };

const channel = "private-user-1";
const ask = globalThis.fetch;
let server: RealtimeServer;
let asked: { at: number; init: RequestInit | undefined }[] = [];
/** The statuses with which the server refuses channel authorization, in turn; afterwards it grants it. */
let refusals: number[] = [];
let logged: unknown[][] = [];
const toasts: unknown[] = [];

beforeAll(async () => {
  server = await RealtimeServer.start(() => ({
    status: refusals.shift() ?? 200,
    body: { auth: "key:proof" },
  }));
  const { origin } = server;
  jsdom.reconfigure({ url: `${origin}/visits` });
  globalThis.fetch = (input, init) => {
    asked.push({ at: performance.now(), init });
    return ask(new URL(input as string, origin), init);
  };
  document.head.innerHTML =
    '<meta name="csrf-token" content="the-token"><script type="application/json" id="boot">{"realtime":{"key":"key"}}</script>';
});
afterAll(async () => {
  globalThis.fetch = ask;
  await server.stop();
});

let stops: (() => void)[] = [];
beforeEach(() => {
  [asked, refusals, logged] = [[], [], []];
  vi.spyOn(console, "error").mockImplementation((...words) => void logged.push(words));
  stops = [toastCalls(), serveToasts((toast) => toasts.push(toast))];
});
afterEach(async () => {
  for (const stop of stops.splice(0)) stop();
  vi.restoreAllMocks();
  // The last listener is unsubscribed after half a second.
  await new Promise((resume) => setTimeout(resume, 700));
  await soon(() => expect(server.hearers.size).toBe(0));
  expect(toasts, "whatever happens to a channel is shown to nobody").toEqual([]);
});

function hear(event = "new-notification"): unknown[] {
  const heard: unknown[] = [];
  stops.push(subscribe(channel, event, (data) => heard.push(data)));
  return heard;
}

const heardBy = (count: number) => soon(() => expect(server.hearers.size).toBe(count));

it("Channel authorization is requested with cookies, as JSON, with the anti-forgery token", async () => {
  hear();
  await heardBy(1);
  const [{ init } = { init: undefined }] = asked;
  expect(init).toMatchObject({ method: "POST", credentials: "same-origin" });
  expect(JSON.parse(init?.body as string)).toEqual({ socket_id: "1.1", channel_name: channel });
  const headers = new Headers(init?.headers);
  expect([headers.get("accept"), headers.get("content-type"), headers.get("x-csrf-token")]).toEqual([
    "application/json",
    "application/json",
    "the-token",
  ]);
});

it("A refusal is logged as 'HTTP {status}: {statusText}' and not retried after a 403", async () => {
  refusals = [403];
  hear();
  await soon(() => expect(logged).toHaveLength(1));
  expect(logged[0]?.[0]).toBe("Channel auth failed:");
  expect(logged[0]?.[1]).toMatchObject({ error: "HTTP 403: Forbidden" });
  await new Promise((resume) => setTimeout(resume, 3_500));
  expect(asked).toHaveLength(1);
});

it("After a 401 the client is remade and asks again 3 seconds later", async () => {
  refusals = [401];
  const heard = hear();
  await heardBy(1);
  expect(logged[0]).toMatchObject(["Channel auth failed:", { error: "HTTP 401: Unauthorized" }]);
  expect(asked).toHaveLength(2);
  const [first = 0, second = 0] = asked.map(({ at }) => at);
  expect(second - first).toBeGreaterThanOrEqual(2_990);
  expect(second - first).toBeLessThan(5_000);
  server.tell(channel, "new-notification", { n: 1 });
  await soon(() => expect(heard).toEqual([{ n: 1 }]));
});

it("An event arrives by its plain name and with Laravel's dot before it", async () => {
  const heard = hear();
  await heardBy(1);
  server.tell(channel, "new-notification", { n: 1 });
  server.tell(channel, ".new-notification", { n: 2 });
  server.tell(channel, "another-event", { n: 3 });
  await soon(() => expect(heard).toEqual([{ n: 1 }, { n: 2 }]));
});

it("window.reinitializeEcho makes a new connection and resubscribes to everything", async () => {
  const heard = hear();
  await heardBy(1);
  const [before] = server.hearers;
  window.reinitializeEcho?.();
  await soon(() => expect([...server.hearers].some((socket) => socket !== before)).toBe(true));
  await heardBy(1);
  server.tell(channel, "new-notification", { n: 1 });
  await soon(() => expect(heard).toEqual([{ n: 1 }]));
});

it("Data fetched before the channel was first subscribed is fetched again, once, and again after a break", async () => {
  const hearing = (resumed: () => void) => {
    const { unmount } = renderHook(() =>
      useChannel(channel, { "new-notification": () => undefined }, resumed),
    );
    stops.push(unmount);
  };
  const [first, second, elsewhere] = [vi.fn(), vi.fn(), vi.fn()];
  hearing(first);
  expect(first, "before it is heard there is nothing to be sure of").not.toHaveBeenCalled();
  await heardBy(1);
  await soon(() => expect(first).toHaveBeenCalledTimes(1));
  // A listener that joins a subscribed channel fetches while it is subscribed.
  hearing(second);
  stops.push(onResume(elsewhere));
  await new Promise((resume) => setTimeout(resume, 200));
  expect([first, second, elsewhere].map(({ mock }) => mock.calls.length)).toEqual([1, 0, 0]);
  for (const socket of server.hearers) socket.terminate();
  await soon(() => expect(first).toHaveBeenCalledTimes(2));
  expect([second, elsewhere].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
});

it("Every channel is unsubscribed before the connection is closed with the last one", async () => {
  hear();
  const stop = subscribe("private-project-1", "snag.changed", () => {});
  await soon(() => expect(asked).toHaveLength(2));
  await heardBy(1);
  server.ended.length = 0;
  for (const one of [stop, ...stops.splice(2)]) one();
  await heardBy(0);
  expect(server.ended.toSorted()).toEqual(["private-project-1", channel]);
});

it("A client that cannot be created is retried every second, and only logged", async () => {
  const tries: number[] = [];
  const client = createRealtimeClient({
    key: "key",
    host: "127.0.0.1",
    port: Number(new URL(server.origin).port),
    isSecure: false,
    async load() {
      tries.push(performance.now());
      // The next try fails like a bad configuration: the library loads, and refuses its options.
      if (tries.length === 1) throw new TypeError("Failed to fetch");
      const Pusher = (await import("pusher-js")).default as unknown as PusherLibrary;
      return tries.length === 2
        ? class extends Pusher {
            constructor(_: string, options: ConstructorParameters<PusherLibrary>[1]) {
              super(undefined as unknown as string, options);
            }
          }
        : Pusher;
    },
    authorize: async () => "key:proof",
  });
  stops.push(client.subscribe(channel, "new-notification", () => undefined));
  await heardBy(1);
  expect(tries).toHaveLength(3);
  const gaps = tries.slice(1).map((at, index) => at - (tries[index] ?? 0));
  for (const gap of gaps) {
    expect(gap).toBeGreaterThanOrEqual(990);
    expect(gap).toBeLessThan(2_500);
  }
  expect(logged.map(([text]) => text)).toEqual(["Failed to initialize Echo:", "Failed to initialize Echo:"]);
});
