import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "sitewalk-temporary-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test("temporary files of a command and of its children are in its own folder, and go with it", () => {
  const { pid, used, childs, during } = command({ machine: 1, free: 0 });

  expect(used).toBe(join(folder, `sitewalk-test-${pid}`));
  expect(childs).toBe(used);
  expect(during).toEqual([basename(used)]);
  expect(readdirSync(folder)).toEqual([]);
});

test("the folder of a command that was killed is removed by the next, and none of a running one", () => {
  const ended = spawnSync(process.execPath, ["-e", ""]).pid;
  for (const name of [`sitewalk-test-${ended}`, `sitewalk-test-${process.pid}`, "sitewalk-test-other", "x"])
    mkdirSync(join(folder, name));

  command({ machine: 1, free: 0 });

  expect(readdirSync(folder).toSorted()).toEqual(
    ["sitewalk-test-other", `sitewalk-test-${process.pid}`, "x"].toSorted(),
  );
});

test.each([
  ["the machine has less memory", { machine: 2 ** 40, free: 0 }, {}],
  ["less of it is free", { machine: 1, free: 2 ** 40 }, {}],
  ["a folder is set", { machine: 1, free: 0 }, { TMPDIR: tmpdir() }],
])("nothing changes where %s", (_, needed, environment) => {
  const { used, during } = command(needed, environment);

  expect(used).toBe((environment as { TMPDIR?: string }).TMPDIR ?? "/tmp");
  expect(during).toEqual([]);
});

/** Runs a command that does as `npm test`. @returns what it and its child use, and what `folder` holds meanwhile */
function command(
  needed: { machine: number; free: number },
  environment: Readonly<Record<string, string>> = {},
) {
  const module = JSON.stringify(join(import.meta.dirname, "temporary-folder.ts"));
  const script = `
    const { keepTemporaryFilesInMemory } = await import(${module});
    const { spawnSync } = await import("node:child_process");
    const { readdirSync } = await import("node:fs");
    const { tmpdir } = await import("node:os");
    keepTemporaryFilesInMemory(${JSON.stringify(folder)}, ${JSON.stringify(needed)});
    const ask = ["-p", "require('node:os').tmpdir()"];
    const childs = spawnSync(process.execPath, ask).stdout.toString().trim();
    const during = readdirSync(${JSON.stringify(folder)});
    console.log(JSON.stringify({ pid: process.pid, used: tmpdir(), childs, during }));
  `;
  const kept = Object.entries(process.env).filter(([name]) => !/^(TMPDIR|TMP|TEMP)$/.test(name));
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
    env: { ...Object.fromEntries(kept), ...environment },
  });
  expect(stderr.toString()).toBe("");
  return JSON.parse(stdout.toString()) as { pid: number; used: string; childs: string; during: string[] };
}
