import { isDeepStrictEqual } from "node:util";
import type { PgBoss } from "pg-boss";
import type { JobDefinition } from "./job.ts";

export interface Schedule {
  readonly job: JobDefinition<object>;
  readonly cron: string;
  readonly data: object;
}

const OPTIONS = { tz: "UTC", missed: "once" } as const;

/** Stores these schedules and deletes all others. Unchanged ones are left alone: a start has fifty. */
export async function storeSchedules(boss: PgBoss, schedules: readonly Schedule[]): Promise<void> {
  const stored = new Map((await boss.getSchedules()).map((schedule) => [schedule.name, schedule]));
  for (const { job, cron, data } of schedules) {
    const before = stored.get(job.name);
    stored.delete(job.name);
    const isSame =
      before?.cron === cron &&
      isDeepStrictEqual(before.data, data) &&
      isDeepStrictEqual(before.options, OPTIONS);
    if (!isSame) await boss.schedule(job.name, cron, data, OPTIONS);
  }
  for (const name of stored.keys()) await boss.unschedule(name);
}
