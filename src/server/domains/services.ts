import type { FastifyRequest } from "fastify";
import type { Language } from "#contract/languages.ts";
import type { Cameras } from "#server/cameras/index.ts";
import type { LiveDrivers } from "#server/live/drivers/driver.ts";
import type { LiveRecordings } from "#server/live/engine.ts";
import type {
  Archive,
  Ffmpeg,
  Films,
  Pictures,
  Plans,
  Portraits,
  Uploads,
  Voice,
  WalkFilms,
} from "#server/media/index.ts";
import type { Attempts } from "#server/platform/attempts.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";
import type { Bus } from "#server/platform/events/bus.ts";
import type { RateLimiter } from "#server/platform/http/rate.ts";
import type { RequestForwarding } from "#server/platform/http/request-forwarding.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import type { AppKey } from "#server/platform/key.ts";
import type { Log } from "#server/platform/log.ts";
import type { Mailer } from "#server/platform/mail/mail.ts";
import type { Nodes } from "#server/platform/nodes.ts";
import type { Realtime } from "#server/platform/realtime/index.ts";
import type { Push } from "./connections/realtime/push.ts";
import { createToolOutbox } from "./connections/tools/sending/outbox.ts";
import { createSightings } from "./installation/audit/sightings.ts";
import { createNotices } from "./installation/notifications/notices.ts";
import type { SettingsService } from "./installation/settings/settings.service.ts";
import type { SystemOptions } from "./installation/system/system.module.ts";
import { createProposedWays } from "./media/tour/ways.ts";
import { sharedVisits } from "./media/visits/shared-visits.ts";
import { createVisitPasses } from "./media/visits/visit-pass.ts";
import { createFeatureGates } from "./money/plans/feature-gates.ts";
import { usageChanged } from "./money/plans/plans.events.ts";
import { createQuotas } from "./money/plans/quotas.ts";
import { createSubscriptions } from "./money/plans/subscriptions.ts";
import type { PdfDrawing } from "./pdf-orders.ts";
import { createAuthRepository } from "./people/auth/auth.repository.ts";
import { createCaptcha } from "./people/auth/captcha.ts";
import { createChallenges } from "./people/auth/challenges.ts";
import { createCurrentUser } from "./people/auth/current-user.ts";
import { createOwnerCheck } from "./people/auth/owner-check.ts";
import { createSignIn } from "./people/auth/sign-in.ts";
import { createSignInRecords } from "./people/auth/sign-in-records.ts";
import { createPasskeyMethods } from "./people/passkeys/passkey-methods.ts";
import { createAccountLinks } from "./people/registration/account-links.ts";
import { createAccountTokens } from "./people/registration/account-tokens.ts";
import { createAlerts } from "./people/sessions/alerts.ts";
import { createSessionEnds } from "./people/sessions/session-ends.ts";
import { createSocialWay } from "./people/social/linked-accounts.ts";
import { createSecondFactor } from "./people/two-factor/second-factor.ts";
import { createTwoFactorRepository } from "./people/two-factor/two-factor.repository.ts";
import { createCrewOutbox } from "./work/crews/crew-outbox.ts";

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
  readonly voice: Voice;
  readonly walkFilms: WalkFilms;
  readonly ffmpeg: Ffmpeg;
  readonly archive: Archive;
  readonly pdf: PdfDrawing;
  readonly cameras: Cameras;
  /** Other nodes of this installation, and how to forward requests that they must answer. */
  readonly nodes: Nodes;
  readonly handOver: RequestForwarding;
  /** For files in progress; on the volume of the object store. */
  readonly directory: string;
  readonly uploads: Pick<
    Uploads,
    "finish" | "finishVideo" | "finishPhoto" | "finishAttachment" | "finishWalk" | "keepUpload"
  >;
  /** Drivers that carry the live channels of this process, and the recordings of those channels. */
  readonly drivers: LiveDrivers;
  readonly segments: LiveRecordings;
  /** Whether other machines read the same object store. */
  readonly isShared: boolean;
  readonly log: Log;
  /** Folder where seals of the audit log are stored outside the database. */
  readonly auditFolder: string;
  /** Folder of the built web app. */
  readonly webRoot: string;
  /** Size in bytes up to which an export is streamed while it is created. */
  readonly streamed: number;
  readonly settings: SettingsService;
  readonly version: string;
  /** Data for the system screen. */
  readonly operation: Pick<SystemOptions, "nodes" | "readiness" | "dataDir" | "storage" | "backups">;
  readonly isDemoOn: boolean;
  /** The address behind a key of the object store. */
  readonly address: (objectKey: string) => string;
  /** Public address of this server; empty when none is configured. */
  readonly publicUrl: string;
  /** The public address, or the fallback where none is configured. */
  readonly siteAddress: string;
  /** Text of `SOCIAL_ENDPOINTS`. */
  readonly socialEndpoints: string;
  /** Text of `INTEGRATION_ENDPOINTS`. */
  readonly integrationEndpoints: string;
  /** Language for a visitor who has no account yet. */
  readonly languageOf: (request: FastifyRequest) => Language;
}

/**
 * Services of the server and services shared by several domains, by the names that modules use in their options. Services
 * of a single domain are offered by its module.
 */
export function createServices(options: DomainOptions) {
  const { db, clock, key, bus, pictures, settings, address } = options;
  const notices = createNotices({ bus, jobs: options.jobs, settings });
  const subscriptions = createSubscriptions({ db, clock, notices });
  const { planOf, begin: beginPlan, closeCycle } = subscriptions;
  const currentUser = createCurrentUser({ db, clock, settings, address, planOf });
  const passes = createVisitPasses({ key, clock });
  return {
    ...options,
    portraits: pictures,
    siteName: () => settings.get().website_name,
    notices,
    subscriptions,
    planOf,
    beginPlan,
    closeCycle,
    currentUser,
    quotas: createQuotas({
      db,
      clock,
      counted: currentUser.forget,
      announce: (trx, id_user) => bus.emit(trx, usageChanged, { id_user }),
    }),
    openings: createFeatureGates({ db, settings, planOf }),
    sightings: createSightings(db),
    passes,
    shared: sharedVisits({ db, clock, key, pictures, hasPassword: passes.has }),
    ways: createProposedWays(bus),
    outbox: createToolOutbox({ clock, jobs: options.jobs }),
    crewOutbox: createCrewOutbox({ clock, jobs: options.jobs }),
    ...accountServices(options, notices, currentUser),
  };
}

/** Accounts, sign-in, sessions and their alerts. */
function accountServices(
  { db, key, clock, bus, attempts, mailer, settings }: DomainOptions,
  notices: ReturnType<typeof createNotices>,
  currentUser: ReturnType<typeof createCurrentUser>,
) {
  const accounts = createAuthRepository(db);
  const alerts = createAlerts({ mailer, notices });
  const records = createSignInRecords({ db, alerts });
  const challenges = createChallenges(db);
  const twoFactor = createTwoFactorRepository(db);
  const secondFactor = createSecondFactor({ repository: twoFactor, attempts, alerts, key, clock });
  const tokens = createAccountTokens(db);
  return {
    accounts,
    account: accounts.findAccount,
    alerts,
    records,
    challenges,
    twoFactor,
    secondFactor,
    tokens,
    links: createAccountLinks({ tokens, mailer }),
    ends: createSessionEnds(bus),
    captcha: createCaptcha({ db, key, clock }),
    checkOwner: createOwnerCheck({ attempts, repository: accounts }),
    signIn: createSignIn({ db, bus, repository: accounts, challenges, records, currentUser, secondFactor }),
    hasPasskeyWay: createPasskeyMethods(db),
    hasSocialWay: createSocialWay(db, settings),
  };
}
