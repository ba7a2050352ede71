import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "sitewalk-audit-"));
});
afterAll(() => rm(dataDir, { recursive: true }));

const audit = (...args: readonly string[]) =>
  new Promise<{ code: unknown; said: string }>((resolve) => {
    execFile(
      process.execPath,
      [join(import.meta.dirname, "main.ts"), ...args],
      { cwd: dataDir, env: { DATA_DIR: dataDir } },
      (error, stdout, stderr) => resolve({ code: error?.code ?? 0, said: stdout + stderr }),
    );
  });

it("reports nothing as intact where there is no installation, and creates none", async () => {
  const { code, said } = await audit("verify");
  expect(code).toBe(2);
  expect(said).toContain("There is no installation in");
  expect(await readdir(dataDir)).toEqual([]);
});
