import { createHash, randomBytes } from "node:crypto";
import { link, stat, unlink } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { codeOf } from "../error-code.ts";
import { fitsSocket, shortSocketBase } from "./layout.ts";
import { type Beacon, lightBeacon } from "./local-socket.ts";
import { PostgresRefused } from "./refused.ts";

/** How long another process may take with its own start: a first start on an overloaded machine took 14 s. */
const PATIENCE_MS = 120_000;

export interface StartLock {
  /** Where sockets of this database can be: `root`, or a short folder when its path is too long. */
  socketBase: string;
  release(): Promise<void>;
}

/**
 * One start at a time per folder. The lock is a listening socket, so that it ends with its process whatever
 * happens; `link()` puts it in place only when the name is free, which two processes cannot both achieve.
 */
export async function acquireStartLock(root: string): Promise<StartLock> {
  if (process.platform === "win32") return acquireOnWindows(root);
  if (!fitsSocket(root)) return contend(root, await shortSocketBase(root));
  try {
    return await contend(root, root);
  } catch (error) {
    // some shared folders of virtual machines have neither sockets nor hard links
    if (!["ENOTSUP", "EOPNOTSUPP", "EPERM", "EINVAL", "ENOSYS"].includes(codeOf(error))) throw error;
    return contend(root, await shortSocketBase(root));
  }
}

async function contend(root: string, socketBase: string): Promise<StartLock> {
  const path = join(socketBase, "start.sock");
  const own = join(socketBase, `start.${randomBytes(4).toString("hex")}`);
  const beacon = await lightBeacon(own).catch((error: unknown) => {
    throw readOnly(root, error);
  });
  try {
    await takePlace(root, own, path);
  } catch (error) {
    beacon.close();
    throw error;
  } finally {
    await unlink(own).catch(() => undefined);
  }
  return { socketBase, release: () => release(beacon, path) };
}

async function takePlace(root: string, own: string, path: string): Promise<void> {
  const patience = Date.now() + PATIENCE_MS;
  while (Date.now() < patience) {
    try {
      return await link(own, path);
    } catch (error) {
      if (codeOf(error) !== "EEXIST") throw error;
    }
    await waitForHolder(path, patience - Date.now());
  }
  throw new PostgresRefused(
    "start-in-progress",
    `Another process has been starting the database in ${root} for two minutes. End that process and start again.`,
  );
}

/** Returns when the holder released it or died; removes a socket left behind by a dead one. */
async function waitForHolder(path: string, patience: number): Promise<void> {
  const before = await stat(path).catch(() => undefined);
  if (!before || (await heldUntilClosed(path, patience))) return;
  const after = await stat(path).catch(() => undefined);
  // Another process may have removed the stale one and created its own since.
  if (after && after.ino === before.ino && after.ctimeMs === before.ctimeMs) {
    await unlink(path).catch(() => undefined);
  }
}

/** True when a process listened (and has closed, or patience ended); false when the socket is dead. */
function heldUntilClosed(path: string, patience: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const socket = connect(path);
    let held = false;
    socket.setTimeout(patience, () => socket.destroy());
    socket.once("connect", () => (held = true));
    socket.once("error", (error) => {
      const gone = ["ECONNREFUSED", "ENOENT", "ECONNRESET"].includes(codeOf(error));
      if (!gone) reject(readOnly(path, error));
    });
    socket.once("close", () => resolve(held));
    socket.resume();
  });
}

async function release(beacon: Beacon, path: string): Promise<void> {
  await unlink(path).catch(() => undefined);
  beacon.close();
}

function readOnly(path: string, error: unknown): unknown {
  if (!["EACCES", "EROFS"].includes(codeOf(error))) return error;
  return new PostgresRefused(
    "not-permitted",
    `This user may not write in ${path}. Start as the user who owns it or as root, or set DATA_DIR to another folder.`,
    { cause: error },
  );
}

/** A named pipe exists once per machine and ends with its process. Not tested on a Windows machine. */
async function acquireOnWindows(root: string): Promise<StartLock> {
  const name = createHash("sha256").update(root.toLowerCase()).digest("hex").slice(0, 32);
  const patience = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      const beacon = await lightBeacon(`\\\\.\\pipe\\sitewalk-start-${name}`);
      return { socketBase: root, release: async () => beacon.close() };
    } catch (error) {
      if (codeOf(error) !== "EADDRINUSE" || Date.now() > patience) throw error;
    }
    await sleep(50);
  }
}
