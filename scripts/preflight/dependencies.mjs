import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run, tail } from "./child.mjs";
import { alone } from "./lock.mjs";
import { Problem, say, secondsSince } from "./problem.mjs";

/**
 * Makes node_modules match package-lock.json, by `npm ci` when it does not.
 * @param {string} root
 * @param {{withDev: boolean}} wanted whether tools and the web's own packages must be installed
 */
export async function ensureDependencies(root, { withDev }) {
  if (isInstalled(root, withDev)) return;
  await alone(root, async () => {
    if (!isInstalled(root, withDev)) await install(root);
  });
}

/**
 * The stamp means "made from exactly this lockfile, complete". Without it npm's own record is compared, because the
 * user may have run `npm ci` by hand; a part omitted by `--omit=dev` is fine when it is not wanted.
 * @param {string} root
 * @param {boolean} withDev
 */
function isInstalled(root, withDev) {
  const lockfile = readFileSync(join(root, "package-lock.json"), "utf8");
  const hash = createHash("sha256").update(lockfile).digest("hex");
  const stamp = join(root, "node_modules", ".sitewalk-lock");
  const stamped = read(stamp)?.trim();
  if (stamped === hash) return true;
  if (stamped === `${hash} production` && !withDev) return true;
  const record = read(join(root, "node_modules", ".package-lock.json"));
  if (record === undefined) return false;
  const missing = disagreement(packagesOf(lockfile), packagesOf(record));
  if (missing === "all" || (missing === "dev" && withDev)) return false;
  writeStamp(stamp, missing === "dev" ? `${hash} production` : hash);
  return true;
}

/** @param {string} text of a lockfile or of npm's record of node_modules */
function packagesOf(text) {
  try {
    return JSON.parse(text).packages ?? {};
  } catch {
    return {}; // cut short or edited by hand: `npm ci` will tell or repair
  }
}

/**
 * Packages missing in npm's record of node_modules: none, only development packages, or any other ("all"). Optional
 * packages of other platforms are never installed; those of this one must be present.
 */
function disagreement(locked, installed, here = thisPlatform()) {
  let result = "nothing";
  for (const [path, entry] of Object.entries(installed)) {
    if (locked[path]?.version !== entry.version || locked[path]?.integrity !== entry.integrity) return "all";
  }
  for (const [path, entry] of Object.entries(locked)) {
    if (path === "" || installed[path]) continue;
    if (entry.dev || entry.devOptional) {
      if (!entry.optional && !entry.devOptional) result = "dev";
    } else if (!entry.optional || isFor(here, entry)) return "all";
  }
  return result;
}

function thisPlatform() {
  const glibc = process.report?.getReport?.().header?.glibcVersionRuntime;
  return { os: process.platform, cpu: process.arch, libc: glibc ? "glibc" : "musl" };
}

/** True for a package that names this platform; one that names none may belong to a package of another platform. */
function isFor(here, { os, cpu, libc }) {
  if (!os || !cpu) return false;
  return os.includes(here.os) && cpu.includes(here.cpu) && (!libc || libc.includes(here.libc));
}

async function install(root) {
  const since = performance.now();
  say("installing the dependencies (only when they changed)");
  const { command, args } = npm();
  const result = await run(
    "still installing",
    command,
    [...args, "ci", "--include=dev", "--include=optional", "--no-audit", "--no-fund", "--loglevel=error"],
    { cwd: root, env: environment(), shell: process.platform === "win32" && args.length === 0 },
  );
  if (!result.ok) throw new Problem(reason(result.output));
  const hash = createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex");
  writeStamp(join(root, "node_modules", ".sitewalk-lock"), hash);
  say(`dependencies installed in ${secondsSince(since)}`);
}

/** The same npm that runs this script, on the Node that runs it: the one in node_modules is about to be replaced. */
function npm() {
  const script = process.env.npm_execpath;
  if (script?.endsWith("npm-cli.js") && existsSync(script)) {
    return { command: process.env.npm_node_execpath ?? process.execPath, args: [script] };
  }
  return { command: "npm", args: [] };
}

/** Options given to `npm start` itself (--prefix, --omit, --ignore-scripts) must not reach `npm ci`. */
function environment() {
  const kept = Object.entries(process.env).filter(
    ([name]) =>
      !/^npm_config_(prefix|local_prefix|omit|include|production|only|dry_run|global|workspace)/i.test(name),
  );
  return Object.fromEntries(kept);
}

/** @param {string} output */
function reason(output) {
  if (/EACCES|EPERM|EROFS/.test(output)) {
    return "The dependencies could not be installed: this user may not write in the project's folder (or in npm's cache).";
  }
  if (/ENOSPC/.test(output))
    return "The dependencies could not be installed: the disk is full (about 800 MB are needed).";
  if (/ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNREFUSED|ECONNRESET|ENETUNREACH/.test(output)) {
    return "The dependencies could not be installed: the package registry cannot be reached. Check the network and start again.";
  }
  if (/EUSAGE/.test(output)) {
    return "The dependencies could not be installed: package.json and package-lock.json disagree. Restore both from the repository.";
  }
  return `The dependencies could not be installed:\n${tail(output, 8)}`;
}

/** A read-only checkout works without a stamp, only a little slower. */
function writeStamp(path, text) {
  try {
    writeFileSync(path, `${text}\n`);
  } catch {
    return;
  }
}

/** @param {string} path */
function read(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
