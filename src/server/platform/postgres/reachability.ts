import { stat } from "node:fs/promises";
import { dirname } from "node:path";
import type { Identity } from "./identity.ts";
import { PostgresRefused } from "./refused.ts";
import { runTool } from "./run-tool.ts";

/**
 * The first folder on the way from / to `path` that the database's user may not pass, by mode bits; undefined
 * when the way is free. Other users' folders such as /root are usually 0700.
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

/** Refuses with the folder's name when the database's user cannot get to `root`. */
export async function assertReachable(root: string, identity: Identity): Promise<void> {
  if (!identity.owner) return;
  const closed = await firstClosedFolder(root, identity.owner);
  if (closed === undefined) return;
  // Mode bits do not know access lists: what really counts is whether that user gets there.
  const tried = await runTool(identity, "/bin/sh", ["-c", 'cd -- "$1"', "sh", root]);
  if (tried.code === 0) return;
  throw new PostgresRefused(
    "unreachable-directory",
    `PostgreSQL does not run as root; it runs as ${identity.name}, who may not enter ${closed} on the way to ${root}. ` +
      `Set DATA_DIR to a folder everybody may pass, for example DATA_DIR=/var/lib/sitewalk, or start as an ordinary user.`,
  );
}
