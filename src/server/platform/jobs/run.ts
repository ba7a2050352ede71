import type pg from "pg";
import type { Job, JobResult } from "pg-boss";
import { withinCall } from "../call-scope.ts";
import type { Log } from "../log.ts";
import { countFailure, forgetFailures } from "./failures.ts";
import type { JobDefinition } from "./job.ts";

/** Context of a handler besides the data. */
export interface JobRun {
  /** The same in every attempt at this job. */
  readonly id: string;
  /** Aborts when the time limit is reached, the server stops, or another worker has taken the job: end what you started. */
  readonly signal: AbortSignal;
}

export type JobHandler<Data> = (data: Data, run: JobRun) => Promise<void>;

/** Stored with a job's own data: the id of the call that sent it. */
export const CALL = "call_id";

/** Runs one attempt to its outcome: done, to be retried, or given up after the definition's number of failures. */
export async function runAttempt(
  tools: { pool: pg.Pool; log: Log },
  definition: JobDefinition<object>,
  handler: JobHandler<object>,
  job: Job,
): Promise<JobResult> {
  const call: unknown = (job.data as { [CALL]?: unknown } | null)?.[CALL];
  const run = () => attempt(tools, definition, handler, job);
  return typeof call === "string" ? withinCall({ id: call }, run) : run();
}

async function attempt(
  tools: { pool: pg.Pool; log: Log },
  definition: JobDefinition<object>,
  handler: JobHandler<object>,
  job: Job,
): Promise<JobResult> {
  const { pool, log } = tools;
  const seconds = definition.options.expireInSeconds;
  const time = new AbortController();
  const timer = setTimeout(() => time.abort(new Error(`no end after ${seconds} s`)), seconds * 1000);
  try {
    const signal = AbortSignal.any([job.signal, time.signal]);
    await Promise.race([handler(definition.check(job.data), { id: job.id, signal }), rejectOn(time.signal)]);
    if (job.retryCount > 0) await forgetFailures(pool, job.id);
    return { id: job.id, status: "completed" };
  } catch (error) {
    const output = { message: error instanceof Error ? error.message : String(error) };
    // The attempt has been taken away, so its end says nothing about the job.
    if (job.signal.aborted) return { id: job.id, status: "failed", output };
    const failures = await countFailure(pool, job.id);
    const isLast = failures > definition.options.retryLimit;
    log.error({ job: job.name, id: job.id, failures, isLast, error }, "a job failed");
    return { id: job.id, status: isLast ? "deadletter" : "failed", output };
  } finally {
    clearTimeout(timer);
  }
}

function rejectOn(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
  });
}
