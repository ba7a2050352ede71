import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import type { CurrentUser } from "#contract/auth.ts";
import { somebody } from "#test/people.ts";
import { soon } from "#test/soon.ts";
import { RealtimeServer } from "#test/web/realtime-server.ts";
import { session } from "#web/lib/session.ts";
import { serveToasts } from "#web/lib/toasts.ts";
import { watchSessionEnd } from "./session-end.ts";
import { followSessionEvents } from "./session-events.ts";

/** The page as vitest runs it: its URL can be changed, which a page's own script cannot do. */
declare const jsdom: { reconfigure(settings: { url: string }): void };

const channel = `private-user-${somebody.id}`;
const ask = globalThis.fetch;
let server: RealtimeServer;
/** Whether the session has ended. */
let isOver = false;
let asked = 0;

beforeAll(async () => {
  server = await RealtimeServer.start((path) => {
    if (path !== "/api/user") return { status: 200, body: { auth: "key:proof" } };
    asked += 1;
    return isOver
      ? { status: 401, body: { status: "error", code: "SESSION_TERMINATED", message: "" } }
      : { status: 200, body: { data: somebody } };
  });
  const { origin } = server;
  jsdom.reconfigure({ url: `${origin}/visits` });
  globalThis.fetch = (input, init) => ask(new URL(input as string, origin), init);
  document.body.innerHTML = '<script type="application/json" id="boot">{"realtime":{"key":"key"}}</script>';
});
afterAll(async () => {
  globalThis.fetch = ask;
  await server.stop();
});

let stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  session.setUser(undefined);
  [isOver, asked] = [false, 0];
});

const tell = (id_session: number) => server.tell(channel, "session.ended", { id_session, reason: "forced" });

async function open(user: CurrentUser): Promise<string[]> {
  const toasts: string[] = [];
  session.setUser(user);
  stops = [watchSessionEnd(), followSessionEvents(), serveToasts(({ title }) => toasts.push(title))];
  await soon(() => expect(server.hearers.size).toBe(1));
  return toasts;
}

it("A browser whose session was ended elsewhere is notified and signed out at once", async () => {
  const toasts = await open(somebody);
  isOver = true;
  tell(5);
  await soon(() => expect(session.user()).toBeNull());
  expect(toasts).toHaveLength(1);
});

it("A browser whose session continues checks once, and stays signed in", async () => {
  const toasts = await open(somebody);
  tell(6);
  await soon(() => expect(asked).toBe(1));
  await new Promise((resume) => setTimeout(resume, 100));
  expect([session.user()?.id, toasts]).toEqual([somebody.id, []]);
});

it("A browser whose account changed elsewhere, as by a paid invoice, loads the signed-in user again", async () => {
  await open(somebody);
  server.tell(channel, "account-changed", {});
  await soon(() => expect(asked).toBe(1));
});

it("A guest subscribes to nothing", async () => {
  // The last listener is unsubscribed after a moment.
  await soon(() => expect(server.hearers.size).toBe(0));
  session.setUser(null);
  stops = [followSessionEvents()];
  await new Promise((resume) => setTimeout(resume, 300));
  expect(server.hearers.size).toBe(0);
});
