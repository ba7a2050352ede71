import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { copiesName, lockNote, shellCache } from "#web/lib/cache-names.ts";
import { MemoryCaches } from "#web/testing/memory-database.ts";

const origin = "https://site.example";
let stored: MemoryCaches;
/** Bytes that the server answers, by path; a missing one is a failure of the connection. */
let server: Record<string, { body: string; status?: number }>;
let asked: string[];

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal("KEPT_FILES", { entry: "", first: [], shell: [], viewer: [], languages: {} });
  stored = new MemoryCaches();
  vi.stubGlobal("caches", stored);
  [server, asked] = [{}, []];
  vi.stubGlobal(
    "Request",
    class extends Request {
      constructor(address: string | URL, init?: RequestInit) {
        super(new URL(address, origin), init);
      }
    },
  );
  vi.stubGlobal("fetch", async (input: string | Request, { method = "GET" }: RequestInit = {}) => {
    const address = typeof input === "string" ? input : input.url.slice(origin.length);
    asked.push(`${method} ${address}`);
    const found = server[address];
    if (found === undefined) throw new TypeError("Failed to fetch");
    const headers = { "content-length": String(found.body.length) };
    return new Response(method === "HEAD" ? null : found.body, { status: found.status ?? 200, headers });
  });
});
afterEach(() => vi.unstubAllGlobals());

const signed = (name: string) => `/media/u7.abc/${name}`;
const request = (address: string) => ({
  request: new Request(address),
  preloadResponse: Promise.resolve(undefined),
  waitUntil: () => undefined,
});
const bodyOf = async (answer: Response | undefined) => answer?.text();

describe("files of saved projects", () => {
  it("are stored under a name without the signature, and found with a newer one", async () => {
    const { copyFiles, findCopy } = await import("./copies.ts");
    server[signed("p/base.webp")] = { body: "picture" };
    const { files } = await copyFiles([signed("p/base.webp")]);
    expect(files).toEqual([{ name: "/media/p/base.webp", bytes: 7 }]);
    expect(await bodyOf(await findCopy("/media/u7.xyz/p/base.webp"))).toBe("picture");
  });

  it("that fail are named, and the others are stored", async () => {
    const { copyFiles } = await import("./copies.ts");
    server[signed("a")] = { body: "a" };
    server[signed("gone")] = { body: "", status: 404 };
    const copied = await copyFiles([signed("a"), signed("gone"), signed("lost")]);
    expect(copied.files.map(({ name }) => name)).toEqual(["/media/a"]);
    expect(copied.failed).toEqual([signed("gone"), signed("lost")]);
    expect(copied.isFull).toBe(false);
  });

  it("stop at a full device", async () => {
    const { copyFiles } = await import("./copies.ts");
    server[signed("a")] = { body: "a" };
    stored.of(copiesName).put = async () => {
      throw new DOMException("no room", "QuotaExceededError");
    };
    expect(await copyFiles([signed("a")])).toEqual({ files: [], failed: [], isFull: true });
  });

  it("are measured without a download", async () => {
    const { measureFiles } = await import("./copies.ts");
    server[signed("a")] = { body: "12345" };
    expect(await measureFiles([signed("a"), signed("lost")])).toEqual([5, null]);
    expect(asked).toEqual([`HEAD ${signed("a")}`, `HEAD ${signed("lost")}`]);
  });

  it("that the worker has stored for a viewer are not downloaded again", async () => {
    const { pictures } = await import("./stores.ts");
    const { copyFiles } = await import("./copies.ts");
    await pictures.keep(signed("seen"), new Response("seen before"));
    const { files } = await copyFiles([signed("seen")]);
    expect(files).toEqual([{ name: "/media/seen", bytes: 11 }]);
    expect(asked).toEqual([]);
  });

  it("of a page or of points are fetched every time, since they change", async () => {
    const { copyFiles } = await import("./copies.ts");
    server["/viewer/k3x9"] = { body: "first" };
    await copyFiles(["/viewer/k3x9"]);
    server["/viewer/k3x9"] = { body: "second" };
    await copyFiles(["/viewer/k3x9"]);
    expect(await bodyOf(stored.of(copiesName).entries.get("/viewer/k3x9")?.clone())).toBe("second");
  });

  it("are removed with a visit that the server no longer opens", async () => {
    const { copyFiles, copiedPages, forgetCopies } = await import("./copies.ts");
    for (const address of ["/viewer/one", "/viewer/two"]) server[address] = { body: address };
    await copyFiles(["/viewer/one", "/viewer/two"]);
    await forgetCopies((address) => address === "/viewer/one");
    expect(await copiedPages()).toEqual(["/viewer/two"]);
  });
});

describe("a locked screen", () => {
  const lock = () => stored.of(shellCache).put(lockNote, new Response(""));

  it("gets no picture from the caches, saved or viewed", async () => {
    const { copyFiles } = await import("./copies.ts");
    const { unchanging } = await import("./answers.ts");
    const { readLockAgain } = await import("./lock.ts");
    server[signed("a")] = { body: "a" };
    await copyFiles([signed("a")]);
    server = {};
    expect(await bodyOf(await unchanging(request(signed("a")), "picture"))).toBe("a");
    await lock();
    readLockAgain();
    await expect(unchanging(request(signed("a")), "picture")).rejects.toThrow("fetch");
  });

  it("gets no page of a visit, and is led to the lock", async () => {
    vi.spyOn(Response, "redirect").mockImplementation(
      (url) => new Response(null, { status: 302, headers: { location: String(url) } }),
    );
    const { copyFiles } = await import("./copies.ts");
    const { visit } = await import("./answers.ts");
    server["/viewer/k3x9"] = { body: "the visit" };
    await copyFiles(["/viewer/k3x9"]);
    await stored.of(shellCache).put("/shell", new Response("application"));
    await lock();
    server = {};
    const answer = await visit(request("/viewer/k3x9"));
    expect(answer.headers.get("location")).toBe("/offline?missing=%2Fviewer%2Fk3x9");
  });
});

describe("a visit that is not on the device", () => {
  it("opens the list of what is, and for a guest the browser's own page", async () => {
    vi.spyOn(Response, "redirect").mockImplementation(
      (url) => new Response(null, { status: 302, headers: { location: String(url) } }),
    );
    const { visit } = await import("./answers.ts");
    await expect(visit(request("/viewer/k3x9/4"))).rejects.toThrow("fetch");
    await stored.of(shellCache).put("/shell", new Response("application"));
    const answer = await visit(request("/viewer/k3x9/4"));
    expect(answer.headers.get("location")).toBe("/offline?missing=%2Fviewer%2Fk3x9%2F4");
  });
});
