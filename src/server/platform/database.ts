import { Kysely, PostgresDialect, type Transaction } from "kysely";
import pg from "pg";
import { limits } from "#contract/limits.ts";
import type { Log } from "./log.ts";
import { withPreparedStatements } from "./prepared-statements.ts";
import { createReplica, type Replica } from "./replica.ts";
import { createSlowQueryLimit } from "./slow-query-limit.ts";
import { createCanceller } from "./statement-limits.ts";

/**
 * All tables, contributed by their owners: a domain's `tables.ts` adds its own by declaration merging, so that the
 * platform depends on no domain and no list grows here.
 */
// oxlint-disable-next-line typescript/no-empty-interface
export interface Tables {}

export type Database = Kysely<Tables>;
export type Trx = Transaction<Tables>;

/** Ids are bigint in the database and stay below 2^53 in practice, so they are numbers here. */
const INT8 = 20;
pg.types.setTypeParser(INT8, Number);
/** Lists of ids likewise, of one dimension. */
const INT8_ARRAY = 1016 as Parameters<typeof pg.types.setTypeParser>[0];
pg.types.setTypeParser(INT8_ARRAY, (text) =>
  text === "{}"
    ? []
    : text
        .slice(1, -1)
        .split(",")
        .map((entry) => (entry === "NULL" ? null : Number(entry))),
);
/** A day is the same day everywhere: `2026-11-21`, never an instant of this machine's midnight. */
const DATE = 1082;
pg.types.setTypeParser(DATE, String);
/** A wall-clock time without a zone: `2026-03-31T02:30:00`, also in the night in which this machine has no such hour. */
const TIMESTAMP = 1114;
pg.types.setTypeParser(TIMESTAMP, (text) => text.replace(" ", "T"));

export interface DatabaseHandle {
  db: Database;
  /** For the few statements and libraries that need the driver itself (LISTEN, COPY, jobs). */
  pool: pg.Pool;
  /** The replica that may serve read-only work, if there is one. */
  replica: Replica | undefined;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** Maximum number of connections. */
  readonly max?: number;
  /** A replica's configuration. */
  readonly copy?: pg.PoolConfig;
}

/** Opens a pool. `connection` is a pg configuration: a socket folder and password, or a `connectionString`. */
export function openDatabase(
  connection: pg.PoolConfig,
  log: Log,
  { max = 10, copy }: DatabaseOptions = {},
): DatabaseHandle {
  const pool = new pg.Pool({
    ...connection,
    max,
    idleTimeoutMillis: 30_000,
    // After this time the caller gets an error that the database is unreachable.
    connectionTimeoutMillis: 5000,
  });
  // Without listeners a database restart would end this process. The pool handles idle clients only: one that is in a
  // transaction but between two queries loses its connection with nothing awaiting a response.
  const onLost = (error: Error) => log.warn({ error: error.message }, "database connection lost");
  pool.on("error", onLost);
  pool.on("connect", (client) => client.on("error", onLost));
  const replica = copy && createReplica({ connection: copy, primary: pool, log });
  const canceller = createCanceller(connection, log);
  // Always less than the pool, since slow reading would otherwise take all of it.
  const { slow, patience } = limits.database;
  const share = createSlowQueryLimit({ most: Math.max(1, Math.min(slow, max - 2)), patience });
  const prepared = withPreparedStatements(pool, { share, canceller });
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: replica?.beside(prepared) ?? prepared }),
  });
  const close = async () => {
    await db.destroy();
    await replica?.close();
    await canceller.close();
    // Kysely ends the pool only if it has used it; some callers hold this handle for the pool alone.
    if (!pool.ended) await pool.end();
  };
  return { db, pool, replica, close };
}
