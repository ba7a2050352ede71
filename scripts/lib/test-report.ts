import { readFile } from "node:fs/promises";
import { relative } from "node:path";
import { root } from "./step.ts";

interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly startTime: number;
    readonly endTime: number;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

interface Suite {
  readonly file: string;
  readonly suites?: readonly Suite[];
  readonly specs: readonly {
    readonly title: string;
    readonly ok: boolean;
    readonly tests: readonly { readonly status: string }[];
  }[];
}

interface BrowserReport {
  readonly stats: {
    readonly expected: number;
    readonly unexpected: number;
    readonly flaky: number;
    readonly skipped: number;
  };
  readonly suites: readonly Suite[];
}

/**
 * Counts the tests of both runners, from their own reports, with the names of those that failed in the end or only at
 * first.
 */
export async function countTests(vitestReport: string, browserReport: string) {
  const unit = await readJson<VitestReport>(vitestReport);
  const journeys = await readJson<BrowserReport>(browserReport);
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

/** Seconds that each Vitest file took, by its path from the root. */
export async function secondsByFile(vitestReport: string): Promise<Record<string, number>> {
  const report = await readJson<VitestReport>(vitestReport);
  return Object.fromEntries(
    (report?.testResults ?? []).map(({ name, startTime, endTime }) => [
      relative(root, name),
      (endTime - startTime) / 1000,
    ]),
  );
}

/** Content of a file, or undefined if there is none. */
export async function readJson<T>(path: string): Promise<T | undefined> {
  const text = await readFile(path, "utf8").catch(() => "");
  return text === "" ? undefined : (JSON.parse(text) as T);
}

function specsOf({ file, specs, suites = [] }: Suite): Suite["specs"] {
  const own = specs.map((spec) => ({ ...spec, title: `${file}: ${spec.title}` }));
  return [...own, ...suites.flatMap(specsOf)];
}
