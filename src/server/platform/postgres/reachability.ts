import { stat } from "node:fs/promises";
import { dirname } from "node:path";
import type { Identity } from "./identity.ts";
import { closedLayout, type Layout, openFolder } from "./layout.ts";
import { PostgresRefused } from "./refused.ts";
import { runTool } from "./run-tool.ts";

/**
 * The first folder on the path from / to `path` that the database's user may not enter, by mode bits; undefined when
 * there is none. Other users' folders such as /root are usually 0700.
 */
export async function firstClosedFolder(
  path: string,
  owner: { uid: number; gid: number },
): Promise<string | undefined> {
  const way = [path];
  for (let at = path; dirname(at) !== at; at = dirname(at)) way.unshift(dirname(at));
  for (const folder of way) {
    const { mode, uid, gid } = await stat(folder);
    const pass = uid === owner.uid ? 0o100 : gid === owner.gid ? 0o010 : 0o001;
    if ((mode & pass) === 0) return folder;
  }
  return undefined;
}

/**
 * A layout in which the database's user can reach everything. In a closed folder such as /root the programs move to
 * /var/cache and the data is handed over by descriptor, which only Linux can; elsewhere this refuses with the name of
 * the closed folder.
 */
export async function reachableLayout(layout: Layout, identity: Identity): Promise<Layout> {
  if (!identity.owner) return layout;
  const closed = await firstClosedFolder(layout.root, identity.owner);
  if (closed === undefined || (await passes(layout.root, identity))) return layout;
  const other = closedLayout(layout);
  if (await canRunFrom(other.runtime, identity)) return other;
  throw unreachable(layout.root, closed, identity);
}

export function unreachable(root: string, closed: string, identity: Identity): PostgresRefused {
  return new PostgresRefused(
    "unreachable-directory",
    `PostgreSQL does not run as root; it runs as ${identity.name}, who may not enter ${closed} on the way to ${root}. ` +
      `Set DATA_DIR to a folder everybody may pass, for example DATA_DIR=/var/lib/sitewalk, or start as an ordinary user.`,
  );
}

async function canRunFrom(runtime: string, identity: Identity): Promise<boolean> {
  if (process.platform !== "linux") return false;
  const made = await openFolder(runtime).then(
    () => true,
    () => false,
  );
  return made && (await passes(runtime, identity)) && (await isFolder("/proc/self/fd"));
}

/** Mode bits do not cover access lists: what really counts is whether that user gets there. */
async function passes(folder: string, identity: Identity): Promise<boolean> {
  return (await runTool(identity, "/bin/sh", ["-c", 'cd -- "$1"', "sh", folder])).code === 0;
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() === true;
}
