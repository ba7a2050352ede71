import { mkdtemp, rm } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { corePattern, widePattern } from "../e2e/core.ts";
import { checkedOutCommit, partOfCommit } from "./lib/part-of-commit.ts";
import { endDescendantsOnInterrupt } from "./lib/process-tree.ts";
import { bin, childrensCpuMinutes, type Result, root, run } from "./lib/step.ts";
import { keepTemporaryFilesInMemory } from "./lib/temporary-folder.ts";
import { beginningOf, countTests, errorsOutsideTests } from "./lib/test-report.ts";
import { keepDurations, tryChange } from "./lib/try-change.ts";

/**
 * `npm test`: format, lint, import rules, types, script sizes, unit and domain tests on a real PostgreSQL, then
 * journeys in a real browser. Every step runs even after a failure, so that one run reports everything. The last line
 * counts the tests. `npm test -- web` or any other words go to Vitest alone, as a filter. `npm test -- --changed` tries
 * the difference to the last commit, and what it affects, in about a minute; `--changed=main` the difference to another
 * commit.
 *
 * Long tests are left to `npm run test:rest`: the files of `test/later.ts` and journeys. Of each it runs a part, another
 * one with each commit (`lib/part-of-commit.ts`): three fifths of the files, a third of `wide` in `e2e/core.ts`, a
 * sixteenth of the other journeys. The two together are what `.ci/run` runs. `npm run test:all` leaves nothing out: every file, every journey
 * (`EVERY_JOURNEY=1`), and, for tests with thousands of cases, every case (`EVERY_CASE=1`).
 */
endDescendantsOnInterrupt();
keepTemporaryFilesInMemory();
// Hundreds of processes load the same libraries; the first to compile one stores it for the others.
process.env["NODE_COMPILE_CACHE"] ??= join(tmpdir(), "node-compile-cache");

const words = process.argv.slice(2);
const since = words.find((word) => /^--changed(?:=|$)/.test(word));
if (since !== undefined) process.exit(await tryChange(since.split("=")[1]));
const isRest = words.includes("--rest");
if (words.length > 0 && !isRest) {
  const only = await run({ name: "tests", command: [bin("vitest"), "run", ...words] }, "live");
  process.exit(only.isGood ? 0 : 1);
}

const begin = Date.now();
const reports = await mkdtemp(join(tmpdir(), "sitewalk-report-"));
const serverReport = join(reports, "server.json");
const webReport = join(reports, "web.json");
const browserReport = join(reports, "browser.json");
const shareReport = join(reports, "share.json");
const isEverything = process.env["EVERY_JOURNEY"] === "1";

// The linter takes longest, on one processor: the tests begin beside it.
const lint = isRest ? [] : [lintSource()];
const checks = isRest ? [] : await checkSource();
// Tests of servers and journeys wait a third of their time: in parallel they keep two cores busy.
const tests = (await Promise.all([tryUnits(), walkJourneys()])).flat();
await keepDurations([serverReport, webReport]);
process.exitCode = await tell([...(await Promise.all(lint)), ...checks], tests);
await rm(reports, { recursive: true, force: true });

/** One processor has one checker of types: see `checkSource`. */
function lintSource(): Promise<Result> {
  const command = [bin("oxlint"), "--type-aware", "--deny-warnings"];
  return run({ name: "lint and import rules", command, environment: { GOMAXPROCS: "1" } }, "whole");
}

function checkSource(): Promise<Result[]> {
  // Each checker computes the types of the whole contract for itself: more than one takes longer on two cores, and more
  // memory.
  const checkers = ["--checkers", "1"];
  return Promise.all(
    [
      { name: "format", command: [bin("biome"), "check", "."] },
      { name: "types, server", command: [bin("tsc"), "-p", "tsconfig.server.json", ...checkers] },
      { name: "types, web", command: [bin("tsc"), "-p", "tsconfig.web.json", ...checkers] },
      { name: "types, service worker", command: [bin("tsc"), "-p", "tsconfig.worker.json", ...checkers] },
      { name: "nothing unused", command: [bin("knip")] },
      { name: "sizes of scripts", command: [process.execPath, join(root, "scripts/sizes.ts")] },
    ].map((step) => run(step, "whole")),
  );
}

/**
 * Servers wait for the database, for sockets and for each other; screens work without a pause. One after the other,
 * beside the journeys: all at once take longer and need more CPU time.
 */
async function tryUnits(): Promise<Result[]> {
  const part = isRest ? "rest" : "core";
  const environment = (workers: number) => ({
    TEST_WORKERS: String(workers),
    ...(!isEverything && { TESTS: part }),
  });
  const command = (report: string, projects: readonly string[]) => [
    bin("vitest"),
    "run",
    ...projects.flatMap((project) => ["--project", project]),
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
  ];
  const server = await run(
    {
      name: "tests of the server and its domains",
      command: command(serverReport, ["node", "alone"]),
      // One more than cores: they wait for the database and for each other.
      environment: environment(availableParallelism() + 1),
    },
    "live",
  );
  const screens = await run(
    {
      name: "tests of screens",
      command: command(webReport, ["web-logic", "web", "web-alone"]),
      environment: environment(availableParallelism()),
    },
    "whole",
  );
  return [server, screens];
}

async function walkJourneys(): Promise<Result[]> {
  if (isEverything) return [await walk("browser tests", [], browserReport)];
  if (!isRest) {
    const browser = { JOURNEY_BROWSER: "headless" };
    return [await walk("browser tests", ["--grep", corePattern.source], browserReport, browser)];
  }
  // One after the other: the journeys of a run share the built pages, and two cores.
  const wide = await walkPart("wide", 3, ["--grep", widePattern.source], browserReport);
  const others = ["--grep-invert", `${corePattern.source}|${widePattern.source}`];
  return [wide, await walkPart("other", 16, others, shareReport)];
}

/** Of the journeys that the words select, the part of the commit that is checked out. */
function walkPart(name: string, parts: number, words: readonly string[], report: string): Promise<Result> {
  const part = partOfCommit(checkedOutCommit(), parts);
  const title = `part ${part} of ${parts} of the ${name} browser tests`;
  return walk(title, [...words, `--shard=${part}/${parts}`], report);
}

function walk(
  name: string,
  words: readonly string[],
  report: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<Result> {
  const config = ["--config", "e2e/playwright.config.ts", "--reporter=list,json"];
  return run(
    {
      name,
      command: [bin("playwright"), "test", ...config, ...words],
      environment: { ...environment, PLAYWRIGHT_JSON_OUTPUT_NAME: report, JOURNEY_WORKERS: "2" },
    },
    "whole",
  );
}

/** Prints the failures, the duration of each step, and the number of tests. @returns the exit code */
async function tell(checked: readonly Result[], tested: readonly Result[]): Promise<number> {
  const counted = await countTests([serverReport, webReport], [browserReport, shareReport]);
  // Printed last, since the end of a long log is read first.
  const indented = (message: string) => message.replaceAll(/^/gm, "    ");
  for (const { name, message } of counted.flaky)
    console.log(`~ ${name}: passed at a further try\n${indented(message)}`);
  for (const { name, message } of counted.failures) console.log(`✗ ${name}\n${indented(message)}`);
  const named = [
    ...checked.map(({ output, ...step }) => ({ ...step, errors: beginningOf(output, 40) })),
    ...tested.map(({ output, ...step }) => ({ ...step, errors: errorsOutsideTests(output) })),
  ];
  for (const { name, isGood, errors } of named)
    if (!isGood && errors !== "") console.log(`✗ ${name}\n${indented(errors)}`);
  const steps = [...checked, ...tested];
  const line = (seconds: number, name: string) => `${seconds.toFixed(0).padStart(5)} s  ${name}`;
  const cpu = childrensCpuMinutes();
  const whole = `all of it${cpu === undefined ? "" : `, ${cpu.toFixed(1)} minutes of CPU`}`;
  const lines = [
    ...steps.map(({ name, seconds }) => line(seconds, name)),
    line((Date.now() - begin) / 1000, whole),
  ];
  console.log(`\n${lines.join("\n")}`);
  const failed = steps.filter(({ isGood }) => !isGood);
  console.log(
    failed.length === 0 ? "\nAll is well." : `\nNot well: ${failed.map(({ name }) => name).join(", ")}.`,
  );
  const { passed, skipped } = counted;
  console.log(`${passed} passed, ${Math.max(counted.failed, failed.length)} failed, ${skipped} skipped`);
  return failed.length === 0 ? 0 : 1;
}
