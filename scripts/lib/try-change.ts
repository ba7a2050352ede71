import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { corePattern } from "../../e2e/core.ts";
import { isLater } from "../../test/later.ts";
import { chooseTests } from "./changed-tests.ts";
import { changedFiles, changedNames, ImportGraph } from "./import-graph.ts";
import { bin, root, run, type Step } from "./step.ts";
import { readJson, secondsByFile } from "./test-report.ts";

/** Worker-seconds of tests that fit into a minute with the other checks. */
const budget = 60;
/** Seconds of a file that no full run here has measured; of the long ones, which `npm test` leaves out, more. */
const usual = 3;
const usualOfLater = 20;

/** Seconds that a file's tests took in the last full run on this machine, by path. */
const durationsFile = join(root, "node_modules/.cache/sitewalk/durations.json");
type Durations = Record<string, number>;

/** Stores for `tryChange` how long each file takes here. */
export async function keepDurations(vitestReports: readonly string[]): Promise<void> {
  const before = await readJson<Durations>(durationsFile);
  await mkdir(dirname(durationsFile), { recursive: true });
  await writeFile(durationsFile, JSON.stringify({ ...before, ...(await secondsByFile(vitestReports)) }));
}

/**
 * Runs formatting and linting of the files that differ from a commit, the nearest tests that fit into a minute, and a
 * journey of its domain. Type checking is left to the editor and `npm test`: it alone takes the minute.
 *
 * @returns the exit code
 */
export async function tryChange(commit = "HEAD"): Promise<number> {
  const begin = Date.now();
  const changed = changedFiles(root, commit);
  if (changed.length === 0) {
    console.log(`Nothing differs from ${commit}. To try what differs from another commit: --changed=main`);
    return 0;
  }
  const durations = (await readJson<Durations>(durationsFile)) ?? {};
  const { tests, journeys, left } = chooseTests(new ImportGraph(root), changed, {
    seconds: budget,
    journeys: 1,
    names: changedNames(root, commit, changed),
    secondsOf: (test) => durations[test] ?? (isLater(test) ? usualOfLater : usual),
  });
  const code = changed.filter((file) => /\.(?:ts|tsx|mjs)$/.test(file));
  const steps: Step[] = [
    { name: "format", command: [bin("biome"), "check", "--no-errors-on-unmatched", ...changed] },
    { name: "lint", command: [bin("oxlint"), "--deny-warnings", ...code] },
    { name: `${tests.length} test files`, command: [bin("vitest"), "run", "--reporter=dot", ...tests] },
  ].filter(({ name }) => (name === "format" ? true : name === "lint" ? code.length > 0 : tests.length > 0));
  const results = await Promise.all(steps.map((step) => run(step, "whole")));
  // Builds the pages and starts a browser, which would slow down the tests if run in parallel.
  if (journeys.length > 0) {
    const command = [bin("playwright"), "test", "--config", "e2e/playwright.config.ts", ...journeys];
    const only = ["--pass-with-no-tests", "--grep", corePattern.source];
    results.push(await run({ name: journeys.join(", "), command: [...command, ...only] }, "whole"));
  }
  console.log(
    `${changed.length} changed files, ${tests.length} test files, ${((Date.now() - begin) / 1000).toFixed(0)} s` +
      (left.length === 0 ? "" : `; ${left.length} more are reached, which npm test runs`),
  );
  return results.every(({ isGood }) => isGood) ? 0 : 1;
}
