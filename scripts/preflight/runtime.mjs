import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { Problem } from "./problem.mjs";

const WANTED = 24;

/**
 * The program that will be `node` for the scripts of package.json: the one in node_modules, which comes first in npm's
 * PATH, otherwise the one running this script.
 * @param {string} root
 * @returns {string} path of a Node of version 24 or newer
 */
export function findNode(root) {
  const own = join(root, "node_modules", ".bin", "node");
  const candidate = existsSync(own) ? own : process.execPath;
  const version = candidate === process.execPath ? process.version : versionOf(candidate);
  if (Number.parseInt(version.slice(1), 10) >= WANTED) return candidate;
  if (candidate === own) {
    throw new Problem(
      `The Node.js that comes with the dependencies does not run on this system${version ? ` (${version})` : ""}.\n` +
        `It needs glibc 2.28 or newer. Elsewhere install Node.js ${WANTED} yourself and remove node_modules/.bin/node.`,
    );
  }
  throw new Problem(
    `Sitewalk needs Node.js ${WANTED} or newer; this is ${version}.\n` +
      `On Linux (x64, arm64) it comes with the dependencies: run \`npm ci\` without --omit=optional.\n` +
      `On other systems install Node.js ${WANTED} from https://nodejs.org and start again.`,
  );
}

/** @param {string} program */
function versionOf(program) {
  return spawnSync(program, ["--version"], { encoding: "utf8" }).stdout?.trim() ?? "";
}
