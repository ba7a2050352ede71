import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { MemoryCaches, MemoryDatabases } from "#web/testing/memory-database.ts";
import { copiesName } from "./cache-names.ts";
import {
  type CopyAnswer,
  hasCopies,
  type OfflineCopy,
  offlineCopies,
  removeCopiesOfOthers,
  thisBuild,
} from "./offline-copies.ts";
import { keepSeen } from "./persisted-queries.ts";
import { forgetPersonal } from "./storage.ts";

let databases: MemoryDatabases;
let stored: MemoryCaches;

beforeEach(() => {
  [databases, stored] = [new MemoryDatabases(), new MemoryCaches()];
  vi.stubGlobal("indexedDB", databases);
  vi.stubGlobal("caches", stored);
});
afterEach(() => vi.unstubAllGlobals());

const copyOf = (project: number, change: Partial<OfflineCopy> = {}): OfflineCopy => ({
  user: 7,
  project,
  name: `Project ${project}`,
  build: thisBuild(),
  at: 1000,
  bytes: 10,
  files: [],
  failed: 0,
  snags: 0,
  rooms: 0,
  sheets: 0,
  visit: null,
  isFull: false,
  ...change,
});
const answer = (key: unknown[], data: unknown, at = 1000): CopyAnswer => ({ key, data, at });

/** Files that the worker has stored. */
const store = (...files: string[]) => {
  for (const file of files) stored.of(copiesName).entries.set(file, new Response(file));
};
const files = () => [...stored.of(copiesName).entries.keys()];

describe("saved projects", () => {
  it("are listed by name for their user, and for no other", async () => {
    await offlineCopies.write(copyOf(2, { name: "Quay" }), []);
    await offlineCopies.write(copyOf(1, { name: "Airport" }), []);
    expect((await offlineCopies.list(7)).map(({ name }) => name)).toEqual(["Airport", "Quay"]);
    expect(await offlineCopies.list(8)).toEqual([]);
    expect([hasCopies(7), hasCopies(8)]).toEqual([true, false]);
  });

  it("restore their responses where the page holds nothing newer", async () => {
    await offlineCopies.write(copyOf(1), [
      answer(["projects", "one", "1"], { name: "saved" }),
      answer(["snags", "one", 4], { title: "saved" }),
    ]);
    const client = new QueryClient();
    client.setQueryData(["snags", "one", 4], { title: "newer" }, { updatedAt: 2000 });
    await offlineCopies.restore(client, 7);
    expect(client.getQueryData(["projects", "one", "1"])).toEqual({ name: "saved" });
    expect(client.getQueryState(["projects", "one", "1"])?.dataUpdatedAt).toBe(1000);
    expect(client.getQueryData(["snags", "one", 4])).toEqual({ title: "newer" });
  });

  it("are not read by another build, nor for another user", async () => {
    await offlineCopies.write(copyOf(1, { build: "/assets/older.js" }), [answer(["a"], 1)]);
    await offlineCopies.write(copyOf(2), [answer(["b"], 1)]);
    const [own, other] = [new QueryClient(), new QueryClient()];
    await offlineCopies.restore(own, 7);
    await offlineCopies.restore(other, 8);
    expect([own.getQueryData(["a"]), own.getQueryData(["b"])]).toEqual([undefined, 1]);
    expect(other.getQueryCache().getAll()).toEqual([]);
  });

  it("do not take the space of what was merely viewed", async () => {
    vi.useFakeTimers();
    await offlineCopies.write(copyOf(1), [answer(["projects", "one", "1"], "saved")]);
    const client = new QueryClient();
    const put = vi.fn(async () => undefined);
    const shelf = { all: async () => [], put, remove: async () => undefined };
    const stop = keepSeen({ client, shelf, user: () => 7, build: "x" });
    await offlineCopies.restore(client, 7);
    await vi.advanceTimersByTimeAsync(2000);
    expect(put).not.toHaveBeenCalled();
    client.setQueryData(["visits"], "viewed");
    await vi.advanceTimersByTimeAsync(2000);
    expect(put).toHaveBeenCalledOnce();
    stop();
    vi.useRealTimers();
  });

  it("remove files that no other saved project uses", async () => {
    store("/media/a", "/media/both", "/media/b");
    await offlineCopies.write(copyOf(1, { files: ["/media/a", "/media/both"] }), []);
    await offlineCopies.write(copyOf(2, { files: ["/media/both", "/media/b"] }), []);
    await offlineCopies.remove(7, 1);
    expect(files()).toEqual(["/media/both", "/media/b"]);
    await offlineCopies.remove(7, 2);
    expect(files()).toEqual([]);
    expect(hasCopies(7)).toBe(false);
  });

  it("drop files of their former state when they are refreshed", async () => {
    store("/media/old", "/media/same", "/media/new");
    await offlineCopies.write(copyOf(1, { files: ["/media/old", "/media/same"] }), []);
    await offlineCopies.write(copyOf(1, { files: ["/media/same", "/media/new"], at: 2000 }), []);
    expect(files()).toEqual(["/media/same", "/media/new"]);
    expect((await offlineCopies.list(7)).map(({ at }) => at)).toEqual([2000]);
  });

  it("are removed by a sign-out, and stay when a session ends by itself", async () => {
    await offlineCopies.write(copyOf(1), []);
    forgetPersonal({ keepsCopies: true });
    expect(hasCopies(7)).toBe(true);
    expect(databases.names()).toContain(copiesName);
    forgetPersonal();
    expect(hasCopies(7)).toBe(false);
    expect(databases.names()).not.toContain(copiesName);
  });

  it("are removed when another user signs in on the device", async () => {
    store("/media/a");
    await offlineCopies.write(copyOf(1, { files: ["/media/a"] }), []);
    await removeCopiesOfOthers(7);
    expect(hasCopies(7)).toBe(true);
    await removeCopiesOfOthers(8);
    expect([hasCopies(7), databases.names(), [...stored.caches.keys()]]).toEqual([false, [], []]);
  });
});
