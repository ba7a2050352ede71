import { codeOf } from "../error-code.ts";
import { type Binaries, packagedVersion, prepareBinaries } from "./binaries.ts";
import { findRunning } from "./find-running.ts";
import { databaseIdentity, type Identity } from "./identity.ts";
import { isInherited } from "./inherited-folders.ts";
import { dataMajorVersion, initCluster } from "./init-cluster.ts";
import { launch } from "./launch.ts";
import { type Layout, privateFolder, SOCKET_PORT } from "./layout.ts";
import { adoptOwnership } from "./ownership.ts";
import type { PidFile } from "./pid-file.ts";
import { reachableLayout } from "./reachability.ts";
import { cannotChangeUser } from "./run-tool.ts";
import { APP_ROLE, makeSecret, readSecret, resetPassword } from "./secret.ts";
import { ensureDatabase, type ServerFacts, waitForServer } from "./server-client.ts";
import { hasOtherUsers } from "./server-users.ts";
import { shutDown } from "./shut-down.ts";
import type { PgConnection, PostgresLog } from "./types.ts";

export interface Up {
  pid: number;
  adopted: boolean;
  version: string;
  connection: PgConnection;
}

export interface Wanted {
  database: string;
  log: PostgresLog;
  /** Port of an earlier start by this process, to be reused (Windows only). */
  port: number | undefined;
  isSmall: boolean;
}

/** Brings the server up in the fewest steps: adopt, start, or create and start. Call under the start lock. */
export async function bringUp(usual: Layout, wanted: Wanted): Promise<Up> {
  const identity = await databaseIdentity(usual.data);
  const layout = await reachableLayout(usual, identity);
  await privateFolder(layout.run, identity.owner).catch((error: unknown) => {
    throw cannotChangeUser(identity, error) ?? error;
  });
  const up = (await adopt(layout, identity, wanted)) ?? (await start(layout, identity, wanted));
  await ensureDatabase(up.connection);
  return up;
}

async function adopt(layout: Layout, identity: Identity, wanted: Wanted): Promise<Up | undefined> {
  for (;;) {
    const file = await findRunning(layout, identity);
    if (!file) return undefined;
    const secret = await readSecret(layout.secret);
    const socketDir = isInherited(file.socketDir) ? layout.run : file.socketDir;
    const connection = connectionTo({ socketDir, port: file.port }, secret ?? "", wanted.database);
    const facts = secret === undefined ? "locked-out" : await factsOf(connection, file.pid);
    if (facts === undefined) continue; // it was just ending: look again
    if (facts !== "locked-out" && (await mayStay(layout, file, facts))) {
      return { pid: file.pid, adopted: true, version: facts.version, connection };
    }
    wanted.log.info("Restarting the database server that was left running.");
    await shutDown(layout, file.pid);
  }
}

/** A server of an older package, or on another socket, is replaced unless another process is using it. */
async function mayStay(layout: Layout, file: PidFile, facts: ServerFacts): Promise<boolean> {
  const current = ((await packagedVersion()) ?? facts.version) === facts.version;
  const inPlace =
    process.platform === "win32" || file.socketDir === layout.run || isInherited(file.socketDir);
  return (current && inPlace) || (await hasOtherUsers(layout));
}

async function factsOf(
  connection: PgConnection,
  pid: number,
): Promise<ServerFacts | "locked-out" | undefined> {
  try {
    return await waitForServer(connection, pid);
  } catch (error) {
    // the secret is of another database, or the socket file was removed
    if (["28P01", "ENOENT"].includes(codeOf(error))) return "locked-out";
    throw error;
  }
}

async function start(layout: Layout, identity: Identity, wanted: Wanted): Promise<Up> {
  const dataMajor = await dataMajorVersion(layout);
  const binaries = await prepareBinaries(layout, identity, dataMajor);
  const known = await readSecret(layout.secret);
  const secret = known ?? (await makeSecret(layout));
  if (dataMajor === undefined) {
    wanted.log.info(`Creating a database in ${layout.root}.`);
    await initCluster(layout, binaries, identity, secret, wanted.log);
  } else {
    await adoptOwnership(layout.data, identity);
    if (known === undefined) await resetPassword(layout, binaries, identity, secret);
  }
  const up = await startOnce(layout, binaries, identity, secret, wanted);
  if (up !== "locked-out") return up;
  await resetPassword(layout, binaries, identity, secret);
  const again = await startOnce(layout, binaries, identity, secret, wanted);
  if (again !== "locked-out") return again;
  throw new Error("the database refuses a password that was just set");
}

async function startOnce(
  layout: Layout,
  binaries: Binaries,
  identity: Identity,
  secret: string,
  wanted: Wanted,
): Promise<Up | "locked-out"> {
  const { pid, port } = await launch(layout, binaries, identity, wanted);
  const connection = connectionTo({ socketDir: layout.run, port }, secret, wanted.database);
  const facts = await factsOf(connection, pid);
  if (facts === undefined) throw new Error("the database server ended right after its start");
  if (facts !== "locked-out") return { pid, adopted: false, version: facts.version, connection };
  await shutDown(layout, pid);
  return "locked-out";
}

function connectionTo(
  server: Pick<PidFile, "socketDir" | "port">,
  password: string,
  database: string,
): PgConnection {
  const host = process.platform === "win32" ? "127.0.0.1" : server.socketDir;
  return { host, port: server.port || SOCKET_PORT, user: APP_ROLE, password, database };
}
