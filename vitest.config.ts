import { globSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";

/** What they declare stands in a list of the whole process, where the product would ask who works on it. */
const alone = ["src/server/platform/jobs/jobs.test.ts", "src/server/platform/events/bus.test.ts"];
const ofWeb = ["src/web/**/*.test.ts"];

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
  testTimeout: 30_000,
  hookTimeout: 60_000,
  expect: patient,
} satisfies TestProjectInlineConfiguration["test"];

/**
 * Screens that leave the browser's own things as they are share one page, file after file: setting up a page and loading
 * React into it costs as much as the tests. Who changes them (a stubbed global or module, a property, a clock,
 * what runs once per page) has a page to himself.
 */
const screens = globSync("src/web/**/*.test.tsx", { cwd: import.meta.dirname });
const changesPage =
  /vi\.(mock|doMock)\(|stubGlobal|spyOn\(|defineProperty|defineProperties|\.prototype\.|globalThis\.\w+ (\?\?)?= |resetModules|useFakeTimers|RealtimeServer/;
const apart = screens.filter(
  (file) =>
    !/^src\/web\/(features|ui)\//.test(file) ||
    changesPage.test(readFileSync(join(import.meta.dirname, file), "utf8")),
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
    // Left to itself it keeps one core free, which on two is half of them; and tests of servers wait a fifth of their time.
    maxWorkers: availableParallelism() + 1,
    // What is slow is found by the report; a machine that is busy is no fault of a test's.
    projects: [
      {
        test: {
          ...server,
          name: "node",
          isolate: false,
          include: ["src/**/*.test.ts", "test/**/*.test.ts", "scripts/**/*.test.ts"],
          exclude: [...alone, ...ofWeb],
        },
      },
      { test: { ...server, name: "alone", include: alone } },
      { test: { name: "web-logic", environment: "node", include: ofWeb, isolate: false } },
      { plugins: [react()], test: { ...web, name: "web", isolate: false, include: screens, exclude: apart } },
      { plugins: [react()], test: { ...web, name: "web-alone", include: apart } },
    ],
  },
});
