import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";

/**
 * Chromium without a window is the same engine and needs an eighth less of a run's CPU time. `npm test` uses it; all
 * other runs use the whole browser, whose window and menus are there although nothing shows them.
 */
const withoutWindow =
  process.env["JOURNEY_BROWSER"] === "headless" ? ["/usr/bin/chromium-headless-shell"] : [];

/** The machine's own Chromium if there is one; otherwise Playwright's, if installed. */
const candidates = [
  process.env["CHROMIUM_PATH"],
  ...withoutWindow,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
];
const executablePath = candidates.find((path) => path !== undefined && path !== "" && existsSync(path));
const isRoot = process.getuid?.() === 0;

// Half a dozen busy processes beside it would leave a low one 2 % of a core.
process.env["BACKGROUND_PRIORITY"] ??= "normal";

export default defineConfig({
  testDir: ".",
  testMatch: "**/*.spec.ts",
  globalSetup: "./prepare.ts",
  outputDir: "../test-results",
  // Node runs TypeScript by itself: translating what the journeys import would take half a minute of CPU time.
  build: { external: ["**/*.ts"] },
  // For a journey that hangs, not for a slow one: the same machine needs three times as long from day to day.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  fullyParallel: false,
  // Journeys wait more than they compute: two cores carry three. `npm test` sets fewer, since it runs other tests
  // meanwhile.
  workers: Number(process.env["JOURNEY_WORKERS"] ?? 3),
  // On a shared machine a browser may starve for seconds; a retry is reported at the end, not hidden.
  retries: process.env["CI"] === undefined ? 0 : 1,
  reporter: "list",
  use: {
    actionTimeout: 60_000,
    navigationTimeout: 120_000,
    screenshot: "only-on-failure",
    // Journeys must reach the server, not the cache of an earlier page; offline.spec.ts allows the worker.
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
        // Chromium's sandbox does not run as root.
        ...(isRoot ? ["--no-sandbox"] : []),
      ],
    },
  },
});
