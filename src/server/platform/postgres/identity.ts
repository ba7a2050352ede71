import { readFile, stat } from "node:fs/promises";
import { PostgresRefused } from "./refused.ts";

/** The user that runs the database. `owner` is set only under root, because PostgreSQL refuses to run as root. */
export interface Identity {
  owner: { uid: number; gid: number } | undefined;
  name: string;
}

interface Account {
  name: string;
  uid: number;
  gid: number;
}

/**
 * Under root: the owner of the existing data, else `postgres`, else `nobody`; otherwise the current user. Reads
 * /etc/passwd instead of running `id` or `useradd`, which small images do not have.
 */
export async function databaseIdentity(dataDir: string): Promise<Identity> {
  const self = process.getuid?.();
  const found = await stat(dataDir).catch(() => undefined);
  if (self !== 0) {
    if (found && self !== undefined && found.uid !== self) throw foreignData(dataDir, found.uid);
    return { owner: undefined, name: "this user" };
  }
  const accounts = await readAccounts();
  if (found && found.uid !== 0) {
    const name = accounts.find((account) => account.uid === found.uid)?.name ?? `uid ${found.uid}`;
    return { owner: { uid: found.uid, gid: found.gid }, name };
  }
  const account =
    accounts.find((entry) => entry.name === "postgres") ?? accounts.find((entry) => entry.name === "nobody");
  const { uid, gid, name } = account ?? { uid: 65534, gid: 65534, name: "nobody" };
  return { owner: { uid, gid }, name };
}

async function readAccounts(): Promise<Account[]> {
  const text = await readFile("/etc/passwd", "utf8").catch(() => "");
  const accounts = text.split("\n").map((line) => {
    const [name = "", , uid, gid] = line.split(":");
    return { name, uid: Number(uid), gid: Number(gid) };
  });
  return accounts.filter(({ name, uid, gid }) => name !== "" && uid > 0 && gid > 0);
}

function foreignData(dataDir: string, uid: number): PostgresRefused {
  return new PostgresRefused(
    "not-permitted",
    `The database in ${dataDir} belongs to another user (uid ${uid}). Start as that user or as root, or set DATA_DIR to a folder of your own.`,
  );
}
