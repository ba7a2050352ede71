import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { limits } from "#contract/limits.ts";
import { keepSeen, restoreSeen, type SeenOptions, type SeenRecord } from "./persisted-queries.ts";

const day = 86_400_000;
const began = Date.parse("2026-11-20T08:00:00Z");
let shelf: Map<string, SeenRecord>;
let user: number | undefined;
let stop: (() => void) | undefined;

const options = (client: QueryClient, build = "build-1"): SeenOptions => ({
  client,
  build,
  user: () => user,
  shelf: {
    all: async () => [...shelf],
    put: async (records) => records.forEach(([name, record]) => shelf.set(name, structuredClone(record))),
    remove: async (names) => names.forEach((name) => shelf.delete(name)),
  },
});

/** A page on which a user has loaded `seen`, by key. */
async function look(seen: Record<string, unknown>): Promise<QueryClient> {
  const client = new QueryClient();
  stop = keepSeen(options(client));
  for (const [name, data] of Object.entries(seen)) client.setQueryData(name.split("/"), data);
  await vi.advanceTimersByTimeAsync(1100);
  return client;
}

/** A page that opens without a connection. */
async function reopen(build?: string): Promise<QueryClient> {
  const client = new QueryClient();
  await restoreSeen(options(client, build));
  return client;
}

beforeEach(() => {
  vi.useFakeTimers({ now: began });
  [shelf, user] = [new Map(), 7];
});
afterEach(() => {
  stop?.();
  vi.useRealTimers();
});

describe("persisted queries", () => {
  it("are restored when the page opens without a connection, with the time they were loaded", async () => {
    await look({ "projects/list": [{ id: 4, name: "Quay 7" }] });
    vi.setSystemTime(began + day);
    const client = await reopen();
    expect(client.getQueryData(["projects", "list"])).toEqual([{ id: 4, name: "Quay 7" }]);
    const age = Date.now() - (client.getQueryState(["projects", "list"])?.dataUpdatedAt ?? 0);
    expect(Math.round(age / day)).toBe(1);
  });

  it("do not hold up the page when another page locks the database", async () => {
    const client = new QueryClient();
    const held = options(client);
    const all = () => new Promise<never>(() => undefined);
    const reading = expect(restoreSeen({ ...held, shelf: { ...held.shelf, all } })).rejects.toThrow("answer");
    await vi.advanceTimersByTimeAsync(limits.connectivity.patience);
    await reading;
  });

  it("are never shown to another user", async () => {
    await look({ "projects/list": "of person 7" });
    user = 8;
    expect((await reopen()).getQueryCache().getAll()).toEqual([]);
    user = undefined;
    expect((await reopen()).getQueryCache().getAll()).toEqual([]);
  });

  it("are not written after sign-out, nor once another user is signed in", async () => {
    for (const next of [undefined, 8]) {
      user = 7;
      const client = await look({});
      client.setQueryData(["projects", "list"], "of person 7");
      user = next;
      await vi.advanceTimersByTimeAsync(5000);
      stop?.();
      expect(shelf.size).toBe(0);
    }
  });

  it("are removed when another user's queries are written", async () => {
    await look({ "projects/list": "of person 7" });
    stop?.();
    user = 8;
    await look({ "visits/list": "of person 8" });
    expect([...shelf.values()].map((record) => record.user)).toEqual([8]);
  });

  it("are not restored when another user signs in during the read", async () => {
    await look({ "projects/list": "of person 7" });
    const client = new QueryClient();
    const reading = restoreSeen(options(client));
    user = 8;
    expect(await reading).toBe(0);
    expect(client.getQueryCache().getAll()).toEqual([]);
  });

  it("expire after seven days and are readable only by the build that wrote them", async () => {
    await look({ "projects/list": "kept" });
    expect((await reopen("build-2")).getQueryCache().getAll()).toEqual([]);
    vi.setSystemTime(began + 7 * day - 1000);
    expect((await reopen()).getQueryCache().getAll()).toHaveLength(1);
    vi.setSystemTime(began + 7 * day + 5000);
    expect((await reopen()).getQueryCache().getAll()).toEqual([]);
  });

  it("do not replace newer data, and leave out failures, secrets and searches", async () => {
    const client = await look({
      "projects/list": "old",
      "security/two-factor": 1,
      "sessions/own": 1,
      "search/x": 1,
    });
    await client
      .fetchQuery({ queryKey: ["visits"], queryFn: () => Promise.reject(new Error("no")), retry: false })
      .catch(() => undefined);
    await vi.advanceTimersByTimeAsync(1100);
    expect([...shelf.values()].map(({ key }) => key[0])).toEqual(["projects"]);
    const next = new QueryClient();
    next.setQueryData(["projects", "list"], "new");
    await restoreSeen(options(next));
    expect(next.getQueryData(["projects", "list"])).toBe("new");
  });

  it("stay in the cache as long as the page is open, even when no screen shows them", async () => {
    const client = await look({ "projects/list": "seen", "visits/list": "seen" });
    shelf.delete([...shelf.keys()][1] ?? "");
    await restoreSeen(options(client));
    await vi.advanceTimersByTimeAsync(60 * 60_000);
    expect(client.getQueryData(["projects", "list"])).toBe("seen");
    expect(client.getQueryData(["visits", "list"])).toBe("seen");
  });

  it("hold at most the newest 400 answers and 8 MB, and no answer over 1 MB", async () => {
    const client = await look({ "projects/huge": "x".repeat(1_100_000) });
    expect(shelf.size).toBe(0);
    for (let id = 0; id < 410; id += 1) {
      vi.setSystemTime(began + 10_000 + id);
      client.setQueryData(["projects", id], "x");
    }
    await vi.advanceTimersByTimeAsync(1100);
    expect(shelf.size).toBe(400);
    expect([...shelf.values()].map(({ key }) => key[1])).not.toContain(9);
    for (let id = 0; id < 10; id += 1) client.setQueryData(["visits", id], "x".repeat(1_000_000));
    await vi.advanceTimersByTimeAsync(1100);
    const bytes = [...shelf.values()].reduce((sum, record) => sum + record.bytes, 0);
    expect(bytes).toBeLessThanOrEqual(8 * 1024 * 1024);
  });
});
