import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { run, tail } from "./child.mjs";
import { Problem, say } from "./problem.mjs";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const MAC = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";

/**
 * Ensures that the browser tests have a Chromium, installing one where possible.
 * @param {string} root
 * @param {string} node a Node of version 24
 */
export async function ensureChromium(root, node) {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (works(given)) return;
    throw new Problem(`CHROMIUM_PATH is ${given}, which is not a browser that runs.`);
  }
  if (findBrowser() || works(playwrightBrowser(root, node))) return;
  const tried = [];
  if (mayUseApt()) tried.push(await installByApt());
  if (findBrowser()) return;
  tried.push(await installByPlaywright(root, node));
  if (works(playwrightBrowser(root, node))) return;
  throw new Problem(
    "The browser tests need Chromium, and it could not be installed here.\n" +
      "Install it with the system's own means (for example `apt-get install chromium`), or set CHROMIUM_PATH.\n" +
      tried.filter((text) => text.trim() !== "").join("\n"),
  );
}

/** A working Chromium or Chrome of the system. */
function findBrowser() {
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/bin"];
  const paths = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...new Set(paths), MAC].find(works);
}

/** Runs it for its version: Ubuntu's /usr/bin/chromium-browser is often only a note that a snap is needed. */
function works(path) {
  if (!path || !existsSync(path)) return false;
  const result = spawnSync(path, ["--version", "--no-sandbox"], { encoding: "utf8", timeout: 20_000 });
  return result.status === 0 && /Chrom/.test(result.stdout);
}

/** Path of Playwright's own browser, installed or not. */
function playwrightBrowser(root, node) {
  const code = 'process.stdout.write(require("@playwright/test").chromium.executablePath())';
  return spawnSync(node, ["-e", code], { cwd: root, encoding: "utf8" }).stdout;
}

function mayUseApt() {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return false;
  try {
    return /^(ID|ID_LIKE)=.*(debian|ubuntu)/m.test(readFileSync("/etc/os-release", "utf8"));
  } catch {
    return false;
  }
}

async function installByApt() {
  say("installing Chromium for the browser tests (apt-get)");
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const update = await run("still updating the package lists", "apt-get", ["update"], { env });
  const install = (...packages) =>
    run("still installing Chromium", "apt-get", ["install", "-y", "--no-install-recommends", ...packages], {
      env,
    });
  // Not every distribution has the second, and `npm test` runs with either.
  const both = await install("chromium", "chromium-headless-shell");
  const installed = both.ok ? both : await install("chromium");
  return installed.ok ? "" : tail(`${update.ok ? "" : update.output}\n${installed.output}`, 6);
}

async function installByPlaywright(root, node) {
  say("installing Chromium for the browser tests (Playwright's own download)");
  const cli = join(root, "node_modules", "@playwright", "test", "cli.js");
  const result = await run("still downloading Chromium", node, [cli, "install", "chromium"], { cwd: root });
  if (!result.ok) return tail(result.output, 6);
  return works(playwrightBrowser(root, node))
    ? ""
    : "  Chromium was downloaded but does not run: system libraries are missing. Run as root: npx playwright install-deps chromium";
}
