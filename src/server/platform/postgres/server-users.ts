import { randomBytes } from "node:crypto";
import { readdir, unlink } from "node:fs/promises";
import { join } from "node:path";
import type { Layout } from "./layout.ts";
import { lightBeacon } from "./local-socket.ts";
import { acceptsConnections } from "./server-client.ts";

/** Marks the database as used by this process; a web and a worker process share one server. */
export interface ServerUse {
  /** Removes the mark; true when another living process still has its own. */
  leave(): Promise<boolean>;
}

/** Call under the start lock, so that no process stops the server between its start and our mark. */
export async function registerUse(layout: Layout): Promise<ServerUse> {
  // Windows has no sockets in folders: the last one to leave is not known there, so the first one stops.
  if (process.platform === "win32") return { leave: async () => false };
  const name = `user.${randomBytes(4).toString("hex")}`;
  const beacon = await lightBeacon(join(layout.run, name));
  return {
    async leave() {
      beacon.close();
      await unlink(join(layout.run, name)).catch(() => undefined);
      return hasOtherUsers(layout);
    },
  };
}

/** True when a living process other than this one uses the server; clears marks of dead ones. */
export async function hasOtherUsers(layout: Layout): Promise<boolean> {
  let shared = false;
  for (const name of await readdir(layout.run)) {
    if (!name.startsWith("user.")) continue;
    const path = join(layout.run, name);
    if (await acceptsConnections(path)) shared = true;
    else await unlink(path).catch(() => undefined);
  }
  return shared;
}
