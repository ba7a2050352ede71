import { createHash, randomBytes, randomUUID } from "node:crypto";
import { mkdir, mkdtemp, open, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer, text } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createLog } from "#server/platform/log.ts";
import { S3Service } from "#test/s3-service/index.ts";
import { createLocalStore } from "./local-store.ts";
import { openS3Store } from "./s3-store.ts";
import type { ObjectStore } from "./store.ts";

const log = createLog("silent");
const real = process.env;
const isReal = real["REAL_S3_BUCKET"] !== undefined;

let root: string;
let service: S3Service;
let store: ObjectStore;
beforeAll(async () => {
  service = await S3Service.start();
});
afterAll(() => service.stop());
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "sitewalk-store-"));
  service.reset();
});
afterEach(async () => {
  await store.close();
  await rm(root, { recursive: true, force: true });
});

const onService = () => openS3Store({ ...service.settings, ...ours() });
const ours = () => ({ prefix: "tower/a", directory: join(root, "building"), log });
const onReal = () =>
  openS3Store({
    endpoint: real["REAL_S3_ENDPOINT"] ?? "",
    bucket: real["REAL_S3_BUCKET"] ?? "",
    region: real["REAL_S3_REGION"] ?? "us-east-1",
    accessKeyId: real["REAL_S3_ACCESS_KEY_ID"] ?? "",
    secretAccessKey: real["REAL_S3_SECRET_ACCESS_KEY"] ?? "",
    isPathStyle: real["REAL_S3_PATH_STYLE"] !== "off",
    ...ours(),
    prefix: `sitewalk-test/${randomUUID()}`,
  });

const stores: readonly [name: string, open: () => Promise<ObjectStore>, isSkipped: boolean][] = [
  ["the local disk", async () => createLocalStore(join(root, "objects"), join(root, "trash")), false],
  ["an S3-compatible store", onService, false],
  ["a real service", onReal, !isReal],
];

async function file(content: string | Buffer): Promise<string> {
  const path = join(root, `source-${randomUUID()}`);
  await writeFile(path, content);
  return path;
}

async function folder(files: Record<string, string>): Promise<string> {
  const path = await mkdtemp(join(root, "folder-"));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(join(path, name, ".."), { recursive: true });
    await writeFile(join(path, name), content);
  }
  return path;
}

const read = async (key: string, range?: { start: number; end: number }) => {
  const stream = await store.open(key, range);
  return stream === null ? null : text(stream);
};

async function walked(prefix: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { key, bytes } of store.walk(prefix)) found.push(`${key} ${bytes}`);
  return found.toSorted();
}

for (const [name, openIt, isSkipped] of stores)
  describe.skipIf(isSkipped)(`objects on ${name}`, () => {
    beforeEach(async () => {
      store = await openIt();
    });

    it("can be read whole and in part, and outlive their source", async () => {
      const source = await file("scaffolding");
      await store.putFile("pictures/ab/one.jpg", source);
      await rm(source);
      expect(await read("pictures/ab/one.jpg")).toBe("scaffolding");
      expect(await read("pictures/ab/one.jpg", { start: 2, end: 4 })).toBe("aff");
      expect(await store.stat("pictures/ab/one.jpg")).toEqual({ bytes: 11, modifiedAt: expect.any(Date) });
    });

    it("are kept when stored again, and replaced when truncated", async () => {
      await store.putFile("a/b", await file("whole"));
      await store.putFile("a/b", await file("WHOLE"));
      expect(await read("a/b")).toBe("whole");
      await store.putFile("a/b", await file("more than that"));
      expect(await read("a/b")).toBe("more than that");
    });

    it("are one when several callers store the same at once", async () => {
      const sources = await Promise.all(Array.from({ length: 20 }, () => file("same")));
      await Promise.all(sources.map((source) => store.putFile("x/y/z", source)));
      expect(await read("x/y/z")).toBe("same");
      expect(await store.list("x/y")).toEqual(["z"]);
    });

    it("are stored as a set, and the source folder is removed", async () => {
      const set = await folder({ "0/0_0": "one", "1/0_0": "two", "1/0_1": "three" });
      await store.putDirectory("p/t", set);
      expect(await read("p/t/1/0_1")).toBe("three");
      expect(await store.list("p/t")).toEqual(["0", "1"]);
      await expect(readdir(set)).rejects.toThrow("ENOENT");
      expect(await walked("p")).toEqual(["p/t/0/0_0 3", "p/t/1/0_0 3", "p/t/1/0_1 5"]);
    });

    it("are removed one by one or with everything under a prefix, and a missing one is no error", async () => {
      await store.putDirectory("p/t", await folder({ "0/a": "1", "0/b": "2" }));
      await store.putFile("pt", await file("beside"));
      await store.remove("p/t/0/a");
      expect(await store.list("p/t/0")).toEqual(["b"]);
      await store.remove("p");
      await store.remove("p");
      await store.remove("never/there");
      expect(await walked("")).toEqual(["pt 6"]);
    });

    it("that are missing are null or empty, and a folder is no object", async () => {
      await store.putFile("a/b", await file("x"));
      expect(await store.open("a/c")).toBeNull();
      expect(await store.open("a")).toBeNull();
      expect(await store.stat("a")).toBeNull();
      expect(await store.localFile("a")).toBeNull();
      expect(await store.localFile("a/c")).toBeNull();
      expect(await store.list("a/b")).toEqual([]);
    });

    it("are files of this machine until they are released", async () => {
      await store.putFile("a/b", await file("held"));
      const copies = await Promise.all([1, 2, 3].map(() => store.localFile("a/b")));
      expect(new Set(copies.map((copy) => copy?.path)).size).toBe(1);
      await copies[0]?.release();
      await copies[0]?.release();
      expect(await readFile(copies[1]?.path ?? "", "utf8")).toBe("held");
      for (const copy of copies) await copy?.release();
      expect(await readdir(join(root, "building")).catch(() => [])).toEqual([]);
      expect(await read("a/b")).toBe("held");
    });

    it("have no key that escapes the store", async () => {
      for (const key of ["../secret", "/etc/passwd", "a//b", ".hidden", "", "a b", "a/b/"]) {
        await expect(Promise.resolve().then(() => store.open(key))).rejects.toThrow("not an object key");
        await expect(Promise.resolve().then(() => store.remove(key))).rejects.toThrow("not an object key");
      }
    });

    it("may be empty", async () => {
      await store.putFile("a/empty", await file(""));
      expect(await store.stat("a/empty")).toMatchObject({ bytes: 0 });
    });
  });

describe("an S3-compatible store", () => {
  beforeEach(async () => {
    store = await onService();
    service.calls.length = 0;
  });

  /** A sparse file, so that it takes no space: its bytes differ at the part boundaries. */
  async function large(bytes: number): Promise<string> {
    const path = join(root, "large");
    const handle = await open(path, "w");
    for (let at = 0; at < bytes; at += 16 * 2 ** 20) await handle.write(randomBytes(64), 0, 64, at);
    await handle.truncate(bytes);
    await handle.close();
    return path;
  }
  const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

  it("stores large objects in parts, byte for byte", async () => {
    const path = await large(70 * 2 ** 20 + 5);
    await store.putFile("films/one.mp4", path);
    expect(service.calls.filter((call) => call.includes("partNumber"))).toHaveLength(5);
    const stored = await buffer(
      (await store.open("films/one.mp4")) as NonNullable<unknown> as NodeJS.ReadableStream,
    );
    expect(sha256(stored)).toBe(sha256(await readFile(path)));
    expect(service.bucket.multiparts.size).toBe(0);
  });

  it("has no parts left when one of them cannot be stored", async () => {
    const path = await large(70 * 2 ** 20);
    let parts = 0;
    const push = service.calls.push.bind(service.calls);
    service.calls.push = (...lines) => {
      if (lines[0]?.includes("partNumber") === true && ++parts === 2) service.turn({ isReadOnly: true });
      if (lines[0]?.startsWith("DELETE") === true) service.turn({ isReadOnly: false });
      return push(...lines);
    };
    await expect(store.putFile("films/one.mp4", path)).rejects.toThrow("AccessDenied");
    service.calls.push = push;
    expect(service.bucket.multiparts.size).toBe(0);
    expect(await store.stat("films/one.mp4")).toBeNull();
  });

  it("removes parts whose sender died, and keeps those in progress", async () => {
    service.bucket.begin("tower/a/films/dead.mp4");
    service.bucket.begin("others/films/dead.mp4");
    expect(await store.tidy(new Date(Date.now() - 60_000))).toBe(0);
    expect(await store.tidy(new Date(Date.now() + 60_000))).toBe(1);
    expect([...service.bucket.multiparts.values()].map(({ key }) => key)).toEqual(["others/films/dead.mp4"]);
  });

  it("removes nothing where the service cannot list what is in progress", async () => {
    service.turn({ isPlain: true });
    expect(await store.tidy(new Date())).toBe(0);
  });

  it("lists and removes more than one page", async () => {
    const bytes = Buffer.from("x");
    for (let at = 0; at < 2100; at += 1) service.bucket.put(`tower/a/p/${at % 3}/n${at}`, bytes, "");
    service.bucket.put("tower/ab/p/other", bytes, "");
    expect(await store.list("p")).toEqual(["0", "1", "2"]);
    expect(await store.list("p/1")).toHaveLength(700);
    expect(await walked("p")).toHaveLength(2100);
    await store.remove("p");
    expect([...service.bucket.objects.keys()]).toEqual(["tower/ab/p/other"]);
    expect(service.calls.filter((call) => call.startsWith("POST ?delete"))).toHaveLength(3);
  });

  it("stores every byte, whatever fails in between", async () => {
    const bytes = randomBytes(3 * 2 ** 20);
    const source = await file(bytes);
    const faults = [
      { brokenEvery: 3 },
      { cutEvery: 2 },
      { lostEvery: 2 },
      { brokenEvery: 5, cutEvery: 4, lostEvery: 3 },
    ];
    for (const [round, fault] of faults.entries()) {
      service.turn({ brokenEvery: 0, cutEvery: 0, lostEvery: 0, ...fault });
      await store.putFile(`broken/${round}`, source);
      const stream = await store.open(`broken/${round}`, { start: 5, end: bytes.length - 1 });
      expect((await buffer(stream as NodeJS.ReadableStream)).equals(bytes.subarray(5))).toBe(true);
    }
    await store.putDirectory("set", await folder({ "0/a": "1", "0/b": "22", "1/c": "333" }));
    await store.remove("broken");
    service.turn({ brokenEvery: 0, cutEvery: 0, lostEvery: 0 });
    expect(await walked("")).toEqual(["set/0/a 1", "set/0/b 2", "set/1/c 3"]);
  });

  it("that lost the answer to the last call of a multipart upload still has the object", async () => {
    const path = await large(65 * 2 ** 20);
    // Begin, five parts, complete.
    service.turn({ lostEvery: 0 });
    const push = service.calls.push.bind(service.calls);
    service.calls.push = (...lines) => {
      const isLast = /^POST .*uploadId=/.test(lines[0] ?? "");
      service.turn({ lostEvery: isLast ? 1 : 0 });
      return push(...lines);
    };
    await store.putFile("films/two.mp4", path);
    service.calls.push = push;
    expect(await store.stat("films/two.mp4")).toMatchObject({ bytes: (await stat(path)).size });
  });

  it("that is unavailable refuses at once with a temporary error, and serves again when it is back", async () => {
    await store.putFile("a/b", await file("here"));
    service.turn({ isDown: true });
    const refused = { code: "UNAVAILABLE", status: 503 };
    await expect(store.stat("a/b")).rejects.toMatchObject(refused);
    service.calls.length = 0;
    const begin = performance.now();
    await Promise.all(
      Array.from({ length: 200 }, () => expect(store.open("a/b")).rejects.toMatchObject(refused)),
    );
    // One after the other, each with the timeout of one call, they would take minutes.
    expect(performance.now() - begin).toBeLessThan(10_000);
    service.turn({ isDown: false });
    await expect.poll(() => read("a/b").catch(() => null)).toBe("here");
  });

  it("that is full reports it with the product's error", async () => {
    service.turn({ isFull: true });
    await expect(store.putFile("a/b", await file("x"))).rejects.toMatchObject({ code: "STORAGE_FULL" });
  });

  it("is called with signatures, so that nothing can be changed in transit", async () => {
    const { status } = await fetch(`${service.endpoint}/${service.bucketName}/tower/a/b`, {
      method: "PUT",
      body: "x",
    });
    expect(status).toBe(403);
  });
});

describe("invalid settings", () => {
  const settings = () => ({ ...service.settings, ...ours() });
  const wrong: readonly [what: string, change: Record<string, unknown>, told: string][] = [
    ["a bucket that is not there", { bucket: "elsewhere" }, "S3_BUCKET: there is no bucket elsewhere"],
    ["an unknown key", { accessKeyId: "AKIDOTHER" }, "S3_ACCESS_KEY_ID:"],
    ["another secret", { secretAccessKey: "wrong" }, "S3_SECRET_ACCESS_KEY:"],
    ["another region", { region: "eu-west-9" }, "S3_REGION:"],
  ];
  for (const [what, change, told] of wrong)
    it(`${what} is reported at the start`, async () => {
      const opened = openS3Store({ ...settings(), ...change });
      await expect(opened).rejects.toThrow(`The configuration is wrong.\n${told}`);
    });

  it("a key without write permission is reported at the start", async () => {
    service.turn({ isReadOnly: true });
    await expect(openS3Store(settings())).rejects.toThrow("may not list, write and remove");
  });

  it("an unavailable store does not prevent the start", async () => {
    service.turn({ isDown: true });
    store = await openS3Store(settings());
    await expect(store.stat("a/b")).rejects.toMatchObject({ code: "UNAVAILABLE" });
  });
});
