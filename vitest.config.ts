import { globSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { partOf } from "./test/later.ts";

/** Their declarations go into a process-wide list, which the product would look up for workers. */
const alone = ["src/server/platform/jobs/jobs.test.ts", "src/server/platform/events/bus.test.ts"];
const root = import.meta.dirname;
const files = (...patterns: string[]) => partOf(globSync(patterns, { cwd: root }));
const ofWeb = files("src/web/**/*.test.ts");
const ofServer = files("src/**/*.test.ts", "test/**/*.test.ts", "scripts/**/*.test.ts").filter(
  (file) => !alone.includes(file) && !ofWeb.includes(file),
);

/** Milliseconds until a query fails: as in `test/soon.ts`. */
const patient = { poll: { timeout: 120_000 } };
/**
 * Milliseconds until a test or its setup counts as one that hangs. Not a measure of speed: the same machine needs three
 * times as long from day to day, and more with other work beside it. A test has a longer limit of its own, never a
 * shorter one.
 */
const hangs = { testTimeout: 600_000, hookTimeout: 600_000 };

/**
 * Run like the product: by Node itself, without a bundler in between; and all files of a worker in one process, since
 * loading the server costs more than most files' tests.
 */
const server = {
  environment: "node",
  globalSetup: ["test/global-setup.ts"],
  experimental: { viteModuleRunner: false },
  ...hangs,
  expect: patient,
} satisfies TestProjectInlineConfiguration["test"];

/**
 * Screen tests share one page, file after file: setting up a page and loading React into it costs as much as the tests.
 * Spies and clocks are put back after each file (`src/web/test-setup.ts`). A file that changes more (a stubbed global or
 * module, a property) has a page of its own, and so has one of the parts that run once per page.
 */
const screens = files("src/web/**/*.test.tsx");
const changesPage =
  /vi\.(mock|doMock)\(|stubGlobal|defineProperty|defineProperties|\.prototype\.|globalThis\.\w+ (\?\?)?= |resetModules|RealtimeServer/;
const isOncePerPage = (file: string, text: string) =>
  !/^src\/web\/(features|ui)\//.test(file) && /spyOn\(|useFakeTimers/.test(text);
const apart = screens.filter((file) => {
  const text = readFileSync(join(root, file), "utf8");
  return changesPage.test(text) || isOncePerPage(file, text);
});

const web = {
  environment: "jsdom",
  setupFiles: ["src/web/test-setup.ts"],
  // Many millions of short-lived objects: with a larger young generation, half of the collector's work is avoided.
  execArgv: ["--max-semi-space-size=64"],
  ...hangs,
  expect: patient,
} satisfies TestProjectInlineConfiguration["test"];

/** Vitest begins with the largest files. These are small and take longest: one that begins last runs alone. */
const longest = [
  ...["unseen", "changes", "reads"].map((name) => `/test/conformance/${name}.test.ts`),
  "/walks/walk-server-kill.test.ts",
];
const isLongest = ({ moduleId }: TestSpecification) => longest.some((path) => moduleId.endsWith(path));
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...sorted.filter(isLongest), ...sorted.filter((file) => !isLongest(file))];
  }
}

// Half a dozen busy processes beside it would leave a low one 2 % of a core.
process.env["BACKGROUND_PRIORITY"] ??= "normal";

export default defineConfig({
  test: {
    // Tests of failures make the product log them; what a test wrote is of use where it failed.
    silent: "passed-only",
    sequence: { sequencer: LongestFirst },
    // By default one core stays free, which on two is half of them; and server tests wait a third of their time. `npm
    // test` sets fewer, since it runs journeys meanwhile.
    maxWorkers: Number(process.env["TEST_WORKERS"] ?? availableParallelism() + 2),
    // Slow tests are found through the report; a busy machine is not a fault of a test.
    projects: [
      {
        test: {
          ...server,
          name: "node",
          isolate: false,
          include: ofServer,
        },
      },
      { test: { ...server, name: "alone", include: partOf(alone) } },
      { test: { ...hangs, name: "web-logic", environment: "node", include: ofWeb, isolate: false } },
      {
        plugins: [react()],
        test: {
          ...web,
          name: "web",
          isolate: false,
          include: screens.filter((file) => !apart.includes(file)),
        },
      },
      { plugins: [react()], test: { ...web, name: "web-alone", include: apart } },
    ],
  },
});
