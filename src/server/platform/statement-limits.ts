import pg from "pg";
import { currentWork } from "./database-work.ts";
import { codeOf } from "./error-code.ts";
import { AppError } from "./errors.ts";
import type { Log } from "./log.ts";

const CANCELLED = "57014";

export interface Canceller {
  /** Cancels the statement that the server's process `processID` is running. Never throws. */
  cancel(processID: number): Promise<void>;
  close(): Promise<void>;
}

/**
 * Cancels by a separate connection: those of the pool may all be busy with what is to be cancelled. The protocol's own
 * message would need no connection, but `pg` sends it without TLS.
 */
export function createCanceller(connection: pg.PoolConfig, log: Log): Canceller {
  const pool = new pg.Pool({
    ...connection,
    max: 1,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 5000,
  });
  const onError = (error: Error) =>
    log.warn({ error: error.message }, "database: a statement was not cancelled");
  pool.on("error", onError);
  pool.on("connect", (client) => client.on("error", onError));
  let closing: Promise<void> | undefined;
  return {
    async cancel(processID) {
      await pool.query("select pg_cancel_backend($1)", [processID]).catch(onError);
    },
    // Two owners of the database may close it, as with its own pool.
    close: () => (closing ??= pool.end()),
  };
}

/**
 * Runs a statement within the limits of the call, if there are any. `spend` is called when the statement was cancelled:
 * its connection is not reused, since a late cancellation would end the next statement.
 * @throws AppError TOO_SLOW after the call's time limit, or the reason why the call was cancelled
 */
export async function withinLimits<T>(
  run: () => Promise<T>,
  { cancel, spend }: { readonly cancel: () => Promise<void>; readonly spend: () => void },
): Promise<T> {
  const work = currentWork();
  if (work === undefined) return run();
  const { signal, timeout } = work;
  signal.throwIfAborted();
  let cancelling: Promise<void> | undefined;
  const stop = () => {
    cancelling ??= cancel();
  };
  const timer = setTimeout(stop, timeout);
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await run();
  } catch (error) {
    if (cancelling === undefined || codeOf(error) !== CANCELLED) throw error;
    throw signal.aborted ? signal.reason : new AppError("TOO_SLOW", { cause: error });
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
    if (cancelling !== undefined) {
      spend();
      await cancelling;
    }
  }
}
