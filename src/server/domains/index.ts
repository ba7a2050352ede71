import type { FastifyRequest } from "fastify";
import { sql } from "kysely";
import { api } from "#contract/index.ts";
import type { Language } from "#contract/languages.ts";
import type { Cameras } from "#server/cameras/index.ts";
import type { LiveDrivers } from "#server/live/drivers/driver.ts";
import type { LiveRecordings } from "#server/live/engine.ts";
import type {
  Archive,
  Ffmpeg,
  Films,
  PictureSettled,
  Pictures,
  Plans,
  Portraits,
  Uploads,
} from "#server/media/index.ts";
import type { Attempts } from "#server/platform/attempts.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";
import type { Bus } from "#server/platform/events/bus.ts";
import type { HandOver } from "#server/platform/http/hand-over.ts";
import type { RateLimiter } from "#server/platform/http/rate.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import type { AppKey } from "#server/platform/key.ts";
import type { Log } from "#server/platform/log.ts";
import type { Mailer } from "#server/platform/mail/mail.ts";
import type { Nodes } from "#server/platform/nodes.ts";
import type { Policies } from "#server/platform/policy.ts";
import type { Realtime } from "#server/platform/realtime/index.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { accessLogsModule } from "./access-logs/access-logs.module.ts";
import { createSightings } from "./access-logs/sightings.ts";
import { createVisitPasses } from "./access-logs/visit-pass.ts";
import { administrationModule } from "./administration/administration.module.ts";
import { auditModule } from "./audit/audit.module.ts";
import { authModule } from "./auth/auth.module.ts";
import { createAuthRepository } from "./auth/auth.repository.ts";
import { createCaptcha } from "./auth/captcha.ts";
import { createChallenges } from "./auth/challenges.ts";
import { createCurrentUser } from "./auth/current-user.ts";
import { createOwnerCheck } from "./auth/owner-check.ts";
import { createPasswordSignIn } from "./auth/password-sign-in.ts";
import { createPrune } from "./auth/prune.ts";
import { mayCreateProject } from "./auth/rights.ts";
import { createSecondStep } from "./auth/second-step.ts";
import { createSignIn } from "./auth/sign-in.ts";
import { createSignInRecords } from "./auth/sign-in-records.ts";
import { billingModule } from "./billing/billing.module.ts";
import { categoriesModule } from "./categories/categories.module.ts";
import { camerasExport } from "./cctv/cameras.export.ts";
import { cctvModule } from "./cctv/cctv.module.ts";
import { commentsModule } from "./comments/comments.module.ts";
import { dashboardModule } from "./dashboard/dashboard.module.ts";
import { evidenceModule } from "./evidence/evidence.module.ts";
import { exportsModule } from "./exports/exports.module.ts";
import { geoModule } from "./geo/geo.module.ts";
import { guidedModule } from "./guided/guided.module.ts";
import { languagesModule } from "./languages/languages.module.ts";
import { liveModule } from "./live/live.module.ts";
import { videoMaker } from "./live/make-video.ts";
import { messagesModule } from "./messages/messages.module.ts";
import { createNewsMail } from "./notifications/news-mail.ts";
import { createNotices } from "./notifications/notices.ts";
import { notificationsModule } from "./notifications/notifications.module.ts";
import { pruneNotifications } from "./notifications/prune.ts";
import { createOutside } from "./outside.ts";
import { passkeysModule } from "./passkeys/passkeys.module.ts";
import type { PdfDrawing } from "./pdf-orders.ts";
import { createOpenings } from "./plans/openings.ts";
import { usageChanged } from "./plans/plans.events.ts";
import { plansModule } from "./plans/plans.module.ts";
import { createQuotas } from "./plans/quotas.ts";
import { createSubscriptions } from "./plans/subscriptions.ts";
import { portraitClaims } from "./portrait-claims.ts";
import { progressModule } from "./progress/progress.module.ts";
import { binDays } from "./projects/bin.ts";
import { projectsModule } from "./projects/projects.module.ts";
import type { Push } from "./realtime/push.ts";
import { realtimeModule } from "./realtime/realtime.module.ts";
import { recoveryModule } from "./recovery/recovery.module.ts";
import { createAccountLinks } from "./registration/account-links.ts";
import { createAccountTokens } from "./registration/account-tokens.ts";
import { registrationModule } from "./registration/registration.module.ts";
import { tellOfAccount } from "./registration/tell-of-account.ts";
import { schedulesExport } from "./schedules/schedules.export.ts";
import { schedulesModule } from "./schedules/schedules.module.ts";
import { searchModule } from "./search/search.module.ts";
import { createAlerts } from "./sessions/alerts.ts";
import { createSessionEnds } from "./sessions/session-ends.ts";
import { sessionsModule } from "./sessions/sessions.module.ts";
import { settingsFor } from "./settings/audience.ts";
import { maintenance } from "./settings/maintenance.ts";
import { settingsModule } from "./settings/settings.module.ts";
import type { SettingsService } from "./settings/settings.service.ts";
import { sheetsExport } from "./sheets/sheets.export.ts";
import { sheetsModule } from "./sheets/sheets.module.ts";
import { showcaseModule } from "./showcase/showcase.module.ts";
import { snagReportExport } from "./snags/report/report.export.ts";
import { snagsExport } from "./snags/snags.export.ts";
import { snagsModule } from "./snags/snags.module.ts";
import { snapshotsModule } from "./snapshots/snapshots.module.ts";
import { readEndpoints, tokenEndpoints } from "./social/endpoints.ts";
import { socialModule } from "./social/social.module.ts";
import { type SystemOptions, systemModule } from "./system/system.module.ts";
import { teamExport } from "./team/team.export.ts";
import { teamModule } from "./team/team.module.ts";
import { createToolOutbox } from "./tools/sending/outbox.ts";
import { createMissingWays } from "./tour/missing-ways.ts";
import { tourModule } from "./tour/tour.module.ts";
import { createProposedWays } from "./tour/ways.ts";
import { createSecondFactor } from "./two-factor/second-factor.ts";
import { twoFactorModule } from "./two-factor/two-factor.module.ts";
import { createTwoFactorRepository } from "./two-factor/two-factor.repository.ts";
import { usersModule } from "./users/users.module.ts";
import { createMayUpload } from "./videos/may-upload.ts";
import { videosExport } from "./videos/videos.export.ts";
import { videosModule } from "./videos/videos.module.ts";
import { viewerModule } from "./viewer/viewer.module.ts";
import { sharedVisits } from "./visits/shared-visits.ts";
import { visitsExport } from "./visits/visits.export.ts";
import { visitsModule } from "./visits/visits.module.ts";

export interface DomainOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly key: AppKey;
  readonly rate: RateLimiter;
  readonly attempts: Attempts;
  readonly mailer: Mailer;
  readonly jobs: Pick<Jobs, "send" | "queues" | "failed" | "again">;
  readonly bus: Bus;
  readonly realtime: Realtime;
  readonly push: Push;
  readonly pictures: Pictures & Portraits;
  readonly plans: Plans;
  readonly films: Films;
  readonly ffmpeg: Ffmpeg;
  readonly archive: Archive;
  readonly pdf: PdfDrawing;
  readonly cameras: Cameras;
  /** Who else serves this installation, and how to pass on what is theirs to answer. */
  readonly nodes: Nodes;
  readonly handOver: HandOver;
  /** For files under way; on the volume of the object store. */
  readonly directory: string;
  readonly uploads: Pick<Uploads, "finish" | "finishVideo" | "keepUpload">;
  /** Who carries live channels from this process, and what was kept of them. */
  readonly live: {
    readonly drivers: LiveDrivers;
    readonly segments: LiveRecordings;
    /** Other machines read the same object store. */
    readonly isShared: boolean;
  };
  readonly log: Log;
  /** Where seals of the record are remembered beside the database. */
  readonly auditFolder: string;
  /** Folder of the built web part. */
  readonly webRoot: string;
  /** Bytes up to which an export is sent as it is made. */
  readonly streamed: number;
  readonly settings: SettingsService;
  readonly version: string;
  /** What the screen of the system shows. */
  readonly operation: Pick<SystemOptions, "nodes" | "readiness" | "dataDir" | "storage" | "backups">;
  readonly isDemoOn: boolean;
  /** The address behind a key of the object store. */
  readonly address: (objectKey: string) => string;
  /** Where people reach this server; empty when nobody said. */
  readonly publicUrl: string;
  /** The same, or what stands in where none is configured. */
  readonly siteAddress: string;
  /** Text of `SOCIAL_ENDPOINTS`. */
  readonly socialEndpoints: string;
  /** Text of `INTEGRATION_ENDPOINTS`. */
  readonly integrationEndpoints: string;
  /** The language to speak to somebody who has no account yet. */
  readonly languageOf: (request: FastifyRequest) => Language;
}

/** Every domain, put together: the one place where they meet. */
export function createDomains(options: DomainOptions) {
  const { db, clock, key, attempts, bus, realtime, pictures, settings, version, isDemoOn, address } = options;
  const repository = createAuthRepository(db);
  const sightings = createSightings(db);
  const notices = createNotices({ bus, jobs: options.jobs, settings });
  const subscriptions = createSubscriptions({ db, clock, notices });
  const currentUser = createCurrentUser({ db, clock, settings, address, planOf: subscriptions.planOf });
  const quotas = createQuotas({
    db,
    clock,
    counted: currentUser.forget,
    announce: (trx, id_user) => bus.emit(trx, usageChanged, { id_user }),
  });
  bus.on(usageChanged, ({ id_user }) => currentUser.forget(id_user));
  const alerts = createAlerts({ mailer: options.mailer, notices });
  const sessionEnds = createSessionEnds(bus);
  const captcha = createCaptcha({ db, key, clock });
  const checkOwner = createOwnerCheck({ attempts, repository });
  const records = createSignInRecords({ db, alerts });
  const challenges = createChallenges(db);
  const twoFactor = createTwoFactorRepository(db);
  const secondFactor = createSecondFactor({ repository: twoFactor, attempts, alerts, key, clock });
  const signIn = createSignIn({ db, bus, repository, challenges, records, currentUser, secondFactor });
  const auth = authModule({
    db,
    key,
    bus,
    isDemoOn,
    repository,
    signIn,
    currentUser,
    captcha,
    passwordSignIn: createPasswordSignIn({ repository, attempts, captcha, settings, records, signIn }),
    secondStep: createSecondStep({ challenges, secondFactor, records, signIn }),
  });
  const projects = projectsModule({
    db,
    clock,
    bus,
    notices,
    pictures,
    portraits: pictures,
    address,
    mayCreate: (user) => mayCreateProject(user, settings.get()),
    mustWait: (user) => settings.get().approve_projects && !user.super_admin,
    quotas,
  });
  const tokens = createAccountTokens(db);
  const links = createAccountLinks({ tokens, mailer: options.mailer });
  const team = teamModule({ ...options, notices, links });
  const siteName = () => settings.get().website_name;
  const exports = exportsModule({
    ...options,
    notices,
    archive: options.archive,
    // What each domain puts into an export, in this order.
    parts: [
      visitsExport(db, options.archive),
      sheetsExport(db, options.archive),
      snagsExport(db, options.archive),
      snagReportExport({ ...options, siteName }),
      videosExport(db, options.archive),
      camerasExport(db, options.archive),
      schedulesExport(db, options.siteAddress),
      teamExport(db),
    ],
  });
  const geo = geoModule(options);
  const search = searchModule({ db });
  const ways = createProposedWays(bus);
  const visits = visitsModule({
    db,
    clock,
    bus,
    notices,
    pictures,
    quotas,
    ways,
    jobs: options.jobs,
    uploads: options.uploads,
    limits: () => {
      const { visit_image_mb, visit_files } = settings.get();
      return { megabytes: visit_image_mb, files: visit_files };
    },
  });
  const passes = createVisitPasses({ key, clock });
  const shared = sharedVisits({ db, clock, key, pictures, hasPassword: passes.has });
  const tour = tourModule({ db, bus, pictures, portraits: pictures, address });
  const sheets = sheetsModule({ db, bus, pictures, plans: options.plans, sightings, address, ways });
  const outbox = createToolOutbox({ clock, jobs: options.jobs });
  const snags = snagsModule({
    db,
    sightings,
    clock,
    bus,
    notices,
    pictures,
    address,
    changed: outbox.snagsChanged,
    jobs: options.jobs,
    archive: options.archive,
    pdf: options.pdf,
    siteAddress: options.siteAddress,
    siteName,
  });
  const viewer = viewerModule({
    db,
    sightings,
    shared,
    pictures,
    address,
    pointsIn: tour.pointsOf,
    counterparts: tour.counterparts,
    snagsIn: snags.points,
  });
  const snapshots = snapshotsModule({ db, bus, portraits: pictures, address });
  const videos = videosModule({
    ...options,
    sightings,
    notices,
    quotas,
    portraits: pictures,
    limits: () => ({ seconds: settings.get().video_seconds }),
  });
  const comments = commentsModule({ db, bus, notices, door: videos.door, address });
  const live = liveModule({
    ...options,
    ...options.live,
    sightings,
    notices,
    quotas,
    makeVideo: videoMaker({ projects: projects.policies.project, add: videos.addMade }),
  });
  const cctv = cctvModule({ ...options, sightings, notices, quotas, portraits: pictures });
  const accessLogs = accessLogsModule({
    db,
    bus,
    clock,
    key,
    attempts,
    shared,
    passes,
    door: videos.door,
    sightings,
    address,
  });
  const audit = auditModule({ db, key, log: options.log, folder: options.auditFolder });
  const guided = guidedModule({ ...options, openVisit: shared.openVisit });
  const sessions = sessionsModule({ db, alerts, ends: sessionEnds, address });
  const messages = messagesModule({ ...options, notices });
  const accounts = {
    ...options,
    repository,
    notices,
    welcome: messages.welcome,
    invitations: team.invitations,
    tokens,
    links,
    captcha,
    signIn,
    currentUser,
    alerts,
    sessionEnds,
    beginPlan: subscriptions.begin,
  };
  const registration = registrationModule(accounts);
  const users = usersModule({
    ...accounts,
    currentUser,
    checkOwner,
    ends: sessionEnds,
    estate: team.estate,
    givePlan: (...given) => plans.give(...given),
    portraits: pictures,
    shared,
  });
  const showcase = showcaseModule({
    db,
    shared,
    videos: videos.shown,
    publicPerson: users.publicPerson,
    address,
  });
  const recovery = recoveryModule(accounts);
  const doors = { ...options, repository, signIn, records, alerts, checkOwner };
  const passkeys = passkeysModule({ ...doors, hasOtherWay: (trx, userId) => social.hasWay(trx, userId) });
  const social = socialModule({
    ...doors,
    sessions: auth.sessions,
    ends: sessionEnds,
    endpoints: options.socialEndpoints,
    beginPlan: subscriptions.begin,
    sendActivation: (trx, user) => links.activations.create(trx, user),
    tellOfAccount: (trx, user) => tellOfAccount(accounts, trx, user),
    hasOtherWay: (trx, userId) => passkeys.hasWay(trx, userId),
  });
  const plans = plansModule({
    db,
    clock,
    notices,
    subscriptions,
    quotas,
    currency: () => settings.get().currency,
  });
  const billing = billingModule({ ...options, notices, closeCycle: subscriptions.closeCycle });
  const openings = createOpenings({ db, settings, planOf: subscriptions.planOf });
  const schedules = schedulesModule({ db, clock, openings, siteAddress: options.siteAddress });
  const progress = progressModule({ db, clock, pictures, planned: schedules.planned });
  const outside = createOutside({
    ...options,
    repository,
    notices,
    alerts,
    checkOwner,
    openings,
    outbox,
    sheets,
    snags,
    sessions: auth.sessions,
    projects: projects.policies.project,
    isHeldUp: billing.isHeldUp,
  });
  const policies: Policies = {
    message: messages.policy,
    passkey: passkeys.policy,
    ...projects.policies,
    invitation: team.policy,
    project_export: exports.policy,
    session: sessions.policy,
    sheet: sheets.policy,
    snag: snags.policy,
    snapshot: snapshots.policy,
    video: videos.policy,
    video_comment: comments.policy,
    channel: live.policy,
    camera: cctv.policy,
    invoice: billing.policy,
    progress_entry: progress.policy,
    ...outside.policies,
    ...plans.policies,
    user: users.policy,
    ...visits.policies,
  };

  const pictureSettled: PictureSettled = (trx, sha256, state) => visits.pictureSettled(trx, sha256, state);
  return {
    api,
    policies,
    sessions: auth.sessions,
    currentUser: currentUser.find,
    settingsOf: (user: SessionUser) => settingsFor(user, settings, options.siteAddress),
    /** Where sign-in providers send the browser back to. */
    socialReturns: social.returns,
    outside,
    /** Where browsers of guided tours find each other. */
    broker: guided.broker,
    sharedVisit: viewer.byCode,
    showcase: showcase.byCode,
    publicProfile: users.publicProfile,
    isClosed: maintenance(settings),
    isHeldUp: billing.isHeldUp,
    /** Bills whose address was given for some minutes. */
    invoiceFiles: billing.files,
    /** Writes the bills of all cycles that are over. */
    writeBills: billing.billAll,
    pictureSettled,
    planSettled: sheets.planSettled,
    /** Tells who looks at a film's videos what became of it. */
    filmChanged: videos.filmChanged,
    /** True while some sheet has or had the plan. */
    planClaim: sheets.planClaim,
    /** True while some video shows the film. */
    filmClaim: sql`exists (select from videos where videos.film_sha256 = films.sha256)`,
    /** Whether somebody may begin to upload a picture to a visit. */
    mayUpload: visits.mayUpload,
    /** The same of a film and a project. */
    mayUploadVideo: createMayUpload(db, () => settings.get().video_mb, quotas),
    /** True while some room shows the picture. */
    pictureClaim: sql`exists (select from rooms where rooms.picture_sha256 = pictures.sha256)`,
    portraitClaims,
    /** Removes what was kept for its days: sessions that are over, tries to sign in, alerts. */
    pruneSessions: sessions.prune,
    /** Removes what was good for a while only: links of mails, puzzles, counts, accounts that never began. */
    pruneAccounts: createPrune({ db, attempts, challenges }),
    buildExport: exports.build,
    giveUpExport: exports.giveUp,
    sweepExports: exports.sweep,
    notices,
    mailUnreadMessages: messages.mailUnread,
    mailNews: createNewsMail({ db, attempts, mailer: options.mailer }),
    pruneNotifications: () => pruneNotifications(db),
    /** Tells a project that the rooms of a visit are ready, once they are. */
    announceVisit: visits.announce,
    /** Removes what counts no more for what people search for. */
    pruneSearch: search.prune,
    /** Warns when the database cannot tell Arabic letters from signs. */
    checkSearch: search.check,
    sendLinkAgain: registration.sendLinkAgain,
    sendRecoveryLink: recovery.sendLink,
    pruneMessages: messages.prune,
    /** Removes addresses that were remembered for their days. */
    pruneAddresses: geo.prune,
    /** Seals what was done and seen since the last time. */
    sealRecord: audit.seal,
    /** Removes what was seen, when it has been kept for its days. */
    pruneSightings: audit.prune,
    /** Removes views of visits that were kept for their days. */
    pruneViews: accessLogs.prune,
    /** Opens a visit to who knows its password. */
    unlockVisit: accessLogs.unlock,
    /** Moving pictures at their own addresses. */
    players: {
      video: videos.page,
      live: live.page,
      cctv: cctv.page,
    },
    /** Empties the bins of what has lain there for its days. */
    async purgeBins(): Promise<void> {
      await visits.purge(binDays);
      await projects.purge();
      await users.purge();
    },
    /** Brings back the channels that were running, stops those whose project was closed, and what is left of recordings. */
    live: {
      resume: live.resume,
      tidy: live.tidy,
      leave: live.leave,
      settled: live.settled,
      keep: live.keep,
      carrierOf: live.carrierOf,
    },
    /** Reminds of snags that are due tomorrow, and of those that were due. */
    remindOfSnags: snags.remind,
    showSnapshots: snags.showSnapshots,
    proposeMissingWays: createMissingWays({ db, ways }),
    /** Tells those whose plan ends within a week. */
    remindOfPlans: subscriptions.remind,
    /** Removes pictures of snags that were never made. */
    pruneSnagPhotos: snags.prune,
    /** Removes schedules that were shown and not imported. */
    pruneSchedules: schedules.prune,
    /** Cameras: whether they answer, their pictures, films of these. */
    checkCamera: cctv.check,
    checkCameras: cctv.checkAll,
    takeStills: cctv.takeStills,
    makeTimelapse: cctv.makeTimelapse,
    giveUpTimelapse: cctv.giveUpTimelapse,
    pruneStills: cctv.prune,
    handlers: {
      ...accessLogs.handlers,
      ...administrationModule({ db, clock, users }).handlers,
      ...audit.handlers,
      ...auth.handlers,
      ...billing.handlers,
      ...categoriesModule({ db, relabelled: projects.relabelled }).handlers,
      ...cctv.handlers,
      ...comments.handlers,
      ...evidenceModule({ ...options, verifier: audit.verifier, siteName }).handlers,
      ...dashboardModule({ db, clock, directory: options.directory, address }).handlers,
      ...exports.handlers,
      ...geo.handlers,
      ...guided.handlers,
      ...languagesModule({ setLanguage: auth.setLanguage }).handlers,
      ...live.handlers,
      ...messages.handlers,
      ...outside.handlers,
      ...notificationsModule({ db, bus, languageOf: options.languageOf }).handlers,
      ...passkeys.handlers,
      ...plans.handlers,
      ...progress.handlers,
      ...projects.handlers,
      ...realtimeModule({ realtime, policies, push: options.push, person: currentUser.find }).handlers,
      ...recovery.handlers,
      ...registration.handlers,
      ...schedules.handlers,
      ...search.handlers,
      ...sessions.handlers,
      ...settingsModule({
        db,
        settings,
        mailer: options.mailer,
        portraits: pictures,
        outside: {
          endpoints: tokenEndpoints(readEndpoints(options.socialEndpoints)),
          askGeocoder: geo.test,
        },
        siteAddress: options.siteAddress,
      }).handlers,
      ...showcase.handlers,
      ...sheets.handlers,
      ...snags.handlers,
      ...videos.handlers,
      ...snapshots.handlers,
      ...social.handlers,
      ...systemModule({
        ...options.operation,
        db,
        version,
        jobs: options.jobs,
        ffmpeg: options.ffmpeg,
        settings: settings.get,
        isMailOn: () => settings.get().smtp_host !== "",
      }).handlers,
      ...team.handlers,
      ...tour.handlers,
      ...twoFactorModule({
        db,
        key,
        clock,
        settings,
        repository: twoFactor,
        secondFactor,
        alerts,
        checkOwner,
        signIn,
      }).handlers,
      ...users.handlers,
      ...viewer.handlers,
      ...visits.handlers,
    },
  };
}

export type Domains = ReturnType<typeof createDomains>;
