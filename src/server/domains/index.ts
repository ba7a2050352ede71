import { sql } from "kysely";
import { api } from "#contract/index.ts";
import type { PictureSettled, Pictures } from "#server/media/index.ts";
import type { Attempts } from "#server/platform/attempts.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";
import type { Bus } from "#server/platform/events/bus.ts";
import type { RateLimiter } from "#server/platform/http/rate.ts";
import type { AppKey } from "#server/platform/key.ts";
import type { Mailer } from "#server/platform/mail/mail.ts";
import type { Policies } from "#server/platform/policy.ts";
import type { Realtime } from "#server/platform/realtime/index.ts";
import { authModule } from "./auth/auth.module.ts";
import { createAuthRepository } from "./auth/auth.repository.ts";
import { createCaptcha } from "./auth/captcha.ts";
import { createCurrentUser } from "./auth/current-user.ts";
import { mayCreateProject } from "./auth/rights.ts";
import { createSignIn } from "./auth/sign-in.ts";
import { languagesModule } from "./languages/languages.module.ts";
import { notificationsModule } from "./notifications/notifications.module.ts";
import { passkeysModule } from "./passkeys/passkeys.module.ts";
import { binDays, projectsModule } from "./projects/projects.module.ts";
import { realtimeModule } from "./realtime/realtime.module.ts";
import { recoveryModule } from "./recovery/recovery.module.ts";
import { registrationModule } from "./registration/registration.module.ts";
import { createAlerts } from "./sessions/alerts.ts";
import { createSessionEnds } from "./sessions/session-ends.ts";
import { sessionsModule } from "./sessions/sessions.module.ts";
import { settingsModule } from "./settings/settings.module.ts";
import type { SettingsService } from "./settings/settings.service.ts";
import { socialModule } from "./social/social.module.ts";
import { systemModule } from "./system/system.module.ts";
import { twoFactorModule } from "./two-factor/two-factor.module.ts";
import { usersModule } from "./users/users.module.ts";
import { viewerModule } from "./viewer/viewer.module.ts";
import { sharedVisits } from "./visits/shared-visits.ts";
import { visitsModule } from "./visits/visits.module.ts";

export interface DomainOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly key: AppKey;
  readonly rate: RateLimiter;
  readonly attempts: Attempts;
  readonly mailer: Mailer;
  readonly bus: Bus;
  readonly realtime: Realtime;
  readonly pictures: Pictures;
  readonly settings: SettingsService;
  readonly version: string;
  readonly isDemoOn: boolean;
  /** The address behind a key of the object store. */
  readonly address: (objectKey: string) => string;
}

/** Every domain, put together: the one place where they meet. */
export function createDomains(options: DomainOptions) {
  const { db, clock, key, rate, bus, realtime, pictures, settings, version, isDemoOn, address } = options;
  const repository = createAuthRepository(db);
  const currentUser = createCurrentUser({ db, settings, address });
  const alerts = createAlerts({ mailer: options.mailer });
  const sessionEnds = createSessionEnds(bus);
  const captcha = createCaptcha({ db, key, clock });
  const signIn = createSignIn({ db, bus, repository, currentUser });
  const auth = authModule({ db, key, rate, bus, isDemoOn, repository, signIn, currentUser, captcha });
  const projects = projectsModule({
    db,
    clock,
    pictures,
    mayCreate: (user) => mayCreateProject(user, settings.get()),
  });
  const visits = visitsModule({ db, clock, bus, pictures });
  const shared = sharedVisits(db, pictures);
  const users = usersModule({ db });
  const sessions = sessionsModule({ db, alerts, ends: sessionEnds, address });
  const passkeys = passkeysModule();
  const policies: Policies = {
    passkey: passkeys.policy,
    project: projects.policy,
    session: sessions.policy,
    user: users.policy,
    ...visits.policies,
  };

  const pictureSettled: PictureSettled = (trx, sha256, state) => visits.pictureSettled(trx, sha256, state);
  return {
    api,
    policies,
    sessions: auth.sessions,
    currentUser: currentUser.find,
    shared,
    pictureSettled,
    /** True while some room shows the picture. */
    pictureClaim: sql`exists (select from rooms where rooms.picture_sha256 = pictures.sha256)`,
    /** True while a person or the brand shows the picture. */
    portraitClaims: [
      sql`exists (select from users u where portraits.key in (u.avatar, u.cover_image))`,
      sql`exists (select from settings s where s.key in ('logo', 'small_logo', 'backgrounds')
        and s.value @> to_jsonb(portraits.key))`,
    ],
    /** Removes what was kept for its days: sessions that are over, tries to sign in, alerts. */
    pruneSessions: sessions.prune,
    /** Empties the bins of what has lain there for its days. */
    async purgeBins(): Promise<void> {
      await visits.purge(binDays);
      await projects.purge();
    },
    handlers: {
      ...auth.handlers,
      ...languagesModule({ setLanguage: auth.setLanguage }).handlers,
      ...notificationsModule({ db }).handlers,
      ...passkeys.handlers,
      ...projects.handlers,
      ...realtimeModule({ realtime, policies }).handlers,
      ...recoveryModule().handlers,
      ...registrationModule().handlers,
      ...sessions.handlers,
      ...settingsModule({ settings }).handlers,
      ...socialModule().handlers,
      ...systemModule({ db, version }).handlers,
      ...twoFactorModule().handlers,
      ...users.handlers,
      ...viewerModule({ shared }).handlers,
      ...visits.handlers,
    },
  };
}

export type Domains = ReturnType<typeof createDomains>;
