import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from "vitest";
import type { Route } from "#contract/index.ts";
import { limits } from "#contract/limits.ts";
import { type TestApp, testApp } from "../app.ts";
import type { TestClient } from "../client.ts";
import { soon } from "../soon.ts";

/* Searches that never end: the tables they read are locked by another connection. No timer is measured; the speed of a
 * search is measured by `npm run bench`. */
let app: TestApp;
let people: TestClient[] = [];
let watcher: pg.Client;
beforeAll(async () => {
  // Without the sealer, which would wait for the same lock and never be cancelled.
  app = await testApp({ environment: { ROLE: "web" } });
  const accounts = await Promise.all([1, 2, 3, 4].map(() => app.user({ role: "super_admin" })));
  people = await Promise.all(accounts.map((account) => app.as(account)));
  watcher = new pg.Client(app.database.connection);
  await watcher.connect();
});
afterAll(async () => {
  await watcher?.end();
  await app?.close();
});
beforeEach(() => soon(async () => expect(await waiting()).toBe(0)));

/** Number of statements that wait for the lock. */
async function waiting(): Promise<number> {
  const { rows } = await watcher.query<{ n: number }>(
    "select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return rows[0]?.n ?? 0;
}

/** Locks the tables the searches read until the returned function is called. */
async function lock(...tables: string[]): Promise<() => Promise<void>> {
  const client = new pg.Client(app.database.connection);
  await client.connect();
  await client.query(`begin; lock table ${tables.join(", ")} in access exclusive mode`);
  let isOpen = true;
  const release = async () => {
    if (isOpen) await client.end();
    isOpen = false;
  };
  onTestFinished(release);
  return release;
}

const activity = (client: TestClient, search: string, signal?: AbortSignal) => {
  const { url } = client.address("GET /api/activity", { query: { search } });
  return fetch(url, { headers: { cookie: client.cookie() }, ...(signal && { signal }) });
};
const person = (at: number): TestClient => {
  const client = people[at];
  if (client === undefined) throw new Error(`There is no person ${at}.`);
  return client;
};

it("answers everything else while searches flood the server", async () => {
  const release = await lock("audit_lines", "search_items");
  const leaving = new AbortController();
  const { signal } = leaving;
  const flood = people.flatMap((client) =>
    Array.from({ length: 6 }, (_, at) => [
      activity(client, `word ${at}`, signal),
      client.raw("POST /api/search/global", { body: { q: `word ${at}` } }),
    ]).flat(),
  );
  const ended = Promise.allSettled(flood);
  await soon(async () => expect(await waiting()).toBeGreaterThan(1));
  for (let at = 0; at < 20; at += 1) {
    const { status } = await person(at % people.length).raw("GET /api/user");
    expect(status).toBe(200);
    expect(await waiting()).toBeLessThanOrEqual(limits.database.slow);
  }
  leaving.abort();
  await release();
  await ended;
  expect((await activity(person(0), "word")).status).toBe(200);
});

it("cancels the statements of a caller who disconnects, while others wait for theirs", async () => {
  await lock("activity");
  const leaving = new AbortController();
  const left = activity(person(0), "scaffolding", leaving.signal).catch(() => null);
  await soon(async () => expect(await waiting()).toBeGreaterThan(0));
  leaving.abort();
  expect(await left).toBeNull();
  await soon(async () => expect(await waiting()).toBe(0));
});

it("runs one search of a user at a time, and a newer one replaces one that takes long", async () => {
  const release = await lock("activity");
  const older = activity(person(1), "older");
  await soon(async () => expect(await waiting()).toBeGreaterThan(0));
  const newer = activity(person(1), "newer");
  const refused = await older;
  expect(refused.status).toBe(409);
  expect(await refused.json()).toMatchObject({
    code: "SEARCH_REPLACED",
    message: "This search was replaced by a newer one.",
  });
  await release();
  expect((await newer).status).toBe(200);
});

it("answers several quick searches of one user, one after the other", async () => {
  const asked = ["one", "two", "three", "four", "five"].map((search) => activity(person(2), search));
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
});

it("queues by user: one user's searches do not hold up another's", async () => {
  const release = await lock("search_items");
  const route: Route = "POST /api/search/global";
  const held = person(0).raw(route, { body: { q: "crane" } });
  await soon(async () => expect(await waiting()).toBeGreaterThan(0));
  expect((await activity(person(3), "crane")).status).toBe(200);
  await release();
  expect((await held).status).toBe(200);
});
