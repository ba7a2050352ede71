import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import type { CurrentUser } from "#contract/auth.ts";
import { somebody } from "#test/people.ts";
import { session } from "#web/lib/session.ts";
import { serveToasts } from "#web/lib/toasts.ts";
import { watchSessionEnd } from "./session-end.ts";
import { hearSessionEnd } from "./session-told.ts";

/** The page as vitest runs it: its address can be changed as no script of a page could. */
declare const jsdom: { reconfigure(settings: { url: string }): void };

// A socket comes and goes in real time, on a machine that may be busy.
vi.setConfig({ testTimeout: 20_000 });

const channel = `private-user-${somebody.id}`;
const ask = globalThis.fetch;
let server: Server;
let sockets: WebSocketServer;
const hearers = new Set<WebSocket>();
/** Whether the session still is one. */
let isOver = false;
let asked = 0;

/** A server of the real-time protocol, and of the two calls that matter here. */
beforeAll(async () => {
  server = createServer((request, response) => {
    const isUser = request.url === "/api/user";
    if (isUser) asked += 1;
    const status = isUser && isOver ? 401 : 200;
    response.writeHead(status, { "content-type": "application/json", "access-control-allow-origin": "*" });
    const refusal = { status: "error", code: "SESSION_TERMINATED", message: "" };
    response.end(
      JSON.stringify(status === 401 ? refusal : isUser ? { data: somebody } : { auth: "key:proof" }),
    );
  });
  sockets = new WebSocketServer({ server });
  sockets.on("connection", (socket) => {
    const say = (event: string, data: unknown) =>
      socket.send(JSON.stringify({ event, channel, data: JSON.stringify(data) }));
    say("pusher:connection_established", { socket_id: "1.1", activity_timeout: 30 });
    socket.on("message", (bytes: Buffer) => {
      const { event } = JSON.parse(bytes.toString()) as { event: string };
      if (event !== "pusher:subscribe") return;
      say("pusher_internal:subscription_succeeded", {});
      hearers.add(socket);
      socket.on("close", () => hearers.delete(socket));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  jsdom.reconfigure({ url: `${origin}/visits` });
  globalThis.fetch = (input, init) => ask(new URL(input as string, origin), init);
  document.body.innerHTML = '<script type="application/json" id="boot">{"realtime":{"key":"key"}}</script>';
});
afterAll(async () => {
  globalThis.fetch = ask;
  for (const socket of sockets.clients) socket.terminate();
  await new Promise((resolve) => server.close(resolve));
});

let stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  session.setUser(undefined);
  [isOver, asked] = [false, 0];
});

const tell = (id_session: number) => {
  const data = JSON.stringify({ id_session, reason: "forced" });
  for (const socket of hearers) socket.send(JSON.stringify({ event: "session.ended", channel, data }));
};

async function open(user: CurrentUser): Promise<string[]> {
  const toasts: string[] = [];
  session.setUser(user);
  stops = [watchSessionEnd(), hearSessionEnd(), serveToasts(({ title }) => toasts.push(title))];
  await vi.waitFor(() => expect(hearers.size).toBe(1), 10_000);
  return toasts;
}

it("A browser whose session was ended elsewhere hears of it and is signed out within a second", async () => {
  const toasts = await open(somebody);
  isOver = true;
  const began = performance.now();
  tell(5);
  await vi.waitFor(() => expect(session.user()).toBeNull());
  expect(performance.now() - began).toBeLessThan(1000);
  expect(toasts).toHaveLength(1);
});

it("A browser whose session goes on asks once, and stays", async () => {
  const toasts = await open(somebody);
  tell(6);
  await vi.waitFor(() => expect(asked).toBe(1));
  await new Promise((resume) => setTimeout(resume, 100));
  expect([session.user()?.id, toasts]).toEqual([somebody.id, []]);
});

it("Nobody listens for a guest", async () => {
  // The last listener is let go of after a moment.
  await vi.waitFor(() => expect(hearers.size).toBe(0), 5000);
  session.setUser(null);
  stops = [hearSessionEnd()];
  await new Promise((resume) => setTimeout(resume, 300));
  expect(hearers.size).toBe(0);
});
