import type pg from "pg";
import type { PgBoss } from "pg-boss";
import type { Log } from "../log.ts";
import { forgetFailures } from "./failures.ts";
import { GIVEN_UP, HEARTBEAT } from "./queues.ts";
import { POLL } from "./workers.ts";

/** `reason` is the message of the last failure, for display. */
export type DeadLetterHandler<Data> = (data: Data, reason: string) => Promise<void>;

/**
 * Whatever ended a job's last attempt, its own error or the death of the worker, pg-boss puts a copy into one queue;
 * here it reaches the domain that can notify users. Returns the id of the worker.
 */
export async function workOnDeadLetters(options: {
  boss: PgBoss;
  pool: pg.Pool;
  log: Log;
  handlers: ReadonlyMap<string, DeadLetterHandler<object>>;
}): Promise<string> {
  const { boss, pool, log, handlers } = options;
  const settings = {
    includeMetadata: true,
    pollingIntervalSeconds: POLL,
    heartbeatRefreshSeconds: HEARTBEAT.refresh,
  } as const;
  return boss.work<object, void, typeof settings>(GIVEN_UP, settings, async ([job]) => {
    if (job === undefined || job.sourceName === null) return;
    const reason = messageIn(job.sourceOutput);
    log.error({ job: job.sourceName, id: job.sourceId, reason }, "a job was given up");
    if (job.sourceId !== null) await forgetFailures(pool, job.sourceId);
    await handlers.get(job.sourceName)?.(job.data, reason);
  });
}

/** The message of the failure, wherever pg-boss put it. */
export function messageIn(output: unknown): string {
  if (typeof output !== "object" || output === null) return "";
  if ("message" in output && typeof output.message === "string") return output.message;
  return "value" in output ? messageIn(output.value) : "";
}
