import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Log } from "#server/platform/log.ts";
import type { FromWorker, ToWorker } from "./messages.ts";

const SCRIPT = join(import.meta.dirname, "worker/process.ts");
const SILENT_MS = 12_000;
/** On a machine that is busy with other things a process needs this long to begin. */
const START_MS = 45_000;
const FIRST_WAIT_MS = 200;
/** Pictures are back within six seconds of its end, however often it ends. */
const LONGEST_WAIT_MS = 4000;
/** A process that held out for so long did not end over its start. */
const STEADY_MS = 30_000;
const END_MS = 3000;
const ERROR_TEXT = 2000;

export interface SupervisorOptions {
  readonly log: Log;
  /** What a process that was just started is told first. */
  readonly greeting: () => readonly ToWorker[];
  readonly onMessage: (message: FromWorker) => void;
  /** The process has ended; another comes. */
  readonly onGone: () => void;
}

export interface Supervisor {
  /** Starts the process unless it runs. */
  start(): void;
  /** Harmless while there is none: it hears everything anew when it starts. */
  send(message: ToWorker): void;
  /** For tests and drills. */
  readonly pid: number | undefined;
  close(): Promise<void>;
}

/** Keeps one media process running: started again when it ends, ended when it is silent. */
export function supervise({ log, greeting, onMessage, onGone }: SupervisorOptions): Supervisor {
  let child: ChildProcess | null = null;
  let wait = FIRST_WAIT_MS;
  let timer: NodeJS.Timeout | undefined;
  let heardAt = 0;
  let isClosed = false;

  const start = () => {
    if (isClosed || child !== null) return;
    clearTimeout(timer);
    const started = Date.now();
    const process = fork(SCRIPT, [], {
      // None of our secrets: what it needs it is told.
      env: {},
      execArgv: ["--max-old-space-size=1024"],
      stdio: ["ignore", "ignore", "pipe", "ipc"],
      serialization: "json",
    });
    child = process;
    heardAt = started + START_MS;
    let errors = "";
    process.stderr?.on("data", (chunk: Buffer) => {
      errors = (errors + chunk.toString()).slice(-ERROR_TEXT);
    });
    process.on("error", () => undefined);
    process.on("message", (message: FromWorker) => {
      heardAt = Date.now();
      onMessage(message);
    });
    process.on("exit", (code, signal) => {
      child = null;
      if (isClosed) return;
      if (Date.now() - started > STEADY_MS) wait = FIRST_WAIT_MS;
      log.warn({ code, signal, wait, errors }, "live: media process exited, restarting it");
      onGone();
      timer = setTimeout(start, wait);
      wait = Math.min(wait * 2, LONGEST_WAIT_MS);
    });
    for (const message of greeting()) process.send(message);
  };
  const looking = setInterval(() => {
    if (child !== null && Date.now() - heardAt > SILENT_MS) child.kill("SIGKILL");
  }, 2000);
  looking.unref();

  return {
    start,
    send: (message) => {
      if (child?.connected === true) child.send(message, () => undefined);
    },
    get pid() {
      return child?.pid;
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      clearInterval(looking);
      const last = child;
      if (last === null || last.exitCode !== null || last.signalCode !== null) return;
      // What it said last may still be on its way when it has ended.
      const gone = Promise.all([once(last, "exit"), last.connected && once(last, "disconnect")]);
      last.send({ kind: "close" } satisfies ToWorker, () => undefined);
      const kill = setTimeout(() => last.kill("SIGKILL"), END_MS);
      await gone;
      clearTimeout(kill);
    },
  };
}
