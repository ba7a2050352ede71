/**
 * Preconditions for starting or testing Sitewalk, run by npm as `prestart` and `pretest`: dependencies installed, Node
 * 24 available, the web part built, a browser for the tests. Plain JavaScript without packages: it runs on the
 * machine's own Node (20 or newer) before anything is installed.
 */
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureChromium } from "./preflight/chromium.mjs";
import { ensureDependencies } from "./preflight/dependencies.mjs";
import { Problem } from "./preflight/problem.mjs";
import { findNode } from "./preflight/runtime.mjs";
import { ensureWeb, isWebFresh } from "./preflight/web.mjs";

/** @param {string | undefined} purpose "start" or "test" */
async function preflight(purpose) {
  const root = dirname(dirname(fileURLToPath(import.meta.url)));
  if (purpose !== "start" && purpose !== "test")
    throw new Problem("Usage: node scripts/preflight.mjs start|test");
  // Building needs the development packages; running a build does not.
  await ensureDependencies(root, { withDev: purpose === "test" || !isWebFresh(root) });
  const node = findNode(root);
  await ensureWeb(root, node);
  if (purpose === "test") await ensureChromium(root, node);
}

try {
  await preflight(process.argv[2]);
} catch (error) {
  if (!(error instanceof Problem)) throw error;
  console.error(`\nsitewalk: ${error.message}\n`);
  process.exitCode = 1;
}
