import { Client, type ClientConfig, escapeIdentifier } from "pg";
import type { Log } from "../log.ts";

export interface ListenerOptions {
  readonly connection: ClientConfig;
  readonly channel: string;
  readonly log: Log;
  readonly onPayload: (payload: string) => void;
  /** Called after every (re)connection: notifications sent in between are lost, so the owner polls. */
  readonly onConnected: () => void;
}

export interface Listener {
  close(): Promise<void>;
}

/** Milliseconds between two liveness checks, and how long one may take. */
const PULSE = { every: 10_000, within: 5_000 };
/** The longest pause between two attempts is short: a restarted database is reconnected within a second. */
const RETRY = { first: 50, longest: 800 };

/**
 * Holds a separate connection that LISTENs on `channel`, until it is closed: a lost, refused or silently dead
 * connection is replaced. Resolves after the first attempt, whether or not it succeeded.
 */
export async function openListener(options: ListenerOptions): Promise<Listener> {
  const { log } = options;
  let closed = false;
  let client: Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let pause = RETRY.first;

  const again = (task: () => Promise<void>, after: number): void => {
    clearTimeout(timer);
    if (!closed) timer = setTimeout(() => void task(), after).unref();
  };

  const lose = (which: Client, reason: string): void => {
    if (client !== which) return;
    client = undefined;
    hangUp(which);
    if (closed) return;
    log.warn({ reason }, "database notifications were interrupted, reconnecting");
    again(connect, pause);
    pause = Math.min(pause * 2, RETRY.longest);
  };

  const pulse = async (which: Client): Promise<void> => {
    const alive = await Promise.race([
      which.query("select 1").then(
        () => true,
        () => false,
      ),
      new Promise<boolean>((done) => setTimeout(done, PULSE.within, false).unref()),
    ]);
    if (client !== which) return;
    if (alive) again(() => pulse(which), PULSE.every);
    else lose(which, "no answer");
  };

  const connect = async (): Promise<void> => {
    const next = new Client({
      ...options.connection,
      application_name: "sitewalk events",
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
    });
    client = next;
    next.on("error", (error) => lose(next, error.message));
    next.on("end", () => lose(next, "ended"));
    next.on("notification", (message) => options.onPayload(message.payload ?? ""));
    try {
      await next.connect();
      await next.query(`listen ${escapeIdentifier(options.channel)}`);
    } catch (error) {
      lose(next, error instanceof Error ? error.message : String(error));
      return;
    }
    if (client !== next) return;
    pause = RETRY.first;
    again(() => pulse(next), PULSE.every);
    options.onConnected();
  };

  await connect();
  return {
    async close() {
      closed = true;
      clearTimeout(timer);
      const last = client;
      client = undefined;
      await last?.end().catch(() => undefined);
    },
  };
}

/** An abandoned client may still report errors, and an unhandled one would end the process. */
function hangUp(client: Client): void {
  client.removeAllListeners();
  client.on("error", () => undefined);
  client.end().catch(() => undefined);
}
