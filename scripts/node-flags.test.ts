import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "..");
const flagsFor = (megabytes: string) =>
  execFileSync(process.execPath, [join(root, "scripts/node-flags.ts")], {
    encoding: "utf8",
    env: { MEMORY_MB: megabytes },
  }).split(" ");

it("saves memory rather than time on a small machine only", () => {
  expect(flagsFor("1024")).toContain("--optimize-for-size");
  expect(flagsFor("8192")).not.toContain("--optimize-for-size");
});

it("prints flags that this version of Node accepts", () => {
  for (const megabytes of ["1024", "8192"])
    expect(execFileSync(process.execPath, [...flagsFor(megabytes), "-p", "1"], { encoding: "utf8" })).toBe(
      "1\n",
    );
});

it("is used by every way of starting the server", () => {
  for (const file of ["package.json", "Dockerfile"])
    expect(readFileSync(join(root, file), "utf8")).toContain(
      "node $(node scripts/node-flags.ts) src/server/main.ts",
    );
});
