import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import {
  appendFile,
  chown,
  mkdir,
  mkdtemp,
  open,
  readFile,
  readlink,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";

const run = promisify(execFile);

export interface StreamingReplica {
  readonly connection: pg.PoolConfig;
  stop(): Promise<void>;
}

/**
 * A second PostgreSQL that follows the embedded one below `root` by streaming, made from a copy of its running data as
 * described in PostgreSQL's manual. For Linux: it runs the same program, under the same account.
 */
export async function startReplica(root: string, primary: pg.ClientConfig): Promise<StreamingReplica> {
  const source = join(root, "data");
  const folder = await mkdtemp(join(tmpdir(), "sitewalk-replica-"));
  const data = join(folder, "data");
  const { uid, gid } = await stat(source);
  await chown(folder, uid, gid);
  const client = new pg.Client(primary);
  await client.connect();
  await client.query("select pg_backup_start('replica', true)");
  // A file that disappears during the copy is no loss: the WAL that follows contains it.
  await run("cp", ["-a", source, data]).catch(async () => stat(join(data, "global/pg_control")));
  const { rows } = await client.query<{ labelfile: string }>("select labelfile from pg_backup_stop(false)");
  await client.end();
  const pid = Number((await readFile(join(data, "postmaster.pid"), "utf8")).split("\n")[0]);
  const program = await readlink(`/proc/${pid}/exe`);
  await rm(join(data, "postmaster.pid"));
  await rm(join(data, "postmaster.opts"), { force: true });
  await writeFile(join(data, "backup_label"), rows[0]?.labelfile ?? "");
  await writeFile(join(data, "standby.signal"), "");
  const way = Object.entries({
    host: primary.host,
    port: primary.port,
    user: primary.user,
    password: primary.password,
  })
    .map(([name, value]) => `${name}=\\'${String(value)}\\'`)
    .join(" ");
  await appendFile(
    join(data, "postgresql.auto.conf"),
    `\nprimary_conninfo = '${way.replaceAll("\\'", "''")}'\n`,
  );
  for (const name of ["backup_label", "standby.signal"]) await chown(join(data, name), uid, gid);
  const sockets = join(folder, "run");
  await mkdir(sockets, { mode: 0o700 });
  await chown(sockets, uid, gid);

  const log = await open(join(folder, "log"), "a");
  const settings = ["listen_addresses=", `unix_socket_directories=${sockets}`, "port=5432", "hot_standby=on"];
  const child = spawn(program, ["-D", data, ...settings.flatMap((setting) => ["-c", setting])], {
    uid,
    gid,
    cwd: "/",
    env: { PATH: "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" },
    stdio: ["ignore", log.fd, log.fd],
  });
  const connection = { ...primary, host: sockets, port: 5432 };
  const stop = async () => {
    if (child.exitCode === null) {
      child.kill("SIGINT");
      await once(child, "exit");
    }
    await log.close();
    await rm(folder, { recursive: true, force: true });
  };
  for (let waited = 0; waited < 20_000 && child.exitCode === null; waited += 50) {
    const trial = new pg.Client(connection);
    trial.on("error", () => undefined);
    const isThere = await trial.connect().then(
      () => true,
      () => false,
    );
    await trial.end().catch(() => undefined);
    if (isThere) return { connection, stop };
    await sleep(50);
  }
  const said = await readFile(join(folder, "log"), "utf8");
  await stop();
  throw new Error(`The replica did not start.\n${said}`);
}
