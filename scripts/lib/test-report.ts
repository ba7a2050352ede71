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
    readonly status: string;
    /** Of a file that could not be run at all. */
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages?: readonly string[] | null;
    }[];
  }[];
}

interface Suite {
  readonly file: string;
  readonly suites?: readonly Suite[];
  readonly specs: readonly {
    readonly title: string;
    readonly ok: boolean;
    readonly tests: readonly {
      readonly status: string;
      readonly results: readonly { readonly errors: readonly { readonly message?: string }[] }[];
    }[];
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

async function readReports<T>(paths: readonly string[]): Promise<T[]> {
  const reports = await Promise.all(paths.map((path) => readJson<T>(path)));
  return reports.filter((report) => report !== undefined);
}

const sum = <T>(items: readonly T[], of: (item: T) => number): number =>
  items.reduce((total, item) => total + of(item), 0);

/** A failed test by file and name, and the beginning of what it said. */
export interface Failure {
  readonly name: string;
  readonly message: string;
}

const escapes = new RegExp(String.raw`\u001b\[[\d;]*m`, "gu");
const plain = (text: string): string => text.replaceAll(escapes, "");
/** The first lines, without terminal colours; of an error, the later ones are the stack. */
export const beginningOf = (text: string, lines = 12): string =>
  plain(text).split("\n").slice(0, lines).join("\n");

/** Counts the tests of both runners from their own reports; lists failures, and journeys that passed only at a further try. */
export async function countTests(vitestReports: readonly string[], browserReports: readonly string[]) {
  const units = await readReports<VitestReport>(vitestReports);
  const journeys = await readReports<BrowserReport>(browserReports);
  const failedUnits = units
    .flatMap(({ testResults }) => testResults)
    .flatMap(({ name, status, message, assertionResults }) => {
      const file = relative(root, name);
      const failed = assertionResults.filter((result) => result.status === "failed");
      // A file whose hook or import failed has no failed test of its own.
      if (failed.length === 0 && status === "failed") return [failure(file, [message])];
      return failed.map(({ fullName, failureMessages }) =>
        failure(`${file}: ${fullName}`, failureMessages ?? []),
      );
    });
  const walked = journeys.flatMap(({ suites }) => suites.flatMap(specsOf));
  return {
    passed:
      sum(units, ({ numPassedTests }) => numPassedTests) +
      sum(journeys, ({ stats }) => stats.expected + stats.flaky),
    failed:
      sum(units, ({ numFailedTests }) => numFailedTests) + sum(journeys, ({ stats }) => stats.unexpected),
    skipped:
      sum(units, ({ numPendingTests }) => numPendingTests) + sum(journeys, ({ stats }) => stats.skipped),
    failures: [...failedUnits, ...walked.filter(({ ok }) => !ok).map(journeyFailure)],
    flaky: walked.filter(({ tests }) => tests.some(({ status }) => status === "flaky")).map(journeyFailure),
  };
}

/** Errors that Vitest met between tests and leaves out of its report: the first of them, from what it printed. */
export function errorsOutsideTests(output: string): string {
  const text = plain(output);
  const begin = text.search(/^.*Unhandled (?:Errors|Rejection|Error)\b/m);
  return begin < 0 ? "" : beginningOf(text.slice(begin), 40);
}

const failure = (name: string, messages: readonly string[]): Failure => ({
  name,
  message: messages.map((message) => beginningOf(message)).join("\n"),
});

const journeyFailure = ({ title, tests }: Suite["specs"][number]): Failure =>
  failure(
    title,
    tests.flatMap(({ results }) =>
      results.flatMap(({ errors }) => errors.map(({ message = "" }) => message)),
    ),
  );

/** Seconds that each Vitest file took, by its path from the root. */
export async function secondsByFile(vitestReports: readonly string[]): Promise<Record<string, number>> {
  const reports = await readReports<VitestReport>(vitestReports);
  return Object.fromEntries(
    reports
      .flatMap(({ testResults }) => testResults)
      .map(({ name, startTime, endTime }) => [relative(root, name), (endTime - startTime) / 1000]),
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
