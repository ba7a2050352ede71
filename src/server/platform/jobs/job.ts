import type { z } from "zod";

export interface JobOptions {
  /** How often a failed job is retried before it is given up. Default 3. */
  readonly retryLimit?: number;
  /** Seconds before the next attempt. Default 2. */
  readonly retryDelay?: number;
  /** Doubles the delay with every attempt, up to five minutes. Default true. */
  readonly retryBackoff?: boolean;
  /** Seconds after which a run counts as failed and its `signal` aborts. Default 900. */
  readonly expireInSeconds?: number;
  /** Concurrent runs in one worker process. Default 1. */
  readonly concurrency?: number;
  /**
   * Treatment of jobs with the same key (see `send`), or of all of them when no key is given. Default `standard`.
   * - `standard`: nothing.
   * - `short`: at most one waits; further ones are dropped while it does.
   * - `singleton`: any number wait, one runs.
   * - `stately`: one waits and one runs.
   * - `exclusive`: one waits or runs.
   */
  readonly policy?: "standard" | "short" | "singleton" | "stately" | "exclusive";
}

/** A kind of work, owned by the domain named before the dot; its handler is given to `jobs.work`. */
export interface JobDefinition<Data extends object> {
  readonly name: string;
  readonly options: Required<JobOptions>;
  /** Validates the data by the schema; throws on anything else. */
  check(data: unknown): Data;
}

const defined = new Map<string, JobDefinition<object>>();

/**
 * Declares a job, once per name: a second definition throws while modules load, so it stops the start-up. `schema`
 * describes plain JSON (no dates, no transforms): the data is checked when it is sent and when it is run. Work may
 * happen twice (a worker dies after doing it and before reporting it), so every handler must be repeatable.
 */
export function defineJob<Data extends object>(
  name: `${string}.${string}`,
  schema: z.ZodType<Data, Data>,
  options: JobOptions = {},
): JobDefinition<Data> {
  if (defined.has(name)) throw new Error(`The job "${name}" is defined twice.`);
  const definition: JobDefinition<Data> = {
    name,
    check: (data) => schema.parse(data),
    options: {
      retryLimit: options.retryLimit ?? 3,
      retryDelay: options.retryDelay ?? 2,
      retryBackoff: options.retryBackoff ?? true,
      expireInSeconds: options.expireInSeconds ?? 900,
      concurrency: options.concurrency ?? 1,
      policy: options.policy ?? "standard",
    },
  };
  defined.set(name, definition);
  return definition;
}

/** Every definition of the modules loaded so far. */
export function definedJobs(): readonly JobDefinition<object>[] {
  return [...defined.values()];
}
