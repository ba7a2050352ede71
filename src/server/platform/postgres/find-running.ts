import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Identity } from "./identity.ts";
import { type Layout, SOCKET_PORT } from "./layout.ts";
import { disownPidFile, type PidFile, readPidFile } from "./pid-file.ts";
import { occupantOf } from "./process-table.ts";
import { PostgresRefused } from "./refused.ts";
import { acceptsConnections } from "./server-client.ts";

/** How long a process that is exiting may take before its number counts as free. */
const DYING_MS = 500;

/**
 * Interprets postmaster.pid: a running server of ours that can be adopted, or undefined when a start may be attempted.
 * Refuses when another container or machine runs a server on this folder.
 */
export async function findRunning(layout: Layout, identity: Identity): Promise<PidFile | undefined> {
  const patience = Date.now() + DYING_MS;
  for (;;) {
    const file = await readPidFile(layout.pidFile);
    if (!file) return undefined;
    const occupant = await occupantOf(file.pid, layout.data);
    if (occupant === "ours") return file;
    if (await isAnswered(layout, file)) {
      // An exiting process loses its name before its sockets.
      if (Date.now() > patience) throw runningElsewhere(layout);
    } else if (occupant === "nobody") {
      return undefined; // postgres itself replaces the file
    } else if (occupant === "stranger" || Date.now() > patience) {
      await disownPidFile(layout.pidFile, identity.owner);
      return undefined;
    }
    await sleep(50);
  }
}

/**
 * The process id says nothing about other containers, and PostgreSQL would start a second server on the live files
 * there. The socket does: it is on the shared volume. The folder may be mounted under another name in the other
 * container, so both the recorded path and our own are tried.
 */
async function isAnswered(layout: Layout, file: PidFile): Promise<boolean> {
  if (process.platform === "win32") return false;
  const ports = [join(file.socketDir, `.s.PGSQL.${file.port}`), join(layout.run, `.s.PGSQL.${SOCKET_PORT}`)];
  for (const path of new Set(ports)) if (await acceptsConnections(path)) return true;
  return false;
}

const runningElsewhere = (layout: Layout): PostgresRefused =>
  new PostgresRefused(
    "running-elsewhere",
    `The database in ${layout.data} is in use by a server outside this system, probably in another container. Stop that one first, or set DATA_DIR to another folder.`,
  );
