import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";

/** The machine's own Chromium where there is one; otherwise Playwright's, when it is installed. */
const candidates = [
  process.env["CHROMIUM_PATH"],
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
];
const executablePath = candidates.find((path) => path !== undefined && path !== "" && existsSync(path));
const isRoot = process.getuid?.() === 0;

export default defineConfig({
  testDir: ".",
  testMatch: "**/*.spec.ts",
  globalSetup: "./prepare.ts",
  outputDir: "../test-results",
  timeout: 120_000,
  expect: { timeout: 15_000 },
  fullyParallel: false,
  // Journeys wait more than they work: two cores carry three. `npm test` says fewer, since it runs other tests meanwhile.
  workers: Number(process.env["JOURNEY_WORKERS"] ?? 3),
  // On a machine shared with others a browser may starve for seconds; a second try is named at the end, not hidden.
  retries: process.env["CI"] === undefined ? 0 : 1,
  reporter: "list",
  use: {
    actionTimeout: 20_000,
    navigationTimeout: 45_000,
    screenshot: "only-on-failure",
    // A journey is to meet the server, not what an earlier page kept; offline.spec.ts lets the worker in.
    serviceWorkers: "block",
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      args: [
        // WebGL without a graphics card.
        "--enable-unsafe-swiftshader",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
        // Chromium refuses its sandbox to root.
        ...(isRoot ? ["--no-sandbox"] : []),
      ],
    },
  },
});
