import { closeSync, mkdirSync, openSync, rmSync, statSync, utimesSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Problem, say } from "./problem.mjs";

const BEAT_MS = 1_000;
/** A lock untouched for this long belongs to a process that was killed. */
const STALE_MS = 15_000;

/**
 * Runs `work` while no other preflight of this checkout installs or builds. The age of the lock file shows whether its
 * process is alive; a process id would mean nothing in another container.
 * @template T
 * @param {string} root
 * @param {() => Promise<T>} work must check again whether it is still needed
 * @returns {Promise<T>}
 */
export async function alone(root, work) {
  const path = join(root, ".cache", "preflight.lock");
  await take(path);
  const beat = setInterval(() => touch(path), BEAT_MS);
  const free = () => rmSync(path, { force: true });
  const interrupted = () => process.exit(130); // by Ctrl-C: "exit" follows
  process.once("exit", free).once("SIGINT", interrupted).once("SIGTERM", interrupted);
  try {
    return await work();
  } finally {
    clearInterval(beat);
    free();
    process.off("exit", free).off("SIGINT", interrupted).off("SIGTERM", interrupted);
  }
}

/** @param {string} path */
async function take(path) {
  for (let told = false; ; ) {
    try {
      mkdirSync(dirname(path), { recursive: true });
      closeSync(openSync(path, "wx"));
      return;
    } catch (error) {
      if (["EACCES", "EPERM", "EROFS"].includes(error.code)) throw notWritable(dirname(dirname(path)));
      if (error.code === "ENOSPC") throw new Problem("The disk is full. Free some space and start again.");
      if (error.code !== "EEXIST") throw error;
    }
    const touched = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
    if (touched !== undefined && Date.now() - touched > STALE_MS) rmSync(path, { force: true });
    else {
      if (!told) say("waiting for another start that is installing or building");
      told = true;
      await sleep(200);
    }
  }
}

/** @param {string} path */
function touch(path) {
  try {
    const now = new Date();
    utimesSync(path, now, now);
  } catch {
    // removed by hand: the current work still ends well, since it renames its result into place
  }
}

/** @param {string} root */
function notWritable(root) {
  return new Problem(
    `Something has to be installed or built, but this user may not write in ${root}.\n` +
      "Start once as the owner of that folder, or take a copy of your own.",
  );
}
