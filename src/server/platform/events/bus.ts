import { sql } from "kysely";
import type { Database, Trx } from "../database.ts";
import type { Log } from "../log.ts";
import { type Broadcast, type EventDefinition, eventNamed } from "./event.ts";
import { pruneEvents } from "./prune.ts";
import { createReader, type StoredEvent } from "./reader.ts";
import type { Signals } from "./signals.ts";

export interface Bus {
  /**
   * Announces a fact as part of the transaction that makes it true: the commit delivers it to every process, a rollback
   * to none. Throws when the payload does not match the event's declaration.
   */
  emit<Payload>(trx: Trx, event: EventDefinition<Payload>, payload: Payload): Promise<void>;
  /**
   * Calls `handler` in this process, and in every other one that registers it, for each event from its start on. For
   * caches and connections, quick and repeatable; work that must happen exactly once is a job. Events come one at a
   * time, in order; an error is logged and the next event comes. Returns a function that stops it.
   */
  on<Payload>(
    event: EventDefinition<Payload>,
    handler: (payload: Payload) => void | Promise<void>,
  ): () => void;
  /** Forwards every event to an outside consumer, within its own transaction. */
  forwardTo(forward: Forward): void;
  start(): Promise<void>;
  stop(): Promise<void>;
}

type Forward = (trx: Trx, told: Told) => Promise<void>;

/** An emitted event, and its broadcasts to browsers. */
export interface Told {
  readonly event: string;
  readonly payload: unknown;
  readonly broadcasts: readonly Broadcast[];
}

export interface BusOptions {
  readonly db: Database;
  readonly signals: Signals;
  readonly log: Log;
  /** Target of broadcasts; omitted in a process without sockets. */
  readonly publish?: (broadcast: Broadcast) => void;
  /** Milliseconds after which tables are polled without a notification. */
  readonly every?: number;
}

type Handler = (payload: unknown) => void | Promise<void>;

const TOPIC = "events";
const EVERY = 2_000;
const PRUNE = 60 * 60_000;
/** Time limit of a handler: after it, the handler no longer delays the others. */
const PATIENCE = 10_000;

export function createBus({ db, signals, log, publish, every = EVERY }: BusOptions): Bus {
  let forward: Forward | undefined;
  const handlers = new Map<string, Set<Handler>>();
  const reader = createReader(db);
  const timers: NodeJS.Timeout[] = [];
  let unsubscribe: (() => void) | undefined;
  let draining: Promise<void> | undefined;
  let again = false;
  let stopped = false;

  const deliver = async (row: StoredEvent): Promise<void> => {
    const event = eventNamed(row.name);
    if (event === undefined)
      return log.debug({ event: row.name }, "an event that this process does not know");
    await guarded(log, row, () => {
      for (const broadcast of event.broadcasts(event.check(row.payload))) publish?.(broadcast);
    });
    for (const handler of handlers.get(row.name) ?? []) await guarded(log, row, () => handler(row.payload));
  };

  const drain = async (): Promise<void> => {
    while (again) {
      again = false;
      const page = await reader.next();
      for (const row of page.rows) await deliver(row);
      if (page.more) again = !stopped;
    }
  };

  const wake = (): void => {
    again = !stopped;
    draining ??= drain()
      .catch((error: unknown) => log.warn({ error: String(error) }, "events could not be read, retrying"))
      .finally(() => {
        draining = undefined;
      });
  };

  return {
    async emit(trx, event, payload) {
      const checked = event.check(payload);
      const json = JSON.stringify(checked);
      const { rows } = await sql<{ xid: string }>`
        insert into events (name, payload) values (${event.name}, ${json}::jsonb)
        returning xid::text as xid`.execute(trx);
      for (const row of rows) signals.raise(row.xid, TOPIC);
      const broadcasts = event.broadcasts(checked);
      await forward?.(trx, { event: event.name, payload: checked, broadcasts });
    },
    forwardTo(to) {
      forward = to;
    },
    on(event, handler) {
      const set = handlers.get(event.name) ?? new Set();
      const checked: Handler = (payload) => handler(event.check(payload));
      handlers.set(event.name, set.add(checked));
      return () => void set.delete(checked);
    },
    async start() {
      await reader.start();
      unsubscribe = signals.on(TOPIC, wake);
      timers.push(setInterval(wake, every).unref());
      timers.push(setInterval(() => void pruneEvents(db, log), PRUNE).unref());
    },
    async stop() {
      stopped = true;
      again = false;
      unsubscribe?.();
      for (const timer of timers) clearInterval(timer);
      await draining;
    },
  };
}

/** Runs one consumer to its end, its error or the time limit; never throws. */
async function guarded(log: Log, row: StoredEvent, run: () => void | Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no end after ${PATIENCE} ms`)), PATIENCE).unref();
  });
  try {
    await Promise.race([run(), tooLong]);
  } catch (error) {
    log.error({ event: row.name, id: row.id, error }, "a consumer of an event failed");
  } finally {
    clearTimeout(timer);
  }
}
