import { sql } from "kysely";
import { api } from "#contract/index.ts";
import type { PublicSettings } from "#contract/settings.ts";
import type { PictureSettled, Pictures } from "#server/media/index.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";
import type { Bus } from "#server/platform/events/bus.ts";
import type { RateLimiter } from "#server/platform/http/rate.ts";
import type { AppKey } from "#server/platform/key.ts";
import type { Policies } from "#server/platform/policy.ts";
import type { Realtime } from "#server/platform/realtime/index.ts";
import { authModule, mayCreateProject } from "./auth/auth.module.ts";
import { languagesModule } from "./languages/languages.module.ts";
import { binDays, projectsModule } from "./projects/projects.module.ts";
import { realtimeModule } from "./realtime/realtime.module.ts";
import { settingsModule } from "./settings/settings.module.ts";
import { systemModule } from "./system/system.module.ts";
import { viewerModule } from "./viewer/viewer.module.ts";
import { sharedVisits } from "./visits/shared-visits.ts";
import { visitsModule } from "./visits/visits.module.ts";

export interface DomainOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly key: AppKey;
  readonly rate: RateLimiter;
  readonly bus: Bus;
  readonly realtime: Realtime;
  readonly pictures: Pictures;
  readonly settings: PublicSettings;
  readonly isDemoOn: boolean;
}

/** Every domain, put together: the one place where they meet. */
export function createDomains(options: DomainOptions) {
  const { db, clock, key, rate, bus, realtime, pictures, settings, isDemoOn } = options;
  const auth = authModule({ db, key, rate, bus, isDemoOn });
  const projects = projectsModule({ db, clock, pictures, mayCreate: mayCreateProject });
  const visits = visitsModule({ db, clock, bus, pictures });
  const shared = sharedVisits(db, pictures);
  const policies: Policies = { project: projects.policy, ...visits.policies };

  const pictureSettled: PictureSettled = (trx, sha256, state) => visits.pictureSettled(trx, sha256, state);
  return {
    api,
    policies,
    sessions: auth.sessions,
    currentUser: auth.currentUser,
    shared,
    pictureSettled,
    /** True while some room shows the picture. */
    pictureClaim: sql`exists (select from rooms where rooms.picture_sha256 = pictures.sha256)`,
    /** Empties the bins of what has lain there for its days. */
    async purgeBins(): Promise<void> {
      await visits.purge(binDays);
      await projects.purge();
    },
    handlers: {
      ...auth.handlers,
      ...languagesModule({ setLanguage: auth.setLanguage }).handlers,
      ...projects.handlers,
      ...realtimeModule({ realtime, policies }).handlers,
      ...settingsModule(settings).handlers,
      ...systemModule({ db, version: settings.version }).handlers,
      ...viewerModule({ shared }).handlers,
      ...visits.handlers,
    },
  };
}

export type Domains = ReturnType<typeof createDomains>;
