import { open, rename, stat } from "node:fs/promises";
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Binaries } from "./binaries.ts";
import type { Identity } from "./identity.ts";
import { inheritFolders } from "./inherited-folders.ts";
import { type Layout, ownerOfRoot, SOCKET_PORT } from "./layout.ts";
import { readPidFile } from "./pid-file.ts";
import { PostgresRefused } from "./refused.ts";
import { retryWhileLocked } from "./retry-while-locked.ts";
import { runTool, spawnAs } from "./run-tool.ts";

const LOG_LIMIT_BYTES = 10_000_000;

export interface Launched {
  pid: number;
  port: number;
}

interface LaunchOptions {
  /** Windows only; a free one by default. */
  port: number | undefined;
  isSmall: boolean;
}

/** Starts the server on existing data and waits until it is ready, however long its recovery takes. */
export async function launch(
  layout: Layout,
  binaries: Binaries,
  identity: Identity,
  { port, isSmall }: LaunchOptions,
): Promise<Launched> {
  await rotateLog(layout.log);
  if (process.platform === "win32") return launchOnWindows(layout, binaries, identity, { port, isSmall });
  let pid = 0;
  const words = await retryWhileLocked(async () => {
    const logged = await sizeOf(layout.log);
    pid = (await launchOnce(layout, binaries, identity, isSmall)) ?? 0;
    return pid === 0 ? readFrom(layout.log, logged) : undefined;
  });
  if (words !== undefined) throw didNotStart(layout, words);
  return { pid, port: SOCKET_PORT };
}

/** One attempt: the process id once postmaster.pid says ready, undefined when the server ended before. */
async function launchOnce(
  layout: Layout,
  binaries: Binaries,
  identity: Identity,
  isSmall: boolean,
): Promise<number | undefined> {
  const log = await open(layout.log, "a", 0o600);
  const owner = await ownerOfRoot(layout);
  if (owner) await log.chown(owner.uid, owner.gid);
  const passage = await inheritFolders([layout.data, layout.run], layout.closed);
  const [data = layout.data, run = layout.run] = passage.names;
  const child = spawnAs(identity, binaries.postgres, ["-D", data, ...settingsFor(run, isSmall)], {
    // Its own session: Ctrl-C in the terminal must reach us first, so that requests are drained before.
    detached: true,
    stdio: ["ignore", log.fd, log.fd, ...passage.stdio],
  });
  const ended = new Promise<"ended">((resolve, reject) => {
    child.once("exit", () => resolve("ended"));
    child.once("error", reject);
  });
  child.unref();
  try {
    for (;;) {
      if ((await Promise.race([ended, sleep(5)])) === "ended") return undefined;
      const file = await readPidFile(layout.pidFile);
      if (file && file.pid === child.pid && file.status === "ready") return file.pid;
    }
  } finally {
    await log.close();
    await passage.close();
  }
}

function settingsFor(run: string, isSmall: boolean): string[] {
  const settings = {
    listen_addresses: "",
    // a list of folders: quoted, because a comma or a space would otherwise end the name
    unix_socket_directories: `"${run}"`,
    unix_socket_permissions: "0700",
    port: String(SOCKET_PORT),
    ...settingsOf(isSmall),
  };
  return Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}

const settingsOf = (isSmall: boolean) => ({
  cluster_name: "sitewalk",
  // /dev/shm is 64 MB in a container; our queries are short and many, not long and few
  max_parallel_workers_per_gather: "0",
  ...(isSmall && smallSettings),
});

/** A smaller cache, and one process where there are three: 6 to 9 MB less at rest. */
const smallSettings = {
  shared_buffers: "32MB",
  maintenance_work_mem: "16MB",
  autovacuum_max_workers: "1",
  io_workers: "1",
  huge_pages: "off",
};

/** postgres.exe refuses administrators, pg_ctl drops the privilege itself. Not run on a Windows machine. */
async function launchOnWindows(
  layout: Layout,
  binaries: Binaries,
  identity: Identity,
  { port: wanted, isSmall }: LaunchOptions,
): Promise<Launched> {
  const port = wanted ?? (await freePort());
  const settings = { listen_addresses: "127.0.0.1", port: String(port), ...settingsOf(isSmall) };
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  const args = ["start", "-w", "-t", "600", "-D", layout.data, "-l", layout.log, "-o", options.join(" ")];
  const result = await runTool(identity, binaries.pgCtl, args);
  const file = await readPidFile(layout.pidFile);
  if (result.code !== 0 || !file) throw didNotStart(layout, `${result.stdout}${result.stderr}`);
  return { pid: file.pid, port };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : SOCKET_PORT));
    });
  });
}

function didNotStart(layout: Layout, words: string): PostgresRefused {
  const lines = words.split("\n").filter((line) => /FATAL|PANIC|HINT|could not/.test(line));
  const reason = (lines.length > 0 ? lines : words.split("\n")).slice(-4).join(" ").trim();
  if (/No space left on device/i.test(words)) {
    return new PostgresRefused(
      "did-not-start",
      `The disk of ${layout.data} is full: free some space and start again.`,
    );
  }
  return new PostgresRefused(
    "did-not-start",
    `PostgreSQL did not start: ${reason || "no reason given"}. See ${layout.log}.`,
  );
}

async function rotateLog(path: string): Promise<void> {
  if ((await sizeOf(path)) > LOG_LIMIT_BYTES) await rename(path, `${path}.1`);
}

async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.size ?? 0;
}

async function readFrom(path: string, offset: number): Promise<string> {
  const file = await open(path, "r");
  try {
    const buffer = Buffer.alloc(16_384);
    const { bytesRead } = await file.read(buffer, 0, buffer.length, offset);
    return buffer.toString("utf8", 0, bytesRead);
  } finally {
    await file.close();
  }
}
