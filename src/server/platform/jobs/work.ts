import type { GivenUpHandler } from "./given-up.ts";
import type { JobDefinition } from "./job.ts";
import type { Jobs } from "./jobs.ts";
import type { JobHandler } from "./run.ts";

/** A job and who does it, as a part of the server declares it. */
export interface Worker {
  readonly job: string;
  assign(jobs: Pick<Jobs, "work" | "onGivenUp">): void;
}

/** A job that is sent by the clock. */
export interface Timetable {
  readonly job: string;
  enter(jobs: Pick<Jobs, "schedule">): void;
}

/** `givenUp` tells people of a job that will not be tried again. */
export const worksOn = <Data extends object>(
  job: JobDefinition<Data>,
  work: JobHandler<Data>,
  givenUp?: GivenUpHandler<Data>,
): Worker => ({
  job: job.name,
  assign(jobs) {
    jobs.work(job, work);
    if (givenUp !== undefined) jobs.onGivenUp(job, givenUp);
  },
});

/** `cron` has five fields, by UTC. */
export const sentAt = (cron: string, job: JobDefinition<Record<string, never>>): Timetable => ({
  job: job.name,
  enter: (jobs) => jobs.schedule(job, cron, {}),
});

/** Throws when a job is defined that nobody declares to work on. In every role: who only sends must not fill a queue for nobody. */
export function assertWorked(
  definitions: readonly { readonly name: string }[],
  workers: readonly Pick<Worker, "job">[],
): void {
  const idle = definitions.filter(({ name }) => !workers.some(({ job }) => job === name));
  if (idle.length > 0)
    throw new Error(`Nobody works on ${idle.map(({ name }) => `the job "${name}"`).join(", ")}.`);
}
