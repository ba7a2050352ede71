import { createHash, randomBytes } from "node:crypto";
import { appendFile, mkdtemp, open, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createRunningHashes, type RunningHashes } from "./running-hashes.ts";

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "sitewalk-hashes-"));
  path = join(folder, "upload");
  await writeFile(path, "");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const hashOf = (...parts: readonly Buffer[]) =>
  createHash("sha256").update(Buffer.concat(parts)).digest("hex");
const part = (bytes = 700_000) => randomBytes(bytes);

async function append(hashes: RunningHashes, bytes: Buffer): Promise<void> {
  const file = await open(path, "r+");
  await hashes.beforeWrite("one", file, path);
  await file.write(bytes, 0, bytes.length, (await file.stat()).size);
  await hashes.afterWrite("one", file, path);
  await file.close();
}

test("hashes a file that grows part by part, whatever is still to be read at its end", async () => {
  const hashes = createRunningHashes();
  const parts = [part(), part(1), part(262_144), part()];
  for (const [n, one] of parts.entries()) {
    await append(hashes, one);
    if (n % 2 === 1) expect(await hashes.digest("one", path)).toBe(hashOf(...parts.slice(0, n + 1)));
  }
  expect(await hashes.digest("one", path)).toBe(hashOf(...parts));
  hashes.forget("one");
  expect(await hashes.digest("one", path)).toBe(hashOf(...parts));
});

test("goes on after a restart with what lies on the disk", async () => {
  const [first, ...others] = [part(), part(), part()];
  await append(createRunningHashes(), first);
  const after = createRunningHashes();
  for (const one of others) await append(after, one);
  expect(await after.digest("one", path)).toBe(hashOf(first, ...others));
});

test("hashes anew what another process has appended or changed", async () => {
  const hashes = createRunningHashes();
  const [first, second, third] = [part(), part(), part()];
  await append(hashes, first);
  await hashes.digest("one", path);
  await appendFile(path, second);
  await append(hashes, third);
  expect(await hashes.digest("one", path)).toBe(hashOf(first, second, third));
  const other = part(third.length + 1);
  const file = await open(path, "r+");
  await file.write(other, 0, other.length, first.length + second.length);
  await file.close();
  expect(await hashes.digest("one", path)).toBe(hashOf(first, second, other));
});

test("stays right when two processes write in turns", async () => {
  const [even, odd] = [createRunningHashes(), createRunningHashes()];
  const parts = Array.from({ length: 10 }, () => part(50_000));
  for (const [n, one] of parts.entries()) await append(n % 2 === 0 ? even : odd, one);
  for (const hashes of [even, odd]) expect(await hashes.digest("one", path)).toBe(hashOf(...parts));
});

test("takes the hash that a complete file came with, until the file changes", async () => {
  const hashes = createRunningHashes();
  await append(createRunningHashes(), part());
  await hashes.set("one", path, "f".repeat(64));
  expect(await hashes.digest("one", path)).toBe("f".repeat(64));
  const all = part(700_001);
  await writeFile(path, all);
  expect(await hashes.digest("one", path)).toBe(hashOf(all));
});
