import { spawn } from "node:child_process";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import pg from "pg";
import { createLog } from "#server/platform/log.ts";
import { startPostgres } from "#server/platform/postgres/index.ts";
import { urlOf } from "../chaos/common.ts";
import {
  freePort,
  killHard,
  type ServerProcess,
  startServer,
  startWorker,
  stopGently,
} from "../chaos/server-process.ts";
import { openProxy, type Proxy } from "./proxy.ts";

export const admin = { email: "owner@example.org", password: "correct horse battery" };

/** Seconds for which a stopping node continues to serve: the proxy checks four times a second. */
const drain = 1;

/**
 * The setup of compose.yaml, on one machine and without containers: a database, an object store, web nodes, workers,
 * each a process with a folder of its own, and a proxy in front of the web nodes.
 */
export interface Installation {
  readonly proxy: Proxy;
  readonly webs: ServerProcess[];
  readonly workers: ServerProcess[];
  readonly database: pg.Pool;
  /** Folder of all data, the database in `postgres`. */
  readonly folder: string;
  /** Stops a web node and starts another in its stead, as a rolling upgrade does. */
  restartWeb(at: number): Promise<void>;
  /** Starts a web node in place of one that was killed. */
  startWeb(at: number): Promise<void>;
  startWorker(at: number): Promise<void>;
  stop(): Promise<void>;
}

export interface InstallationOptions {
  readonly webs?: number;
  readonly workers?: number;
  readonly environment?: Readonly<Record<string, string>>;
  /** Environment of a single web node. */
  readonly webEnvironment?: (at: number) => Readonly<Record<string, string>>;
}

export async function startInstallation(options: InstallationOptions = {}): Promise<Installation> {
  const { webs: serving = 2, workers: working = 2 } = options;
  const folder = await mkdtemp(join(tmpdir(), "sitewalk-several-"));
  // Started by root, the database runs under another account, which needs access to this folder.
  await chmod(folder, 0o755);
  const ending: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const step of ending.splice(0).toReversed()) await step();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const postgres = await startPostgres({
      root: join(folder, "postgres"),
      database: "sitewalk",
      log: createLog("silent"),
    });
    ending.push(() => postgres.stop());
    const database = new pg.Pool({ ...postgres.connection, max: 2 });
    database.on("error", () => undefined);
    ending.push(() => database.end());
    const store = await startStore();
    ending.push(store.stop);

    const ports = await Promise.all(Array.from({ length: serving }, freePort));
    const origins = ports.map((port) => `http://127.0.0.1:${port}`);
    // The nodes need the proxy's address before it is opened.
    const door = await freePort();
    const shared = {
      DATABASE_URL: urlOf(postgres.connection),
      APP_KEY: "one secret for all the nodes of this installation",
      PUBLIC_URL: `http://127.0.0.1:${door}`,
      TRUST_PROXY: "127.0.0.1",
      DRAIN_SECONDS: String(drain),
      DEMO: "off",
      LIVE_PORT: "0",
      MEDIA_WORKERS: "1",
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      ...store.environment,
      ...options.environment,
    };
    const web = (at: number) =>
      startServer(ports[at] ?? 0, {
        ...shared,
        ROLE: "web",
        NODE_NAME: `web-${at + 1}`,
        NODE_URL: origins[at] ?? "",
        DATA_DIR: join(folder, `web-${at + 1}`),
        ...options.webEnvironment?.(at),
      });
    const worker = (at: number) =>
      startWorker({
        ...shared,
        ROLE: "worker",
        NODE_NAME: `worker-${at + 1}`,
        DATA_DIR: join(folder, `worker-${at + 1}`),
      });
    // The first one alone: it creates the tables, which the others would only wait for.
    const webs = [await web(0)];
    webs.push(...(await Promise.all(origins.slice(1).map((_, at) => web(at + 1)))));
    const workers = await Promise.all(Array.from({ length: working }, (_, at) => worker(at)));
    ending.push(() => Promise.all([...webs, ...workers].map(({ child }) => endSurely(child))));
    const proxy = await openProxy(origins, door);
    ending.push(() => proxy.close());
    return {
      proxy,
      webs,
      workers,
      database,
      folder,
      async restartWeb(at) {
        const former = webs[at];
        if (former !== undefined) await stopGently(former.child);
        webs[at] = await web(at);
      },
      async startWeb(at) {
        webs[at] = await web(at);
      },
      async startWorker(at) {
        workers[at] = await worker(at);
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The object store of the tests as a process of its own. */
async function startStore() {
  const child = spawn(process.execPath, ["test/s3-service/main.ts", "--port", String(await freePort())], {
    cwd: join(import.meta.dirname, "../.."),
    stdio: ["ignore", "pipe", "inherit"],
  });
  const environment: Record<string, string> = {};
  for await (const line of createInterface({ input: child.stdout })) {
    const [name = "", ...value] = line.split("=");
    environment[name] = value.join("=");
    if (name === "S3_SECRET_ACCESS_KEY") break;
  }
  return { environment, stop: () => endSurely(child) };
}

async function endSurely(child: ServerProcess["child"]): Promise<void> {
  const timer = setTimeout(() => void killHard(child), 15_000);
  await stopGently(child);
  clearTimeout(timer);
}
