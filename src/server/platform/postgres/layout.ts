import { createHash } from "node:crypto";
import { chmod, chown, lstat, mkdir, realpath, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { codeOf } from "../error-code.ts";
import { PostgresRefused } from "./refused.ts";

/** The name PostgreSQL gives its socket: it never listens on TCP outside Windows, so the port is only a name. */
export const SOCKET_PORT = 5432;

/** All paths of the database. `run` (the socket) is inside `root` unless the path is too long for a socket. */
export interface Layout {
  root: string;
  data: string;
  pidFile: string;
  secret: string;
  runtime: string;
  log: string;
  run: string;
  /** A parent of `root` is closed to the database's user: see inherited-folders.ts. */
  closed: boolean;
}

export function layoutOf(root: string, socketBase: string): Layout {
  return {
    root,
    data: join(root, "data"),
    pidFile: join(root, "data", "postmaster.pid"),
    secret: join(root, "secret"),
    runtime: join(root, "runtime"),
    log: join(root, "postgres.log"),
    run: join(socketBase, "run"),
    closed: false,
  };
}

/** The same, for a `root` the database's user cannot reach: its programs then have to be in an accessible path. */
export function closedLayout(layout: Layout): Layout {
  return { ...layout, runtime: join("/var/cache/sitewalk", shortHash(layout.root)), closed: true };
}

const shortHash = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 12);

/** Creates `root` and returns its real path: symbolic links are resolved once, here. */
export async function prepareRoot(root: string): Promise<string> {
  const wanted = resolve(root);
  try {
    await openFolder(wanted);
    return await realpath(wanted);
  } catch (error) {
    throw notPermitted(wanted, error);
  }
}

/** Creates a folder that every user may pass. mkdir obeys the umask, and 077 would shut the database's user out. */
export async function openFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true });
  if (first === undefined) return;
  for (let made = path; made.length >= first.length; made = dirname(made)) await chmod(made, 0o755);
}

function notPermitted(path: string, error: unknown): unknown {
  if (!["EACCES", "EPERM", "EROFS"].includes(codeOf(error))) return error;
  return new PostgresRefused(
    "not-permitted",
    `The database folder ${path} cannot be written by this user. Give the folder to the user, or set DATA_DIR to another one.`,
    { cause: error },
  );
}

/**
 * The owner of `root`, who also gets the files that the root user creates there: a user who tried `sudo` once can
 * continue without.
 */
export async function ownerOfRoot(layout: Layout): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const { uid, gid } = await stat(layout.root);
  return { uid, gid };
}

/** True when PostgreSQL can put its socket below `base`: the limit is 107 bytes, including its lock file. */
export function fitsSocket(base: string): boolean {
  return Buffer.byteLength(join(base, "run", `.s.PGSQL.${SOCKET_PORT}.lock`)) < 100;
}

/** A short folder for sockets, always the same for one `root`. /tmp rather than TMPDIR, which changes per session. */
export async function shortSocketBase(root: string): Promise<string> {
  const parent = process.platform === "win32" ? tmpdir() : "/tmp";
  const base = join(parent, `pge-${shortHash(root)}`);
  await mkdir(base, { mode: 0o755 }).catch((error: unknown) => {
    if (codeOf(error) !== "EEXIST") throw error;
  });
  const found = await lstat(base);
  // In a world-writable folder another user could have created it first and would then own our sockets.
  if (!found.isDirectory() || found.uid !== (process.getuid?.() ?? found.uid)) {
    throw new PostgresRefused(
      "not-permitted",
      `${base} is needed for the database's socket but belongs to another user. Remove it, or choose a shorter DATA_DIR.`,
    );
  }
  await chmod(base, 0o755);
  return base;
}

/** Creates a folder that only the database's user may enter. */
export async function privateFolder(
  path: string,
  owner: { uid: number; gid: number } | undefined,
): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  await chmod(path, 0o700);
  if (owner) await chown(path, owner.uid, owner.gid);
}
