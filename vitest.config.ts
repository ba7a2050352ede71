import { availableParallelism } from "node:os";
import react from "@vitejs/plugin-react";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";

/** What they declare stands in a list of the whole process, where the product would ask who works on it. */
const alone = ["src/server/platform/jobs/jobs.test.ts", "src/server/platform/events/bus.test.ts"];
const ofWeb = ["src/web/**/*.test.ts"];

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
} satisfies TestProjectInlineConfiguration["test"];

/**
 * What a page has once and keeps: its line for real time, its reports, its first language. All other screens share one page, file after file, since
 * setting up a page and loading React into it costs as much as their tests; `test-setup.ts` takes back what a file changed.
 */
const apart = [
  "src/web/features/notifications/bell.test.tsx",
  "src/web/lib/presence.test.tsx",
  "src/web/lib/realtime.test.tsx",
  "src/web/lib/reporting/reporting.test.tsx",
  "src/web/shell/loading.test.tsx",
  "src/web/shell/session-told.test.tsx",
];

const web = {
  environment: "jsdom",
  setupFiles: ["src/web/test-setup.ts"],
  // Young objects by the million: with room for them, half of the collector's work is not done.
  execArgv: ["--max-semi-space-size=64"],
  testTimeout: 60_000,
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
      {
        plugins: [react()],
        test: { ...web, name: "web", isolate: false, include: ["src/web/**/*.test.tsx"], exclude: apart },
      },
      { plugins: [react()], test: { ...web, name: "web-alone", include: apart } },
    ],
  },
});
