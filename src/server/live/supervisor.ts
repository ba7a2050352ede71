import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { forkChild } from "#server/platform/fork-child.ts";
import type { Log } from "#server/platform/log.ts";
import type { FromWorker, ToWorker } from "./messages.ts";

const SCRIPT = join(import.meta.dirname, "worker/process.ts");
const SILENT_MS = 12_000;
/** On a busy machine a process needs this long to start. */
const START_MS = 45_000;
const FIRST_WAIT_MS = 200;
/** Pictures are back within six seconds of its exit, however often it exits. */
const LONGEST_WAIT_MS = 4000;
/** A process that ran this long did not fail on its start. */
const STEADY_MS = 30_000;
const END_MS = 3000;
const ERROR_TEXT = 2000;

export interface SupervisorOptions {
  readonly log: Log;
  /** First messages to a freshly started process. */
  readonly greeting: () => readonly ToWorker[];
  readonly onMessage: (message: FromWorker) => void;
  /** The process has exited; another is started. */
  readonly onGone: () => void;
}

export interface Supervisor {
  /** Starts the process unless it is running. */
  start(): void;
  /** Ends the process until the next `start`. */
  rest(): void;
  /** Harmless while there is no process: it receives everything again when it starts. */
  send(message: ToWorker): void;
  /** For tests and drills. */
  readonly pid: number | undefined;
  close(): Promise<void>;
}

/** Keeps one media process running: restarts it when it exits, ends it when it is silent. */
export function supervise({ log, greeting, onMessage, onGone }: SupervisorOptions): Supervisor {
  let child: ChildProcess | null = null;
  let wait = FIRST_WAIT_MS;
  let timer: NodeJS.Timeout | undefined;
  let heardAt = 0;
  let isClosed = false;
  /** The end of the process at rest: its successor needs the port, and starts after it. */
  let resting: Promise<void> | undefined;

  const start = () => {
    if (resting !== undefined) return void resting.then(start);
    if (isClosed || child !== null) return;
    clearTimeout(timer);
    const started = Date.now();
    const process = forkChild(SCRIPT, { heapMegabytes: 1024, serialization: "json", hasErrors: true });
    child = process;
    heardAt = started + START_MS;
    let errors = "";
    process.stderr?.on("data", (chunk: Buffer) => {
      errors = (errors + chunk.toString()).slice(-ERROR_TEXT);
    });
    process.on("message", (message: FromWorker) => {
      heardAt = Date.now();
      onMessage(message);
    });
    process.on("exit", (code, signal) => {
      if (child !== process) return;
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
    rest() {
      clearTimeout(timer);
      const last = child;
      if (last === null) return;
      child = null;
      resting = end(last).finally(() => {
        resting = undefined;
      });
      onGone();
    },
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
      if (child !== null) await end(child);
      await resting;
    },
  };
}

/** Asks a process to close its recordings and exit; kills one that takes too long. */
async function end(last: ChildProcess): Promise<void> {
  if (last.exitCode !== null || last.signalCode !== null) return;
  // Its last messages may still be in transit when it has exited.
  const gone = Promise.all([once(last, "exit"), last.connected && once(last, "disconnect")]);
  last.send({ kind: "close" } satisfies ToWorker, () => undefined);
  const kill = setTimeout(() => last.kill("SIGKILL"), END_MS);
  await gone;
  clearTimeout(kill);
}
