import { type ChildProcess, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");

export interface ServerProcess {
  readonly origin: string;
  readonly child: ChildProcess;
  /** Everything it has printed. */
  readonly output: () => string;
  /** Milliseconds from the start of the process to its first response. */
  readonly startMs: number;
}

/**
 * Finds a free port below those that the system gives to outgoing connections: among these another test could get it
 * before the caller listens.
 */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const port = randomInt(10_000, 32_000);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once("error", () => resolve(false));
      server.listen(port, "127.0.0.1", () => resolve(true));
    });
    if (!isFree) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
  throw new Error("no port");
}

/**
 * The product as a process of its own, as `npm start` runs it, responding before this returns. `folder` is the root of
 * its sources; another than ours may hold another version.
 */
export async function startServer(
  port: number,
  environment: Readonly<Record<string, string>>,
  folder = root,
): Promise<ServerProcess> {
  const origin = `http://127.0.0.1:${port}`;
  const isUp = () =>
    fetch(`${origin}/api/health`).then(
      (response) => response.ok,
      () => false,
    );
  return start({ PORT: String(port), ...environment }, { origin, isUp, folder });
}

/**
 * The same for one without a web server: it prints a message when it has started. With `core` it and its children run on
 * that processor alone.
 */
export const startWorker = (
  environment: Readonly<Record<string, string>>,
  core?: number,
): Promise<ServerProcess> =>
  start(environment, {
    origin: "",
    isUp: async (output) => output().includes("works in the background"),
    folder: root,
    core,
  });

interface Started {
  readonly origin: string;
  readonly isUp: (output: () => string) => Promise<boolean>;
  /** Root of the sources. */
  readonly folder: string;
  readonly core?: number | undefined;
}

async function start(
  environment: Readonly<Record<string, string>>,
  { origin, isUp, folder, core }: Started,
): Promise<ServerProcess> {
  const begin = performance.now();
  const pinned = core === undefined ? [] : ["taskset", "-c", String(core)];
  const [program, ...args] = [...pinned, process.execPath, "--max-semi-space-size=8", "src/server/main.ts"];
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...process.env, HOST: "127.0.0.1", LOG_LEVEL: "warn", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const lines: string[] = [];
  child.stdout.on("data", (chunk: Buffer) => lines.push(chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => lines.push(chunk.toString()));
  const output = () => lines.join("");
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}.\n${output()}`);
    if (await isUp(output)) return { origin, child, output, startMs: performance.now() - begin };
    if (performance.now() - begin > 180_000) {
      child.kill();
      throw new Error(`The server does not answer.\n${output()}`);
    }
    await new Promise((resume) => setTimeout(resume, 25));
  }
}

/** Kills a process without warning, and waits until it has ended. */
export async function killHard(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await gone;
}

export async function stopGently(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const gone = new Promise<number | null>((resolve) => child.once("exit", (code) => resolve(code)));
  child.kill("SIGTERM");
  return gone;
}

/** The database server's process id, from its own file. */
export async function postmasterOf(dataDir: string): Promise<number> {
  const text = await readFile(join(dataDir, "postgres/data/postmaster.pid"), "utf8");
  return Number(text.split("\n")[0]);
}
