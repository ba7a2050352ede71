import { link, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import * as fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createLocalStore } from "./local-store.ts";
import { BadKey, checkKey, type ObjectStore } from "./store.ts";

let root: string;
let store: ObjectStore;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "sitewalk-store-"));
  store = createLocalStore(join(root, "objects"), join(root, "trash"));
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function file(content: string): Promise<string> {
  const path = join(root, `source-${Math.random()}`);
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

test("a stored object can be read, whole and in part, and outlives its source", async () => {
  const source = await file("scaffolding");
  await store.putFile("pictures/ab/one.jpg", source);
  await rm(source);
  expect(await read("pictures/ab/one.jpg")).toBe("scaffolding");
  expect(await read("pictures/ab/one.jpg", { start: 2, end: 4 })).toBe("aff");
  expect(await store.stat("pictures/ab/one.jpg")).toMatchObject({ bytes: 11 });
  const local = await store.localFile("pictures/ab/one.jpg");
  expect(await readFile(local?.path ?? "", "utf8")).toBe("scaffolding");
});

test("the same object a second time is kept, a truncated one is replaced", async () => {
  await store.putFile("a/b", await file("whole"));
  await store.putFile("a/b", await file("WHOLE"));
  expect(await read("a/b")).toBe("whole");
  await writeFile(join(root, "objects/a/b"), "who");
  await store.putFile("a/b", await file("whole"));
  expect(await read("a/b")).toBe("whole");
  expect(await readdir(join(root, "objects/a"))).toEqual(["b"]);
});

test("a hundred concurrent puts of the same object leave one", async () => {
  const sources = await Promise.all(Array.from({ length: 100 }, () => file("same")));
  await Promise.all(sources.map((source) => store.putFile("x/y/z", source)));
  expect(await read("x/y/z")).toBe("same");
  expect(await readdir(join(root, "objects/x/y"))).toEqual(["z"]);
});

test("a folder appears as a whole, and a second set for the same prefix is dropped", async () => {
  await store.putDirectory("p/t", await folder({ "0/0_0": "one", "1/0_0": "two" }));
  const second = await folder({ "0/0_0": "other" });
  await store.putDirectory("p/t", second);
  expect(await read("p/t/0/0_0")).toBe("one");
  expect(await store.list("p/t")).toEqual(["0", "1"]);
  await expect(readdir(second)).rejects.toThrow("ENOENT");
});

test("removal deletes an object or a whole prefix, and a missing one is no error", async () => {
  await store.putDirectory("p/t", await folder({ "0/a": "1", "0/b": "2" }));
  await store.remove("p/t/0/a");
  expect(await store.list("p/t/0")).toEqual(["b"]);
  await store.remove("p");
  await store.remove("p");
  await store.remove("never/there");
  expect(await store.list("p/t/0")).toEqual([]);
  expect(await readdir(join(root, "trash"))).toEqual([]);
});

test("a missing object is null or empty, and a folder is no object", async () => {
  await store.putFile("a/b", await file("x"));
  expect(await store.open("a/c")).toBeNull();
  expect(await store.open("a/b/c")).toBeNull();
  expect(await store.open("a")).toBeNull();
  expect(await store.stat("a")).toBeNull();
  expect(await store.localFile("a")).toBeNull();
  expect(await store.list("a/b")).toEqual([]);
});

test("no key escapes the store", async () => {
  await writeFile(join(root, "secret"), "secret");
  await link(join(root, "secret"), join(root, "secret2"));
  const hostile = [
    "../secret",
    "a/../../secret",
    "/etc/passwd",
    "a//b",
    "a/./b",
    ".hidden",
    "a/.hidden",
    "..",
    "",
    "a\0b",
    "a\\..\\b",
    "a/b/",
    "%2e%2e/secret",
    "a b",
    "ü",
    "a/b/c/d/e/f/g/h/i",
    "a".repeat(200),
  ];
  for (const key of hostile) {
    expect(() => checkKey(key)).toThrow(BadKey);
    await expect(Promise.resolve().then(() => store.open(key))).rejects.toThrow(BadKey);
    await expect(Promise.resolve().then(() => store.remove(key))).rejects.toThrow(BadKey);
  }
  expect(await readFile(join(root, "secret"), "utf8")).toBe("secret");
});

test("every key that is accepted stays below the root", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[ab./\\%_ -]{0,12}$/), (key) => {
      let accepted: string;
      try {
        accepted = checkKey(key);
      } catch {
        return;
      }
      expect(join("/root", accepted)).toBe(`/root/${key}`);
    }),
    { numRuns: 3000 },
  );
});
