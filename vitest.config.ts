import { availableParallelism } from "node:os";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    // Left to itself it keeps one core free, which on two is half of them; and tests of servers wait a fifth of their time.
    maxWorkers: availableParallelism() + 1,
    // What is slow is found by the report; a machine that is busy is no fault of a test's.
    projects: [
      {
        test: {
          name: "node",
          environment: "node",
          include: ["src/**/*.test.ts", "test/**/*.test.ts", "scripts/**/*.test.ts"],
          globalSetup: ["test/global-setup.ts"],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        plugins: [react()],
        test: {
          name: "web",
          environment: "jsdom",
          include: ["src/web/**/*.test.tsx"],
          setupFiles: ["src/web/test-setup.ts"],
          testTimeout: 20_000,
        },
      },
    ],
  },
});
