import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { limits } from "#contract/limits.ts";
import { MemoryDatabases } from "#web/testing/memory-database.ts";
import { captures, countWaiting } from "./captures.ts";
import { forgetPersonal } from "./storage.ts";

let databases: MemoryDatabases;
beforeEach(() => {
  databases = new MemoryDatabases();
  vi.stubGlobal("indexedDB", databases);
});
afterEach(() => vi.unstubAllGlobals());

const keep = (user: number, text: string) => captures.keep({ user, text, photos: [] });

describe("items added behind the lock", () => {
  it("are listed for their user, oldest first; of other users only the number is known", async () => {
    await keep(7, "Crack in stairs 2");
    await keep(7, "Loose tile");
    await keep(8, "of another user");
    expect((await captures.list(7)).map(({ text }) => text)).toEqual(["Crack in stairs 2", "Loose tile"]);
    expect(await captures.count(7)).toEqual({ own: 2, others: 1 });
    expect(await countWaiting(8)).toBe(1);
  });

  it("have a guid of their own, and the checksum of each photo", async () => {
    const photo = new File(["abc"], "wall.jpg", { type: "image/jpeg" });
    await captures.keep({ user: 7, text: "", photos: [photo] });
    await keep(7, "second");
    const [first, second] = await captures.list(7);
    expect(first?.sha256).toEqual(["ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"]);
    expect(first?.guid).toMatch(/^[\da-f-]{36}$/);
    expect(second?.guid).not.toBe(first?.guid);
  });

  it("outlive a sign-out, and are removed one by one", async () => {
    await keep(7, "first");
    forgetPersonal();
    const [item] = await captures.list(7);
    await captures.remove(item?.guid ?? "");
    expect(await captures.list(7)).toEqual([]);
  });

  it("are refused on a full device, and earlier ones stay", async () => {
    await keep(7, "first");
    databases.isFull = true;
    await expect(keep(7, "second")).rejects.toMatchObject({ why: "full" });
    expect((await captures.list(7)).map(({ text }) => text)).toEqual(["first"]);
  });

  it("are refused beyond the limit", async () => {
    for (let at = 0; at < limits.captures; at += 1) await keep(7, String(at));
    await expect(keep(7, "one more")).rejects.toMatchObject({ why: "count" });
    await keep(8, "another user has a limit of their own");
  });
});
