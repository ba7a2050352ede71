import type { DeadLetterHandler } from "./dead-letter.ts";
import type { JobDefinition } from "./job.ts";
import type { Jobs } from "./jobs.ts";
import type { JobHandler } from "./run.ts";

/** A job with its handler. */
export interface Worker {
  readonly job: string;
  register(jobs: Pick<Jobs, "work" | "onGivenUp">): void;
}

/** A job with its cron schedule. */
export interface JobSchedule {
  readonly job: string;
  register(jobs: Pick<Jobs, "schedule">): void;
}

/** `givenUp` runs once the last retry has failed. */
export const jobWorker = <Data extends object>(
  job: JobDefinition<Data>,
  work: JobHandler<Data>,
  givenUp?: DeadLetterHandler<Data>,
): Worker => ({
  job: job.name,
  register(jobs) {
    jobs.work(job, work);
    if (givenUp !== undefined) jobs.onGivenUp(job, givenUp);
  },
});

/** `cron` has five fields, in UTC. */
export const scheduledJob = (cron: string, job: JobDefinition<Record<string, never>>): JobSchedule => ({
  job: job.name,
  register: (jobs) => jobs.schedule(job, cron, {}),
});

/** Throws when a defined job has no worker. Checked in every role: a process that only sends jobs must not fill a queue that no process reads. */
export function assertWorkers(
  definitions: readonly { readonly name: string }[],
  workers: readonly Pick<Worker, "job">[],
): void {
  const idle = definitions.filter(({ name }) => !workers.some(({ job }) => job === name));
  if (idle.length > 0)
    throw new Error(`No worker for ${idle.map(({ name }) => `the job "${name}"`).join(", ")}.`);
}
