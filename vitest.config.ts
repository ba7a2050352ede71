import { globSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { partOf } from "./test/later.ts";

/** What they declare stands in a list of the whole process, where the product would ask who works on it. */
const alone = ["src/server/platform/jobs/jobs.test.ts", "src/server/platform/events/bus.test.ts"];
const root = import.meta.dirname;
const files = (...patterns: string[]) => partOf(globSync(patterns, { cwd: root }));
const ofWeb = files("src/web/**/*.test.ts");
const ofServer = files("src/**/*.test.ts", "test/**/*.test.ts", "scripts/**/*.test.ts").filter(
  (file) => !alone.includes(file) && !ofWeb.includes(file),
);

/** Milliseconds until what was looked for is said not to come: as in `test/soon.ts`. */
const patient = { poll: { timeout: 25_000 } };

/**
 * Run as the product runs: by Node itself, without a bundler in between; and all files of a worker in one process, since
 * loading the server costs more than most files do with it.
 */
const server = {
  environment: "node",
  globalSetup: ["test/global-setup.ts"],
  experimental: { viteModuleRunner: false },
  // For a test that hangs, not for one that is slow: the machine may be busy.
  testTimeout: 120_000,
  hookTimeout: 240_000,
  expect: patient,
} satisfies TestProjectInlineConfiguration["test"];

/**
 * Screens that leave the browser's own things as they are share one page, file after file: setting up a page and loading
 * React into it costs as much as the tests. Who changes them (a stubbed global or module, a property, a clock,
 * what runs once per page) has a page to himself.
 */
const screens = files("src/web/**/*.test.tsx");
const changesPage =
  /vi\.(mock|doMock)\(|stubGlobal|spyOn\(|defineProperty|defineProperties|\.prototype\.|globalThis\.\w+ (\?\?)?= |resetModules|useFakeTimers|RealtimeServer/;
const apart = screens.filter(
  (file) =>
    !/^src\/web\/(features|ui)\//.test(file) || changesPage.test(readFileSync(join(root, file), "utf8")),
);

const web = {
  environment: "jsdom",
  setupFiles: ["src/web/test-setup.ts"],
  // Young objects by the million: with room for them, half of the collector's work is not done.
  execArgv: ["--max-semi-space-size=64"],
  testTimeout: 60_000,
  expect: patient,
} satisfies TestProjectInlineConfiguration["test"];

export default defineConfig({
  test: {
    // Tests of failures make the product log them; what a test wrote is of use where it failed.
    silent: "passed-only",
    // Left to itself it keeps one core free, which on two is half of them; and tests of servers wait a third of their
    // time. `npm test` says fewer, since it walks journeys meanwhile.
    maxWorkers: Number(process.env["TEST_WORKERS"] ?? availableParallelism() + 2),
    // What is slow is found by the report; a machine that is busy is no fault of a test's.
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
      { test: { name: "web-logic", environment: "node", include: ofWeb, isolate: false } },
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
