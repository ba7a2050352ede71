import { sql } from "kysely";
import { makeDueBackup } from "./backup/backup.jobs.ts";
import type { Domains } from "./domains/index.ts";
import { buildFilm } from "./media/films/films.jobs.ts";
import type { Media } from "./media/index.ts";
import { buildVariants, catchUp, FORGOTTEN_AFTER, sweep, sweepUploads } from "./media/media.jobs.ts";
import { buildPlan } from "./media/plans/plans.jobs.ts";
import type { Database } from "./platform/database.ts";
import type { Bus } from "./platform/events/bus.ts";
import type { IdempotencyKeys } from "./platform/http/idempotency-keys.ts";
import { definedJobs } from "./platform/jobs/job.ts";
import type { Jobs } from "./platform/jobs/jobs.ts";
import {
  assertWorkers,
  type JobSchedule,
  jobWorker,
  scheduledJob,
  type Worker,
} from "./platform/jobs/work.ts";
import { sendMail } from "./platform/mail/mail.jobs.ts";
import type { WorkingMailer } from "./platform/mail/mailer.ts";

export interface WorkOptions {
  readonly db: Database;
  readonly once: Pick<IdempotencyKeys, "prune">;
  readonly bus: Bus;
  readonly jobs: Jobs;
  readonly media: Media;
  readonly mailer: WorkingMailer;
  readonly domains: Domains;
  readonly backUpWhenDue: (signal: AbortSignal) => Promise<void>;
}

interface Work {
  readonly jobs: readonly Worker[];
  readonly schedules: readonly JobSchedule[];
}

/**
 * Registers the declared job workers, schedules and event listeners. Nothing runs before the queue and the bus are started.
 * Throws when a job has no worker.
 */
export function assignWork(options: WorkOptions): void {
  const { bus, jobs, media, domains } = options;
  media.onSettled(domains.pictureSettled);
  media.onFilmChanged(domains.filmChanged);
  media.onPlanSettled(domains.planSettled);
  const parts: readonly Work[] = [domains, ownWork(options), mediaWork(options)];
  const workers = parts.flatMap((part) => part.jobs);
  assertWorkers(definedJobs(), workers);
  for (const worker of workers) worker.register(jobs);
  for (const { schedules } of parts) for (const schedule of schedules) schedule.register(jobs);
  for (const listener of domains.listens) listener.register(bus);
}

const ownWork = ({ mailer, backUpWhenDue }: WorkOptions): Work => ({
  jobs: [
    jobWorker(sendMail, mailer.deliver),
    jobWorker(makeDueBackup, (_, { signal }) => backUpWhenDue(signal)),
  ],
  schedules: [scheduledJob("25 * * * *", makeDueBackup)],
});

function mediaWork({ db, jobs, media, once, domains: { sweeps, claims } }: WorkOptions): Work {
  const ofPlan = anyOf(claims.plans);
  const ofFilm = anyOf(claims.films);
  return {
    jobs: [
      jobWorker(buildVariants, ({ sha256 }, { signal }) => media.build(sha256, signal)),
      jobWorker(buildPlan, (plan, { signal }) => media.buildPlan(plan, signal)),
      jobWorker(buildFilm, ({ sha256 }, { signal }) => media.buildFilm(sha256, signal)),
      jobWorker(sweep, async () => {
        for (const clear of sweeps) await clear();
        await once.prune();
        await media.sweep(claims.pictures);
        await media.sweepPortraits(claims.portraits);
        await media.sweepPlans(ofPlan);
        await media.sweepFilms(ofFilm);
      }),
      jobWorker(sweepUploads, async () => void (await media.uploads.sweep())),
      jobWorker(catchUp, async () => {
        const forgotten = await media.unfinished(FORGOTTEN_AFTER);
        await db.transaction().execute(async (trx) => {
          for (const sha256 of forgotten) await jobs.send(trx, buildVariants, { sha256 }, { key: sha256 });
          for (const sha256 of await media.unfinishedFilms(ofFilm, FORGOTTEN_AFTER))
            await jobs.send(trx, buildFilm, { sha256 }, { key: sha256 });
          for (const plan of await media.unfinishedPlans(FORGOTTEN_AFTER)) await media.claimPlan(trx, plan);
        });
      }),
    ],
    schedules: [
      scheduledJob("20 2 * * *", sweep),
      scheduledJob("5 * * * *", sweepUploads),
      scheduledJob("*/20 * * * *", catchUp),
    ],
  };
}

/** Fails in the database when there is no condition, so that a sweep without claims removes nothing. */
const anyOf = (claims: Domains["claims"]["plans"]) => sql`(${sql.join(claims, sql` or `)})`;
