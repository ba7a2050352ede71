import type { PgBoss, QueueResult } from "pg-boss";
import type { JobDefinition } from "./job.ts";

/** The queue of all jobs that were given up. */
export const GIVEN_UP = "platform.given-up";

/** A running job sends a heartbeat every `refresh` seconds; without one for `lost` seconds its worker is dead. */
export const HEARTBEAT = { refresh: 2, lost: 10 };

/**
 * Attempts of a job beyond its failures, for the deaths of its workers (a deployment, a crash, a power cut), which say
 * little about the job. Enough for accidents, an end for a job that kills its worker.
 */
const SPARE_LIVES = 20;

const HOUR = 60 * 60;
const DAY = 24 * HOUR;

/**
 * Creates the queues, or updates their settings. Every process does so, whichever starts first; unchanged ones are left
 * alone, so that a start needs one query and not one for each queue.
 */
export async function prepareQueues(
  boss: PgBoss,
  definitions: readonly JobDefinition<object>[],
): Promise<void> {
  const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  if (!known.has(GIVEN_UP))
    await boss.createQueue(GIVEN_UP, {
      retryLimit: 100,
      retryDelay: 60,
      heartbeatSeconds: HEARTBEAT.lost,
      deleteAfterSeconds: DAY,
    });
  for (const { name, options } of definitions) {
    const existing = known.get(name);
    if (existing !== undefined && existing.policy !== options.policy)
      throw new Error(
        `The job "${name}" has the policy "${options.policy}", its queue in the database "${existing.policy}": give the job a new name.`,
      );
    const settings = {
      retryLimit: options.retryLimit + SPARE_LIVES,
      retryDelay: options.retryDelay,
      retryBackoff: options.retryBackoff,
      ...(options.retryBackoff ? { retryDelayMax: 300 } : {}),
      // The effective time limit is our own, so that it counts as a failure (see run.ts); this one is for a worker that
      // hangs.
      expireInSeconds: options.expireInSeconds + 10,
      heartbeatSeconds: HEARTBEAT.lost,
      deadLetter: GIVEN_UP,
      // Finished jobs are deleted soon: the scan for those of dead workers reads the rest.
      deleteAfterSeconds: 6 * HOUR,
      // Workers are not woken by pg-boss here, see jobs.ts.
      notify: false,
    };
    if (existing === undefined) await boss.createQueue(name, { ...settings, policy: options.policy });
    else if (!holds(existing, settings)) await boss.updateQueue(name, settings);
  }
}

const holds = (queue: QueueResult, settings: Partial<QueueResult>): boolean =>
  Object.entries(settings).every(([name, value]) => queue[name as keyof QueueResult] === value);
