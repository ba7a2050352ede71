import { sql } from "kysely";
import { makeDueBackup } from "./backup/backup.jobs.ts";
import type { Domains } from "./domains/index.ts";
import { buildFilm } from "./media/films/films.jobs.ts";
import type { Media } from "./media/index.ts";
import { buildVariants, catchUp, FORGOTTEN_AFTER, sweep, sweepUploads } from "./media/media.jobs.ts";
import { buildPlan } from "./media/plans/plans.jobs.ts";
import type { Database } from "./platform/database.ts";
import type { Bus } from "./platform/events/bus.ts";
import type { Once } from "./platform/http/once.ts";
import { definedJobs } from "./platform/jobs/job.ts";
import type { Jobs } from "./platform/jobs/jobs.ts";
import { assertWorked, sentAt, type Timetable, type Worker, worksOn } from "./platform/jobs/work.ts";
import { sendMail } from "./platform/mail/mail.jobs.ts";
import type { WorkingMailer } from "./platform/mail/mailer.ts";

export interface WorkOptions {
  readonly db: Database;
  readonly once: Pick<Once, "prune">;
  readonly bus: Bus;
  readonly jobs: Jobs;
  readonly media: Media;
  readonly mailer: WorkingMailer;
  readonly domains: Domains;
  readonly backUpWhenDue: (signal: AbortSignal) => Promise<void>;
}

interface Work {
  readonly jobs: readonly Worker[];
  readonly schedules: readonly Timetable[];
}

/**
 * Gives the jobs to who does them and the events to who follows them, as the parts of the server declare; nothing runs
 * before the queue and the bus are started. Throws when a job is defined that nobody works on.
 */
export function assignWork(options: WorkOptions): void {
  const { bus, jobs, media, domains } = options;
  media.onSettled(domains.pictureSettled);
  media.onFilmChanged(domains.filmChanged);
  media.onPlanSettled(domains.planSettled);
  const parts: readonly Work[] = [domains, ownWork(options), mediaWork(options)];
  const workers = parts.flatMap((part) => part.jobs);
  assertWorked(definedJobs(), workers);
  for (const worker of workers) worker.assign(jobs);
  for (const { schedules } of parts) for (const timetable of schedules) timetable.enter(jobs);
  for (const listener of domains.listens) listener.register(bus);
}

const ownWork = ({ mailer, backUpWhenDue }: WorkOptions): Work => ({
  jobs: [worksOn(sendMail, mailer.deliver), worksOn(makeDueBackup, (_, { signal }) => backUpWhenDue(signal))],
  schedules: [sentAt("25 * * * *", makeDueBackup)],
});

function mediaWork({ db, jobs, media, once, domains: { sweeps, claims } }: WorkOptions): Work {
  const ofPlan = anyOf(claims.plans);
  const ofFilm = anyOf(claims.films);
  return {
    jobs: [
      worksOn(buildVariants, ({ sha256 }, { signal }) => media.build(sha256, signal)),
      worksOn(buildPlan, (plan, { signal }) => media.buildPlan(plan, signal)),
      worksOn(buildFilm, ({ sha256 }, { signal }) => media.buildFilm(sha256, signal)),
      worksOn(sweep, async () => {
        for (const clear of sweeps) await clear();
        await once.prune();
        await media.sweep(claims.pictures);
        await media.sweepPortraits(claims.portraits);
        await media.sweepPlans(ofPlan);
        await media.sweepFilms(ofFilm);
      }),
      worksOn(sweepUploads, async () => void (await media.uploads.sweep())),
      worksOn(catchUp, async () => {
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
      sentAt("20 2 * * *", sweep),
      sentAt("5 * * * *", sweepUploads),
      sentAt("*/20 * * * *", catchUp),
    ],
  };
}

/** Of no condition it would be an error of the database's, and what nobody claims stays. */
const anyOf = (claims: Domains["claims"]["plans"]) => sql`(${sql.join(claims, sql` or `)})`;
