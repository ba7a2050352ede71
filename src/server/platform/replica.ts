import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import type { PostgresPool, PostgresPoolClient } from "kysely";
import pg from "pg";
import { limits } from "#contract/limits.ts";
import { AppError } from "./errors.ts";
import type { Log } from "./log.ts";
import { createSlowQueryLimit } from "./slow-query-limit.ts";
import { createCanceller, withinLimits } from "./statement-limits.ts";

/**
 * A replica of the database (streaming replication) that may answer reads. Before each call the primary reports its log
 * position, and the replica answers once it has replayed that far, or not at all. So it makes no difference which user
 * wrote on which node, nor how a reader learned of it: a reader sees everything that was acknowledged before the
 * request.
 */
export interface Replica {
  /** Runs `task` with its reads on the replica, for as long as it writes nothing and the replica is up to date in time. */
  reading<T>(task: () => Promise<T>): Promise<T>;
  /** The primary's pool, with the replica added for calls within `reading`. */
  beside(primary: PostgresPool): PostgresPool;
  /** Statements answered by the replica, and those that it should have answered. */
  counts(): { readonly there: number; readonly here: number };
  close(): Promise<void>;
}

export interface ReplicaOptions {
  readonly connection: pg.PoolConfig;
  /** The primary, queried for its position. */
  readonly primary: Pick<pg.Pool, "query">;
  readonly log: Log;
  /** Milliseconds to wait for a lagging replica. */
  readonly patience?: number;
}

/** One call that reads. */
interface Reading {
  /** Bytes of the log that the replica must have replayed. */
  readonly position: number;
  /** From here on the primary is used: the call wrote something, or the replica lags or fails. */
  isOver: boolean;
}

const PATIENCE = 50;
/** Milliseconds between two checks of its position. */
const PAUSE = 2;
/** Milliseconds for which a failed replica is not used. */
const REST = 5_000;

/** Opens connections to the replica on demand; when it is unreachable, the primary answers. */
export function createReplica({ connection, primary, log, patience = PATIENCE }: ReplicaOptions): Replica {
  const pool = new pg.Pool({
    ...connection,
    max: 10,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 1_000,
  });
  const onLost = (error: Error) => log.warn({ error: error.message }, "replica: connection lost");
  pool.on("error", onLost);
  pool.on("connect", (client) => client.on("error", onLost));
  const canceller = createCanceller(connection, log);
  const share = createSlowQueryLimit({ most: limits.database.slow, patience: limits.database.patience });
  const readings = new AsyncLocalStorage<Reading>();
  const position = createPositionReader(primary);
  const isUpToDate = createReplayCheck(patience);
  let restsUntil = 0;
  let there = 0;
  let here = 0;

  /** The replica's result; null where the primary has to provide it. */
  const ask = async (reading: Reading, text: string, parameters: unknown[]) => {
    let client: pg.PoolClient | undefined;
    let isSpent = false;
    const leave = await share.enter();
    try {
      client = await pool.connect();
      if (!(await isUpToDate(client, reading.position))) return null;
      const { processID = 0 } = client as { processID?: number };
      return await withinLimits(() => (client as pg.PoolClient).query(text, parameters), {
        cancel: () => canceller.cancel(processID),
        spend: () => {
          isSpent = true;
        },
      });
    } catch (error) {
      // The call itself was cancelled: the query is not repeated on the primary.
      if (error instanceof AppError) throw error;
      if (isRefusal(error)) return null;
      log.warn({ error: String(error) }, "replica: not usable, reading from the primary for now");
      restsUntil = performance.now() + REST;
      return null;
    } finally {
      client?.release(isSpent);
      leave();
    }
  };

  return {
    async reading(task) {
      if (performance.now() < restsUntil) return task();
      return readings.run({ position: await position(), isOver: false }, task);
    },
    beside: (first) => ({
      options: first.options,
      async connect() {
        const reading = readings.getStore();
        if (reading === undefined || reading.isOver) return first.connect();
        return new EitherClient(first, async (text, parameters) => {
          if (!isRead(text) || reading.isOver) {
            reading.isOver = true;
            return null;
          }
          const answer = await ask(reading, text, parameters);
          if (answer === null) {
            reading.isOver = true;
            here += 1;
          } else there += 1;
          return answer;
        });
      },
      end: () => first.end(),
    }),
    counts: () => ({ there, here }),
    async close() {
      await canceller.close();
      await pool.end();
    },
  };
}

/** The primary's log position; all calls that arrive before the query is sent share it. */
function createPositionReader(primary: ReplicaOptions["primary"]): () => Promise<number> {
  let next: Promise<number> | undefined;
  return () => {
    next ??= Promise.resolve().then(async () => {
      next = undefined;
      const { rows } = await primary.query<{ at: string }>(
        "select (pg_current_wal_flush_lsn() - '0/0'::pg_lsn)::text as at",
      );
      return Number(rows[0]?.at);
    });
    return next;
  };
}

/** Whether the replica has replayed the log up to a position, waiting for it up to `patience`. */
function createReplayCheck(patience: number) {
  /** By connection, which does not outlive the server: a restarted one may be further behind than before. */
  const replayed = new WeakMap<pg.PoolClient, number>();
  return async (client: pg.PoolClient, wanted: number): Promise<boolean> => {
    const end = performance.now() + patience;
    while ((replayed.get(client) ?? -1) < wanted) {
      const { rows } = await client.query<{ at: string | null }>(
        "select (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::text as at",
      );
      const at = rows[0]?.at ?? null;
      // A promoted server, or one that never was a replica, would answer from diverging data.
      if (at === null) throw new Error("the server is not a replica");
      replayed.set(client, Number(at));
      if (Number(at) >= wanted) break;
      if (performance.now() >= end) return false;
      await sleep(PAUSE);
    }
    return true;
  };
}

/** A connection to the primary that is acquired only once the replica has not answered. */
class EitherClient implements PostgresPoolClient {
  readonly #primary: PostgresPool;
  readonly #ask: (text: string, parameters: unknown[]) => Promise<unknown>;
  #held: PostgresPoolClient | undefined;

  constructor(primary: PostgresPool, ask: (text: string, parameters: unknown[]) => Promise<unknown>) {
    this.#primary = primary;
    this.#ask = ask;
  }

  /** Used by Kysely to cancel statements; those of a replica run to their end. */
  get processID(): number {
    return this.#held?.processID ?? 0;
  }

  readonly query = (async (text: string, parameters: unknown[]) => {
    const answer = this.#held === undefined ? await this.#ask(text, parameters) : null;
    if (answer !== null) return answer;
    this.#held ??= await this.#primary.connect();
    return this.#held.query(text, parameters);
  }) as unknown as PostgresPoolClient["query"];

  release(destroy?: boolean): void {
    this.#held?.release(destroy);
  }
}

/** Reads without locks. */
const isRead = (text: string) =>
  /^\s*(?:select|with)\s/i.test(text) && !/\bfor (?:update|share|no key|key share)/i.test(text);

/** The server is available and refuses: a write, an unlogged table, a row that was removed meanwhile. */
const isRefusal = (error: unknown) =>
  error instanceof pg.DatabaseError && !/^(?:08|53|57|58|XX)/.test(error.code ?? "");
