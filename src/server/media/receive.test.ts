import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import { asStorageFull, receiveFile, TooLarge } from "./receive.ts";

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "sitewalk-receive-"));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

const content = randomBytes(300_000);
const inPieces = (bytes: Buffer) =>
  Readable.from(
    Array.from({ length: 10 }, (_, index) => bytes.subarray(index * 30_000, (index + 1) * 30_000)),
  );
const left = () => readdir(directory);

test("a file of exactly the limit arrives completely, with its size and its hash", async () => {
  const file = await receiveFile(inPieces(content), { directory, maxBytes: content.length });
  expect(await readFile(file.path)).toEqual(content);
  expect(file).toMatchObject({
    bytes: content.length,
    sha256: createHash("sha256").update(content).digest("hex"),
  });
  await file.discard();
  await file.discard();
  expect(await left()).toEqual([]);
});

test("an empty file is received, for the probe to refuse", async () => {
  const file = await receiveFile(Readable.from([]), { directory, maxBytes: 1 });
  expect(file.bytes).toBe(0);
  await file.discard();
});

test("one byte over the limit is too large, nothing stays, and the sender does not hang", async () => {
  const stream = inPieces(content);
  await expect(receiveFile(stream, { directory, maxBytes: content.length - 1 })).rejects.toThrow(TooLarge);
  expect(await left()).toEqual([]);
  await new Promise((resolve) => (stream.readableEnded ? resolve(undefined) : stream.once("end", resolve)));
});

test("a file truncated by the parser's own limit does not count as complete", async () => {
  const stream = Object.assign(inPieces(content), { truncated: true });
  await expect(receiveFile(stream, { directory, maxBytes: 1e9 })).rejects.toThrow(TooLarge);
  expect(await left()).toEqual([]);
});

test("a sender that disconnects in the middle leaves nothing behind", async () => {
  const stream = new PassThrough();
  stream.write(content);
  setTimeout(() => stream.destroy(new Error("connection lost")), 30);
  await expect(receiveFile(stream, { directory, maxBytes: 1e9 })).rejects.toThrow("connection lost");
  expect(await left()).toEqual([]);

  const silent = new PassThrough();
  silent.write(content);
  setTimeout(() => silent.destroy(), 30);
  await expect(receiveFile(silent, { directory, maxBytes: 1e9 })).rejects.toThrow();
  expect(await left()).toEqual([]);
});

test("a nearly full volume accepts nothing, so that the database keeps its reserve", async () => {
  const full = receiveFile(inPieces(content), {
    directory,
    maxBytes: 1e9,
    reserveBytes: Number.MAX_SAFE_INTEGER,
  });
  await expect(full).rejects.toMatchObject({ code: "STORAGE_FULL", status: 507 });
  expect(await left()).toEqual([]);
});

test("a full disk and an exhausted quota give the same error, other errors are unchanged", () => {
  for (const code of ["ENOSPC", "EDQUOT"]) {
    expect(asStorageFull(Object.assign(new Error("write"), { code }))).toMatchObject({
      code: "STORAGE_FULL",
    });
  }
  const other = Object.assign(new Error("read"), { code: "EIO" });
  expect(asStorageFull(other)).toBe(other);
});
