import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { core, patternOf, wide } from "../e2e/core.ts";

const root = join(import.meta.dirname, "..");

it("selects at least one journey by each title of core and wide", async () => {
  const runner = join(root, "node_modules/.bin/playwright");
  const words = ["test", "--list", "--config", "e2e/playwright.config.ts"];
  // As in CI: journeys that are in one language by turns are listed in that one only.
  const environment = { ...process.env, EVERY_VARIANT: "0" };
  const { stdout } = await promisify(execFile)(runner, words, { cwd: root, env: environment });
  // From "  file.spec.ts:12:3 › group › title" to the text that the pattern is for.
  const listed = stdout.split("\n").map((line) =>
    line
      .trim()
      .replace(/:\d+:\d+ › /, " ")
      .replaceAll(" › ", " "),
  );
  const titles = [core, wide].flatMap((journeys) =>
    Object.entries(journeys).flatMap(([file, begins]) => begins.map((begin) => [file, begin] as const)),
  );
  const isListed = ([file, begin]: readonly [string, string]) => {
    const pattern = patternOf({ [file]: [begin] });
    return listed.some((line) => pattern.test(line));
  };
  expect(titles.length).toBeGreaterThan(50);
  expect(titles.filter((title) => !isListed(title))).toEqual([]);
});
