import { makeDueBackup } from "./backup/backup.jobs.ts";
import { tokenRevoked } from "./domains/api-access/api-access.events.ts";
import { sessionEnded } from "./domains/auth/auth.events.ts";
import { pruneAccounts } from "./domains/auth/prune.ts";
import { runSync } from "./domains/autodesk/autodesk.jobs.ts";
import { writeBills } from "./domains/billing/billing.jobs.ts";
import { checkCamera, checkCameras, keepStills, makeTimelapse } from "./domains/cctv/cctv.jobs.ts";
import { buildExport, sweepExports } from "./domains/exports/exports.jobs.ts";
import type { Domains } from "./domains/index.ts";
import { mailUnread } from "./domains/messages/messages.jobs.ts";
import { mailNews, pruneNotifications } from "./domains/notifications/notifications.jobs.ts";
import { remindOfPlans } from "./domains/plans/plans.jobs.ts";
import type { Push } from "./domains/realtime/push.ts";
import { pushBroadcasts, pushTerminate } from "./domains/realtime/realtime.jobs.ts";
import { mailLink } from "./domains/recovery/recovery.jobs.ts";
import { resendLink } from "./domains/registration/registration.jobs.ts";
import { remindOfSnags, showSnapshots } from "./domains/snags/snags.jobs.ts";
import { rightsChanged } from "./domains/team/team.events.ts";
import { askBoards, hearNews, sendCards, wakeTools } from "./domains/tools/tools.jobs.ts";
import { proposeMissingWays } from "./domains/tour/tour.jobs.ts";
import { announceVisit } from "./domains/visits/visits.jobs.ts";
import { pruneWebhooks } from "./domains/webhooks/webhooks.jobs.ts";
import { buildFilm } from "./media/films/films.jobs.ts";
import type { Media } from "./media/index.ts";
import { buildVariants, catchUp, FORGOTTEN_AFTER, sweep, sweepUploads } from "./media/media.jobs.ts";
import { buildPlan } from "./media/plans/plans.jobs.ts";
import type { Database } from "./platform/database.ts";
import type { Bus } from "./platform/events/bus.ts";
import type { Once } from "./platform/http/once.ts";
import type { Jobs } from "./platform/jobs/jobs.ts";
import { sendMail } from "./platform/mail/mail.jobs.ts";
import type { WorkingMailer } from "./platform/mail/mailer.ts";
import { type Realtime, realtimeExpelled, realtimeTriggered } from "./platform/realtime/index.ts";

export interface WorkOptions {
  readonly db: Database;
  readonly once: Pick<Once, "prune">;
  readonly bus: Bus;
  readonly jobs: Jobs;
  readonly media: Media;
  readonly realtime: Realtime;
  readonly push: Push;
  readonly mailer: WorkingMailer;
  readonly domains: Domains;
  readonly backUpWhenDue: (signal: AbortSignal) => Promise<void>;
}

/** Says who does which job and who follows which event; nothing runs before the queue and the bus are started. */
export function assignWork({
  db,
  once,
  bus,
  jobs,
  media,
  realtime,
  push,
  mailer,
  domains,
  backUpWhenDue,
}: WorkOptions): void {
  bus.on(sessionEnded, ({ id_session }) => realtime.endSession(id_session));
  bus.on(tokenRevoked, ({ id_token }) => realtime.endToken(id_token));
  bus.on(rightsChanged, ({ id_user, is_less }) => {
    if (is_less) realtime.endUser(id_user);
  });
  bus.on(realtimeExpelled, ({ user_id }) => realtime.expel(user_id));
  bus.on(realtimeTriggered, ({ channels, name, data, socket_id }) => {
    for (const channel of channels) realtime.publishText({ channel, event: name, data }, socket_id);
  });
  media.onSettled(domains.pictureSettled);
  media.onFilmChanged(domains.filmChanged);
  media.onPlanSettled(domains.planSettled);

  jobs.work(pushBroadcasts, push.push);
  jobs.work(pushTerminate, push.terminate);
  jobs.work(sendMail, mailer.deliver);
  jobs.work(mailLink, ({ name }) => domains.sendRecoveryLink(name));
  jobs.work(resendLink, ({ name }) => domains.sendLinkAgain(name));
  jobs.work(mailNews, domains.mailNews);
  jobs.work(mailUnread, domains.mailUnreadMessages);
  jobs.work(announceVisit, ({ id_visit }) => domains.announceVisit(id_visit));
  jobs.work(buildExport, ({ id_export }, { signal }) => domains.buildExport(id_export, signal));
  jobs.onGivenUp(buildExport, ({ id_export }) => domains.giveUpExport(id_export));
  jobs.work(sweepExports, domains.sweepExports);
  jobs.schedule(sweepExports, "35 * * * *", {});
  jobs.work(pruneNotifications, domains.pruneNotifications);
  jobs.schedule(pruneNotifications, "40 2 * * *", {});
  jobs.work(pruneAccounts, domains.pruneAccounts);
  jobs.schedule(pruneAccounts, "50 2 * * *", {});
  jobs.work(remindOfSnags, domains.remindOfSnags);
  // Before the working day begins where most of them stand.
  jobs.schedule(remindOfSnags, "0 3 * * *", {});
  jobs.work(showSnapshots, (job, { signal }) => domains.showSnapshots(job, signal));
  jobs.work(proposeMissingWays, async (_, { signal }) => void (await domains.proposeMissingWays(signal)));
  jobs.schedule(proposeMissingWays, "45 1 * * *", {});
  jobs.work(makeDueBackup, (_, { signal }) => backUpWhenDue(signal));
  jobs.schedule(makeDueBackup, "25 * * * *", {});
  jobs.work(remindOfPlans, domains.remindOfPlans);
  jobs.schedule(remindOfPlans, "15 3 * * *", {});
  jobs.work(writeBills, domains.writeBills);
  jobs.schedule(writeBills, "10 * * * *", {});
  jobs.work(checkCamera, ({ id_camera }) => domains.checkCamera(id_camera));
  jobs.work(checkCameras, (_, { signal }) => domains.checkCameras(signal));
  jobs.schedule(checkCameras, "*/5 * * * *", {});
  jobs.work(keepStills, (_, { signal }) => domains.takeStills(signal));
  jobs.schedule(keepStills, "* * * * *", {});
  jobs.work(makeTimelapse, ({ id_timelapse }, { signal }) => domains.makeTimelapse(id_timelapse, signal));
  jobs.onGivenUp(makeTimelapse, ({ id_timelapse }) => domains.giveUpTimelapse(id_timelapse));
  jobs.work(pruneWebhooks, domains.outside.webhooks.prune);
  jobs.schedule(pruneWebhooks, "55 2 * * *", {});
  jobs.work(sendCards, async (_, { signal }) => void (await domains.outside.tools.sendDue(signal)));
  jobs.work(hearNews, (_, { signal }) => domains.outside.tools.hear(signal));
  jobs.work(askBoards, (_, { signal }) => domains.outside.tools.ask(signal));
  jobs.work(wakeTools, domains.outside.tools.wake);
  jobs.schedule(wakeTools, "* * * * *", {});
  jobs.work(runSync, ({ id_sync }) => domains.outside.runSync(id_sync));
  jobs.onGivenUp(runSync, ({ id_sync }) => domains.outside.giveUpSync(id_sync));
  jobs.work(buildVariants, ({ sha256 }, { signal }) => media.build(sha256, signal));
  jobs.work(buildPlan, (plan, { signal }) => media.buildPlan(plan, signal));
  jobs.work(buildFilm, ({ sha256 }, { signal }) => media.buildFilm(sha256, signal));
  jobs.work(sweep, async () => {
    await domains.purgeBins();
    await domains.pruneSessions();
    await once.prune();
    await domains.pruneSearch();
    await domains.pruneMessages();
    await domains.pruneAddresses();
    await domains.pruneSnagPhotos();
    await domains.pruneSchedules();
    await domains.pruneViews();
    await domains.pruneSightings();
    await domains.pruneStills();
    await domains.outside.tools.prune();
    await media.sweep([domains.pictureClaim]);
    await media.sweepPortraits(domains.portraitClaims);
    await media.sweepPlans(domains.planClaim);
    await media.sweepFilms(domains.filmClaim);
  });
  jobs.schedule(sweep, "20 2 * * *", {});
  jobs.work(sweepUploads, async () => void (await media.uploads.sweep()));
  jobs.schedule(sweepUploads, "5 * * * *", {});
  jobs.work(catchUp, async () => {
    const forgotten = await media.unfinished(FORGOTTEN_AFTER);
    await db.transaction().execute(async (trx) => {
      for (const sha256 of forgotten) await jobs.send(trx, buildVariants, { sha256 }, { key: sha256 });
      for (const sha256 of await media.unfinishedFilms(domains.filmClaim, FORGOTTEN_AFTER))
        await jobs.send(trx, buildFilm, { sha256 }, { key: sha256 });
      for (const plan of await media.unfinishedPlans(FORGOTTEN_AFTER)) await media.claimPlan(trx, plan);
    });
  });
  jobs.schedule(catchUp, "*/20 * * * *", {});
}
