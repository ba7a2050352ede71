import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createLog } from "#server/platform/log.ts";
import { S3Service } from "#test/s3-service/index.ts";
import { copyObjects } from "./copy-objects.ts";
import { createLocalStore } from "./local-store.ts";
import { localFolders } from "./open-store.ts";
import { openS3Store } from "./s3-store.ts";
import type { ObjectStore } from "./store.ts";

let root: string;
let service: S3Service;
let store: ObjectStore;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "sitewalk-copy-"));
  service = await S3Service.start();
  store = await openS3Store({
    ...service.settings,
    prefix: "site",
    directory: join(root, "building"),
    log: createLog("silent"),
  });
});
afterAll(async () => {
  await store.close();
  await service.stop();
  await rm(root, { recursive: true, force: true });
});
beforeEach(() => service.reset());

const original = Buffer.from("as it came from the camera");
const sha256 = createHash("sha256").update(original).digest("hex");
const folder = `pictures/${sha256.slice(0, 2)}/${sha256}`;
const files: Readonly<Record<string, Buffer>> = {
  [`${folder}/original.jpg`]: original,
  [`${folder}/thumb.webp`]: Buffer.from("small"),
  [`${folder}/t/0/0_0.jpeg`]: Buffer.from("tile"),
  "exports/1/a.zip": Buffer.from("zip"),
};

/** A data folder with these files as its objects. */
async function diskWith(name: string, given: Readonly<Record<string, Buffer>>) {
  const { objects, building } = localFolders(join(root, name));
  for (const [key, bytes] of Object.entries(given)) {
    await mkdir(dirname(join(objects, key)), { recursive: true });
    await writeFile(join(objects, key), bytes);
  }
  return createLocalStore(objects, building);
}
const inStore = () =>
  Object.fromEntries(
    [...service.bucket.objects].map(([key, { bytes }]) => [key.replace(/^site\//, ""), bytes]),
  );

it("everything is copied into the store and back, once, and unchanged", async () => {
  const disk = await diskWith("one", files);
  expect(await copyObjects({ from: disk, to: store })).toMatchObject({ copied: 4, kept: 0, wrong: [] });
  expect(inStore()).toEqual(files);
  expect(await copyObjects({ from: disk, to: store })).toMatchObject({ copied: 0, kept: 4, wrong: [] });
  const back = await diskWith("two", {});
  expect(await copyObjects({ from: store, to: back })).toMatchObject({ copied: 4, kept: 0, wrong: [] });
  for (const [key, bytes] of Object.entries(files))
    expect(await readFile(join(localFolders(join(root, "two")).objects, key))).toEqual(bytes);
});

it("a stopped copy resumes, and objects added meanwhile are copied by the next run", async () => {
  const disk = await diskWith("three", files);
  service.turn({ isFull: true });
  await expect(copyObjects({ from: disk, to: store })).rejects.toMatchObject({ code: "STORAGE_FULL" });
  service.turn({ isFull: false });
  await store.putFile(`${folder}/thumb.webp`, join(root, `three/media/objects/${folder}/thumb.webp`));
  expect(await copyObjects({ from: disk, to: store })).toMatchObject({ copied: 3, kept: 1 });
  await diskWith("three", { "exports/2/b.zip": Buffer.from("later") });
  expect(await copyObjects({ from: disk, to: store })).toMatchObject({ copied: 1, kept: 4 });
});

it("bytes that do not match their name are skipped and reported; a truncated copy is replaced", async () => {
  const key = `${folder}/original.jpg`;
  const disk = await diskWith("four", { ...files, [key]: Buffer.from("AS it came from the camera") });
  service.bucket.put(`site/${folder}/t/0/0_0.jpeg`, Buffer.from("ti"), "");
  expect(await copyObjects({ from: disk, to: store })).toMatchObject({ copied: 3, kept: 0, wrong: [key] });
  expect(inStore()).toEqual(Object.fromEntries(Object.entries(files).filter(([name]) => name !== key)));
});

it("uploads in progress stay where they were begun", async () => {
  service.bucket.put("site/uploads/1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed/0-abc", Buffer.from("piece"), "");
  expect(await copyObjects({ from: store, to: await diskWith("five", {}) })).toMatchObject({ copied: 0 });
});

it("the script copies the content of DATA_DIR, and reports it", async () => {
  await diskWith("six", files);
  const run = promisify(execFile)(process.execPath, ["scripts/objects.ts", "copy", "to-store"], {
    cwd: join(import.meta.dirname, "../../.."),
    env: {
      PATH: process.env["PATH"],
      DATA_DIR: join(root, "six"),
      S3_PREFIX: "site",
      ...service.environment,
    },
  });
  expect((await run).stdout).toContain("4 objects copied (0 MB), 0 were there already.");
  expect(inStore()).toEqual(files);
});
