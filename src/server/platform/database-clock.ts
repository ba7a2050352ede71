import { sql } from "kysely";
import type { Clock } from "./clock.ts";
import type { Database } from "./database.ts";
import type { Log } from "./log.ts";

export interface DatabaseClock extends Clock {
  /** Reads the database's clock now. */
  look(): Promise<void>;
  stop(): void;
}

/** Milliseconds between two readings. */
const every = 5000;
/** A smaller difference says less about the clocks than about the latency to the database. */
const least = 1000;

/**
 * The time of the database. Sessions, leases and links are rows with times that other nodes write and PostgreSQL
 * compares with its own; a node whose clock is wrong by hours must not end them early or extend them. So its clock is
 * corrected by the database's, and a clock that is set at run time is noticed at once, because elapsed time is measured
 * separately.
 */
export function databaseClock(db: Database, log: Log): DatabaseClock {
  let offset = 0;
  let start = Date.now() - performance.now();

  const look = async (): Promise<void> => {
    const asked = performance.now();
    const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
    const took = performance.now() - asked;
    if (rows[0] === undefined || took > least) return;
    start = Date.now() - performance.now();
    const skew = Date.now() - took / 2 - rows[0].now.getTime();
    const wanted = Math.abs(skew) < least ? 0 : -Math.round(skew);
    if (Math.abs(wanted - offset) >= least)
      log.warn(
        { seconds: Math.round(skew / 1000) },
        "this machine's clock is not the database's, which counts",
      );
    offset = wanted;
  };
  const timer = setInterval(() => void look().catch(() => undefined), every).unref();

  return {
    now() {
      const jump = Date.now() - performance.now() - start;
      return new Date(Date.now() + offset - (Math.abs(jump) < least ? 0 : jump));
    },
    look,
    stop: () => clearInterval(timer),
  };
}
