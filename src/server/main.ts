import { existsSync } from "node:fs";
import inspector from "node:inspector";
import { flushCompileCache } from "node:module";
import { startApp } from "./app.ts";
import { BackupRefused } from "./backup/refused.ts";
import { readConfig } from "./config.ts";
import { createLog, type Log } from "./platform/log.ts";
import { PostgresRefused } from "./platform/postgres/index.ts";
import { watchForStalls } from "./platform/stall-watch.ts";

/**
 * Milliseconds that a clean stop may take, after it serves no more, before the process exits regardless; acknowledged
 * data is on disk by then.
 */
const stopPatience = 25_000;

/** Exit code for a supervisor: an internal fault. */
const faulty = 70;

const say = (text: string): void => void process.stdout.write(`${text}\n`);

async function main(): Promise<void> {
  // The environment overrides the file.
  if (existsSync(".env")) process.loadEnvFile(".env");
  const config = readConfig(process.env);
  const log = createLog(config.LOG_LEVEL);
  endOnFaults(log);
  // A debugger may pause the process indefinitely.
  watchForStalls({ told: 5000, end: inspector.url() === undefined ? 60_000 : Number.POSITIVE_INFINITY });
  const starting = startApp({ config, log });
  stopOnSignal(starting, log, config.DRAIN_SECONDS * 1000 + stopPatience);
  const app = await starting;
  // Child processes and the next start use it; by itself Node writes it only at the end.
  flushCompileCache();
  welcome(app.origin, app.setupToken, config.DEMO);
}

/**
 * A signal during the start is deferred until the start is complete: interrupted halfway, PostgreSQL would keep
 * running.
 */
function stopOnSignal(starting: ReturnType<typeof startApp>, log: Log, patience: number): void {
  let isStopping = false;
  const stop = () => {
    // A second Ctrl-C exits at once.
    if (isStopping) process.exit(1);
    isStopping = true;
    starting
      .then((app) => {
        setTimeout(() => process.exit(1), patience).unref();
        return app.close();
      })
      .then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ error }, "stopping failed");
          process.exit(1);
        },
      );
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
}

function welcome(origin: string, setupToken: string | undefined, isDemoOn: boolean): void {
  if (origin === "") {
    say("\n  Sitewalk works in the background.\n");
    return;
  }
  say(`\n  Sitewalk is ready:  ${origin}\n`);
  if (setupToken !== undefined) say(`  Set it up once:     ${origin}/setup?token=${setupToken}\n`);
  if (isDemoOn) say("  Look around first:  choose “Try the demo” on the sign-in page\n");
}

/** An uncaught error leaves the process in an undefined state: log it and exit; the next start recovers. */
function endOnFaults(log: Log): void {
  for (const event of ["unhandledRejection", "uncaughtException"] as const)
    process.on(event, (error: unknown) => {
      log.fatal({ error, event }, "a fault that nobody caught: the process ends");
      process.exit(faulty);
    });
}

try {
  await main();
} catch (error) {
  const isExpected =
    error instanceof PostgresRefused ||
    error instanceof BackupRefused ||
    (error instanceof Error && error.message.startsWith("The configuration"));
  process.stderr.write(
    `\nsitewalk: ${error instanceof Error ? (isExpected ? error.message : error.stack) : String(error)}\n\n`,
  );
  process.exit(1);
}
