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
        test: {
          name: "web",
          environment: "jsdom",
          include: ["src/web/**/*.test.tsx"],
          setupFiles: ["src/web/test-setup.ts"],
          testTimeout: 30_000,
        },
      },
    ],
  },
});
