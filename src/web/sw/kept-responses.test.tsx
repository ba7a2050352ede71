import { beforeEach, describe, expect, it, vi } from "vitest";
import { KeptResponses } from "./kept-responses.ts";
import { contentOf } from "./kind.ts";

const origin = "https://site.example";
const whole = (address: string) => new URL(address, origin).href;

/** The parts of a browser's Cache API that Node lacks: entries in insertion order, and a storage quota. */
class MemoryCache {
  readonly entries = new Map<string, { key: Request; answer: Response }>();
  isFull = false;

  async match(address: string) {
    return this.entries.get(whole(address))?.answer.clone();
  }

  async put(key: Request, answer: Response) {
    if (this.isFull) throw new DOMException("no room", "QuotaExceededError");
    this.entries.set(key.url, { key, answer });
  }

  async delete(address: string) {
    return this.entries.delete(whole(address));
  }

  async keys() {
    return [...this.entries.values()].map(({ key }) => key);
  }
}

let cache: MemoryCache;
const paths = () => [...cache.entries.keys()].map((url) => new URL(url).pathname);

beforeEach(() => {
  cache = new MemoryCache();
  vi.stubGlobal("caches", { open: async () => cache });
  const Whole = class extends Request {
    constructor(address: string, init?: RequestInit) {
      super(whole(address), init);
    }
  };
  vi.stubGlobal("Request", Whole);
  vi.useFakeTimers({ now: new Date("2026-11-20T08:00:00Z") });
  return () => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  };
});

const answer = (bytes: number) => new Response("x", { headers: { "content-length": String(bytes) } });
const room = (count: number, bytes: number, isNeeded?: (address: string) => boolean) => ({
  count,
  bytes: async () => bytes,
  ...(isNeeded && { isNeeded }),
});

describe("a cache with limits", () => {
  it("never exceeds its limits of count and size: the oldest entry is removed first", async () => {
    const few = new KeptResponses("few", room(3, 1e9));
    for (const name of ["/1", "/2", "/3", "/4", "/5"]) await few.keep(name, answer(10));
    expect(paths()).toEqual(["/3", "/4", "/5"]);
    cache = new MemoryCache();
    const light = new KeptResponses("light", room(100, 100));
    for (const name of ["/6", "/7", "/8"]) await light.keep(name, answer(45));
    expect(paths()).toEqual(["/7", "/8"]);
  });

  it("evicts by last use, to the day", async () => {
    const kept = new KeptResponses("kept", room(3, 1e9));
    for (const name of ["/1", "/2", "/3"]) await kept.keep(name, answer(10));
    vi.setSystemTime(new Date("2026-11-21T08:00:00Z"));
    expect(await (await kept.find("/1"))?.text()).toBe("x");
    await kept.keep("/4", answer(10));
    expect(paths()).toEqual(["/3", "/1", "/4"]);
  });

  it("keeps required entries", async () => {
    const kept = new KeptResponses(
      "kept",
      room(2, 1e9, (address) => address === "/1"),
    );
    for (const name of ["/1", "/2", "/3"]) await kept.keep(name, answer(10));
    expect(paths()).toEqual(["/1", "/3"]);
  });

  it("frees space on a full device instead of failing", async () => {
    const kept = new KeptResponses("kept", room(4, 1e9));
    for (const name of ["/1", "/2", "/3", "/4"]) await kept.keep(name, answer(10));
    cache.isFull = true;
    await kept.keep("/5", answer(10));
    expect(paths()).toEqual(["/3", "/4"]);
    cache.isFull = false;
    await kept.keep("/6", answer(10));
    expect(paths()).toEqual(["/3", "/4", "/6"]);
  });

  it("restores sizes and order when the worker restarts", async () => {
    const before = new KeptResponses("kept", room(10, 100));
    for (const name of ["/1", "/2"]) await before.keep(name, answer(45));
    const after = new KeptResponses("kept", room(10, 100));
    await after.keep("/3", answer(45));
    expect(paths()).toEqual(["/2", "/3"]);
  });
});

describe("a response cached by its content name", () => {
  const media = { ...room(9, 1e9), nameOf: contentOf };
  const before = "/media/u1~abcd1234.QmVmb3Jl/pictures/ab/hall/thumb.webp";
  const after = "/media/u1~ef567890.QWZ0ZXI/pictures/ab/hall/thumb.webp";

  it("is found under any signature, and stored once", async () => {
    const pictures = new KeptResponses("pictures", media);
    await pictures.keep(before, answer(10));
    expect(await pictures.has(after)).toBe(true);
    expect(await (await pictures.find(after))?.text()).toBe("x");
    await pictures.keep(after, answer(10));
    expect(paths()).toEqual(["/media/pictures/ab/hall/thumb.webp"]);
  });

  it("is found where an earlier worker stored it under its whole URL", async () => {
    await new KeptResponses("pictures", room(9, 1e9)).keep(before, answer(10));
    const pictures = new KeptResponses("pictures", media);
    expect(await (await pictures.find(before))?.text()).toBe("x");
    expect(await pictures.has(before)).toBe(true);
  });

  it("is a separate entry when the content differs", () => {
    expect(contentOf(before)).not.toBe(contentOf(before.replace("hall", "roof")));
    expect(contentOf("/media/-.c2ln/portraits/logo.webp")).toBe("/media/portraits/logo.webp");
    expect(contentOf("/assets/app.js")).toBe("/assets/app.js");
  });
});
