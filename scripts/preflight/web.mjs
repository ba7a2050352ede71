import { createHash, randomBytes } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { totalmem } from "node:os";
import { join } from "node:path";
import { run, tail } from "./child.mjs";
import { alone } from "./lock.mjs";
import { Problem, say, secondsSince } from "./problem.mjs";

/** Inputs of the web build. */
const SOURCES = [
  "src/web",
  "src/panorama",
  "src/contract",
  "src/i18n",
  "src/walk",
  "vite.config.ts",
  "scripts/vite",
  "index.html",
  "door.html",
  "viewer.html",
  "video.html",
  "live.html",
  "cctv.html",
  "answer.html",
  "package-lock.json",
];

/**
 * True when dist/web was built from the current sources. Without src/web (a production image) any shipped build is
 * right.
 * @param {string} root
 */
export function isWebFresh(root) {
  const built = join(root, "dist", "web");
  if (!existsSync(join(built, "index.html"))) return false;
  if (!existsSync(join(root, "src", "web"))) return true;
  try {
    return readFileSync(join(built, ".stamp"), "utf8").trim() === hashOfSources(root);
  } catch {
    return false;
  }
}

/**
 * Builds dist/web in a temporary folder and renames it when complete, so that a running server never serves half of it.
 * @param {string} root
 * @param {string} node a Node of version 24
 */
export async function ensureWeb(root, node) {
  if (isWebFresh(root)) return;
  await alone(root, async () => {
    if (!isWebFresh(root)) await build(root, node);
  });
}

/** A build with one thread for each of its parts, and one arena: 0.97 GB at most instead of 1.22. */
const frugal = {
  MALLOC_ARENA_MAX: "1",
  RAYON_NUM_THREADS: "1",
  TOKIO_WORKER_THREADS: "1",
  UV_THREADPOOL_SIZE: "1",
};

/** Of the machine, or of its control group, as in `src/server/platform/machine-memory.ts`. */
function hasLittleMemory() {
  const group = process.constrainedMemory?.() ?? 0;
  return Math.min(totalmem(), group > 0 ? group : Number.POSITIVE_INFINITY) < 1.5 * 2 ** 30;
}

async function build(root, node) {
  const since = performance.now();
  say("building the web part (only when it changed)");
  const dist = join(root, "dist");
  mkdirSync(dist, { recursive: true });
  removeLeftovers(dist);
  const hash = hashOfSources(root);
  const out = join(dist, `.web-new-${randomBytes(4).toString("hex")}`);
  const vite = join(root, "node_modules", "vite", "bin", "vite.js");
  const little = hasLittleMemory();
  const flags = little ? ["--max-old-space-size=300", "--max-semi-space-size=2"] : [];
  const result = await run(
    "still building",
    node,
    [...flags, vite, "build", "--outDir", out, "--emptyOutDir"],
    {
      cwd: root,
      env: {
        ...process.env,
        ...(little && frugal),
        SITEWALK_WEB_OUT: out,
        NODE_ENV: "production",
        NO_COLOR: "1",
      },
    },
  );
  if (!result.ok || !existsSync(join(out, "index.html"))) {
    rmSync(out, { recursive: true, force: true });
    const hint = little
      ? "\nIt needs 1 GB of free memory. Add swap, or copy dist/web, with its file .stamp, from a machine that has built the same version."
      : "";
    throw new Problem(`The web part could not be built:\n${tail(result.output, 20)}${hint}`);
  }
  writeFileSync(join(out, ".stamp"), `${hash}\n`);
  swap(out, join(dist, "web"), join(dist, `.web-old-${randomBytes(4).toString("hex")}`));
  say(`web part built in ${secondsSince(since)}`);
}

function swap(fresh, place, aside) {
  if (existsSync(place)) renameSync(place, aside);
  renameSync(fresh, place);
  rmSync(aside, { recursive: true, force: true });
}

/** Leftovers of builds that were killed. */
function removeLeftovers(dist) {
  for (const name of readdirSync(dist)) {
    if (/^\.web-(new|old)-/.test(name)) rmSync(join(dist, name), { recursive: true, force: true });
  }
}

/** Over names and contents, never times: a fresh clone of the same commit has the same hash. @param {string} root */
function hashOfSources(root) {
  const hash = createHash("sha256");
  for (const source of SOURCES) add(hash, root, source);
  return hash.digest("hex");
}

function add(hash, root, path) {
  const found = statSync(join(root, path), { throwIfNoEntry: false });
  if (!found) return;
  if (found.isDirectory()) {
    for (const name of readdirSync(join(root, path)).sort()) add(hash, root, `${path}/${name}`);
  } else if (found.isFile()) {
    hash.update(`${path}\0${found.size}\0`).update(readFileSync(join(root, path)));
  }
}
