import { lchown, lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Identity } from "./identity.ts";

/** Changes the owner of data that root restored or copied to the database's user; data of any other user is left alone. */
export async function adoptOwnership(dataDir: string, identity: Identity): Promise<void> {
  if (!identity.owner || (await lstat(dataDir)).uid !== 0) return;
  const { uid, gid } = identity.owner;
  for (const name of await readdir(dataDir, { recursive: true })) await lchown(join(dataDir, name), uid, gid);
  await lchown(dataDir, uid, gid); // last: an interrupted run is repeated
}
