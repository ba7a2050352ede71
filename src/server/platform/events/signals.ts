import { sql } from "kysely";
import type pg from "pg";
import type { Database, Trx } from "../database.ts";
import type { Log } from "../log.ts";
import { type Listener, openListener } from "./listener.ts";

/**
 * "There is something new under this topic", from any process to all of them, shortly after a transaction has
 * committed. A hint without content: a receiver reads the tables, which it polls every two seconds anyway, so that a
 * lost hint costs time and nothing else.
 */
export interface Signals {
  /** Signals `topic` to every process once the transaction `xid` commits, and to none when it rolls back. */
  raise(xid: string, topic: string): void;
  /** The same for the current transaction. */
  raiseWith(trx: Trx, topic: string): Promise<void>;
  /** Calls `hear` on every signal of `topic` and after every reconnection. Returns a function that stops it. */
  on(topic: string, hear: () => void): () => void;
  /** Starts listening. Not needed in a process that only raises. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

interface Raised {
  readonly xid: string;
  readonly topic: string;
  readonly at: number;
}

const CHANNEL = "sitewalk";
/** A process sends at most one NOTIFY in this many milliseconds. */
const COALESCE = 20;
/** A transaction still open after this long is left to the polls. */
const GIVE_UP = 2_000;

/**
 * NOTIFY inside a writing transaction takes a lock that serialises commits (measured: a quarter of the commits per
 * second with eight writers), so it happens here, outside of it and coalesced. Whether the transaction committed is
 * queried from the database (`pg_xact_status`) rather than hooked into the code: there is no wrapper to forget, a
 * nested or rolled back transaction needs no care, and the query is part of the statement that notifies.
 */
export function createSignals(options: { db: Database; connection: pg.ClientConfig; log: Log }): Signals {
  const { db, log } = options;
  const hearers = new Map<string, Set<() => void>>();
  const raised = new Map<string, Raised>();
  let listener: Listener | undefined;
  let timer: NodeJS.Timeout | undefined;
  let flushing: Promise<void> | undefined;

  const tell = (topics: Iterable<string>): void => {
    for (const topic of topics) for (const hear of hearers.get(topic) ?? []) hear();
  };

  const flush = async (): Promise<void> => {
    timer = undefined;
    try {
      for (const key of await notifyCommitted(db, raised)) raised.delete(key);
    } catch (error) {
      log.debug({ error }, "signals could not be sent, the polls will find what they stood for");
    }
    const now = performance.now();
    for (const [key, entry] of raised) if (now - entry.at > GIVE_UP) raised.delete(key);
  };

  const schedule = (): void => {
    if (timer !== undefined || flushing !== undefined) return;
    timer = setTimeout(() => {
      flushing = flush().finally(() => {
        flushing = undefined;
        if (raised.size > 0) schedule();
      });
    }, COALESCE).unref();
  };

  const raise = (xid: string, topic: string): void => {
    raised.set(`${xid} ${topic}`, { xid, topic, at: performance.now() });
    schedule();
  };

  return {
    raise,
    async raiseWith(trx, topic) {
      const { rows } = await sql<{ xid: string }>`select pg_current_xact_id()::text as xid`.execute(trx);
      for (const row of rows) raise(row.xid, topic);
    },
    on(topic, hear) {
      const set = hearers.get(topic) ?? new Set();
      hearers.set(topic, set.add(hear));
      return () => void set.delete(hear);
    },
    async start() {
      listener ??= await openListener({
        connection: options.connection,
        channel: CHANNEL,
        log,
        onPayload: (payload) => tell(payload.split(" ")),
        onConnected: () => tell(hearers.keys()),
      });
    },
    async stop() {
      clearTimeout(timer);
      await flushing;
      if (raised.size > 0) await flush();
      await listener?.close();
      listener = undefined;
    },
  };
}

/** Notifies for the committed transactions; returns the keys of all that have ended either way. */
async function notifyCommitted(db: Database, raised: ReadonlyMap<string, Raised>): Promise<string[]> {
  const entries = [...raised.values()];
  if (entries.length === 0) return [];
  const xids = entries.map((entry) => entry.xid);
  const topics = entries.map((entry) => entry.topic);
  const { rows } = await sql<{ key: string }>`
    with judged as (
      select xid, topic, pg_xact_status(xid) as status
      from unnest(${xids}::xid8[], ${topics}::text[]) as r (xid, topic)
    ), told as (
      select pg_notify(${CHANNEL}, string_agg(distinct topic, ' '))
      from judged where status = 'committed' having count(*) > 0
    )
    select xid::text || ' ' || topic as key
    from judged, (select count(*) from told) as sent
    where status is distinct from 'in progress'`.execute(db);
  return rows.map((row) => row.key);
}
