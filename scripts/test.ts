import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { corePattern } from "../e2e/core.ts";
import { endDescendantsOnInterrupt, isInterrupted } from "./lib/process-tree.ts";

/**
 * `npm test`: format, lint, import rules, types, sizes of scripts, unit and domain tests on a real PostgreSQL, then the journeys in a
 * real browser. Every step runs even when one before it failed, so that one run tells everything. The last line
 * counts the tests. `npm test -- web` or any other words go to Vitest alone, as a filter.
 *
 * It takes minutes, so it walks the journeys of `e2e/core.ts` and, where cases run to thousands, those that differ.
 * `npm run test:all` leaves nothing out: `EVERY_CASE=1` for the one, `EVERY_JOURNEY=1` for the other.
 */
const root = join(import.meta.dirname, "..");
const bin = (name: string) => join(root, "node_modules/.bin", name);

interface Step {
  readonly name: string;
  readonly command: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

interface Result {
  readonly name: string;
  readonly isGood: boolean;
  readonly seconds: number;
}

/** Runs a step; its output is held back and shown as a whole, unless it is the only one running. */
async function run(step: Step, shown: "live" | "whole"): Promise<Result> {
  const begin = Date.now();
  const [program = "", ...rest] = step.command;
  const child = spawn(program, rest, {
    cwd: root,
    env: { ...process.env, ...step.environment },
    stdio: ["ignore", shown === "live" ? "inherit" : "pipe", shown === "live" ? "inherit" : "pipe"],
  });
  const output: Buffer[] = [];
  child.stdout?.on("data", (chunk: Buffer) => output.push(chunk));
  child.stderr?.on("data", (chunk: Buffer) => output.push(chunk));
  const code = await new Promise<number>((resolve) => {
    child.on("error", () => resolve(127));
    // Interrupted, the run ends with its processes: there is no next step.
    child.on("close", (status) => isInterrupted() || resolve(status ?? 1));
  });
  const result = { name: step.name, isGood: code === 0, seconds: (Date.now() - begin) / 1000 };
  console.log(`${result.isGood ? "✓" : "✗"} ${step.name} (${result.seconds.toFixed(1)} s)`);
  if (!result.isGood && output.length > 0) console.log(Buffer.concat(output).toString());
  return result;
}

endDescendantsOnInterrupt();

const filter = process.argv.slice(2);
if (filter.length > 0) {
  const only = await run({ name: "tests", command: [bin("vitest"), "run", ...filter] }, "live");
  process.exit(only.isGood ? 0 : 1);
}

const reports = await mkdtemp(join(tmpdir(), "sitewalk-report-"));
const vitestReport = join(reports, "vitest.json");
const browserReport = join(reports, "browser.json");

// Each checker works out the types of the whole contract for itself: more than one takes longer on two cores, and memory.
const checkers = ["--checkers", "1"];
const quick = await Promise.all(
  [
    { name: "format", command: [bin("biome"), "check", "."] },
    { name: "lint and import rules", command: [bin("oxlint"), "--type-aware", "--deny-warnings"] },
    { name: "types, server", command: [bin("tsc"), "-p", "tsconfig.server.json", ...checkers] },
    { name: "types, web", command: [bin("tsc"), "-p", "tsconfig.web.json", ...checkers] },
    { name: "types, service worker", command: [bin("tsc"), "-p", "tsconfig.worker.json", ...checkers] },
    { name: "nothing unused", command: [bin("knip")] },
    { name: "sizes of scripts", command: [process.execPath, join(root, "scripts/sizes.ts")] },
  ].map((step) => run(step, "whole")),
);
const domain = await run(
  {
    name: "unit and domain tests",
    command: [
      bin("vitest"),
      "run",
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${vitestReport}`,
    ],
  },
  "live",
);
const browser = await run(
  {
    name: "browser tests",
    command: [
      bin("playwright"),
      "test",
      "--config",
      "e2e/playwright.config.ts",
      "--reporter=list,json",
      ...(process.env["EVERY_JOURNEY"] === "1" ? [] : ["--grep", corePattern.source]),
    ],
    environment: { PLAYWRIGHT_JSON_OUTPUT_NAME: browserReport },
  },
  "live",
);

const counted = await count();
// The end of a long log is what is read first.
for (const name of counted.flaky) console.log(`~ ${name}: passed at a further try`);
for (const name of counted.names) console.log(`✗ ${name}`);
const results = [...quick, domain, browser];
console.log(
  `\n${results.map(({ name, seconds }) => `${seconds.toFixed(0).padStart(5)} s  ${name}`).join("\n")}`,
);
const failedSteps = results.filter(({ isGood }) => !isGood);
console.log(
  failedSteps.length === 0
    ? "\nAll is well."
    : `\nNot well: ${failedSteps.map(({ name }) => name).join(", ")}.`,
);
console.log(
  `${counted.passed} passed, ${Math.max(counted.failed, failedSteps.length)} failed, ${counted.skipped} skipped`,
);
await rm(reports, { recursive: true, force: true });
process.exit(failedSteps.length === 0 ? 0 : 1);

interface Suite {
  readonly file: string;
  readonly suites?: readonly Suite[];
  readonly specs: readonly {
    readonly title: string;
    readonly ok: boolean;
    readonly tests: readonly { readonly status: string }[];
  }[];
}

/** The tests of both runners, from their own reports, with the names of those that failed, at last or at first. */
async function count() {
  const unit = await readReport<{
    numPassedTests: number;
    numFailedTests: number;
    numPendingTests: number;
    testResults: { name: string; assertionResults: { fullName: string; status: string }[] }[];
  }>(vitestReport);
  const journeys = await readReport<{
    stats: { expected: number; unexpected: number; flaky: number; skipped: number };
    suites: Suite[];
  }>(browserReport);
  const failedUnits = (unit?.testResults ?? []).flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === "failed")
      .map(({ fullName }) => `${relative(root, name)}: ${fullName}`),
  );
  const walked = (journeys?.suites ?? []).flatMap(specsOf);
  return {
    passed: (unit?.numPassedTests ?? 0) + (journeys?.stats.expected ?? 0) + (journeys?.stats.flaky ?? 0),
    failed: (unit?.numFailedTests ?? 0) + (journeys?.stats.unexpected ?? 0),
    skipped: (unit?.numPendingTests ?? 0) + (journeys?.stats.skipped ?? 0),
    names: [...failedUnits, ...walked.filter(({ ok }) => !ok).map(({ title }) => title)],
    flaky: walked
      .filter(({ tests }) => tests.some(({ status }) => status === "flaky"))
      .map(({ title }) => title),
  };
}

function specsOf({ file, specs, suites = [] }: Suite): Suite["specs"] {
  const own = specs.map((spec) => ({ ...spec, title: `${file}: ${spec.title}` }));
  return [...own, ...suites.flatMap(specsOf)];
}

async function readReport<T>(path: string): Promise<T | undefined> {
  const text = await readFile(path, "utf8").catch(() => "");
  return text === "" ? undefined : (JSON.parse(text) as T);
}
