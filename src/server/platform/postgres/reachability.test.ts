import { chmod, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { firstClosedFolder, unreachable } from "./reachability.ts";

let folder = "";
const stranger = { uid: 54_321, gid: 54_321 };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sitewalk-way-"));
  await chmod(folder, 0o755);
  await mkdir(join(folder, "closed", "inner"), { recursive: true });
  await chmod(join(folder, "closed"), 0o750);
});

afterAll(() => rm(folder, { recursive: true }));

it("names the first folder that another user may not enter", async () => {
  expect(await firstClosedFolder(join(folder, "closed", "inner"), stranger)).toBe(join(folder, "closed"));
});

it("finds nothing when every folder may be entered", async () => {
  await mkdir(join(folder, "open", "inner"), { recursive: true });
  expect(await firstClosedFolder(join(folder, "open", "inner"), stranger)).toBeUndefined();
});

it("lets the owner and the group pass by their own bits", async () => {
  const own = { uid: process.getuid?.() ?? 0, gid: stranger.gid };
  expect(await firstClosedFolder(join(folder, "closed", "inner"), own)).toBeUndefined();
  const member = { uid: stranger.uid, gid: process.getgid?.() ?? 0 };
  expect(await firstClosedFolder(join(folder, "closed", "inner"), member)).toBeUndefined();
});

it("says which folder is closed and what to do", () => {
  const refusal = unreachable("/root/site/pg", "/root", { owner: stranger, name: "postgres" });
  expect(refusal.code).toBe("unreachable-directory");
  expect(refusal.message).toContain("may not enter /root on the way to /root/site/pg");
  expect(refusal.message).toContain("DATA_DIR=/var/lib/sitewalk");
});
