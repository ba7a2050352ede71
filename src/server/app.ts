import { join, resolve } from "node:path";
import { lastBackup } from "./backup/last-backup.ts";
import { rebuildAfterRestore } from "./backup/rebuild.ts";
import { createScheduledBackup } from "./backup/scheduled.ts";
import { seedDemo } from "./demo/seed.ts";
import { createDomains, type Domains } from "./domains/index.ts";
import { superAdmins } from "./domains/installation/notifications/super-admins.ts";
import { prepareFirstAdmin } from "./domains/people/auth/setup.ts";
import { ownDriver } from "./live/drivers/own.ts";
import { createRecordings } from "./live/index.ts";
import { isShared } from "./media/open-store.ts";
import { drain, placeOf, watch } from "./operation.ts";
import { pageLanguage } from "./pages/languages.ts";
import { repeat } from "./platform/repeat.ts";
import { serve } from "./serve.ts";
import { type AppOptions, type Foundation, type OnClose, openFoundation } from "./start/foundation.ts";
import { openPlatform, type Platform, startPlatform } from "./start/platform.ts";
import { openServices, type Services } from "./start/services.ts";
import { assignWork } from "./work.ts";

export type { AppOptions } from "./start/foundation.ts";

export interface RunningApp {
  /** Address of the server, with its actual port. */
  readonly origin: string;
  /** The one-time link's token, while there is no super admin. */
  readonly setupToken: string | undefined;
  /** Drains calls and jobs, then closes all resources, in reverse order of opening. */
  close(): Promise<void>;
}

const root = join(import.meta.dirname, "../..");

/** Opens everything and serves. On a failure, the resources already opened are closed again. */
export async function startApp(options: AppOptions): Promise<RunningApp> {
  const opened: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const step of opened.splice(0).toReversed()) await step();
  };
  try {
    const running = await open(options, (step) => opened.push(step));
    return { ...running, close };
  } catch (error) {
    await close().catch((cause: unknown) => options.log.error({ cause }, "closing after a failed start"));
    throw error;
  }
}

/** In order of dependency: foundation, platform, services, domains, their work, then the HTTP server. */
async function open(options: AppOptions, onClose: OnClose): Promise<Omit<RunningApp, "close">> {
  const foundation = await openFoundation(options, onClose);
  const { config, log, db, operation } = foundation;
  const platform = openPlatform(foundation, onClose);
  // The live domain knows which node carries a channel, but needs the media server first.
  const carrierOf = (code: string) => domains.channels.carrierOf(code);
  const services = await openServices(foundation, platform, carrierOf, onClose);
  const domains = domainsOf(foundation, platform, services);
  await domains.checkSearch();
  assignWork({
    ...platform,
    ...services,
    db,
    domains,
    backUpWhenDue: backupsOf(foundation, domains),
  });
  onClose(await watch({ ...foundation, ...operation, ...platform, ...services }));
  await startPlatform(platform, onClose);
  const keeping = domains.channels.keep();
  onClose(() => keeping.stop());
  if (foundation.works) await startWork(foundation, services, domains, onClose);

  const setupToken = await prepareFirstAdmin(db, {
    email: config.ADMIN_EMAIL,
    password: config.ADMIN_PASSWORD,
  });
  if (config.DEMO) await seedDemo({ db, media: services.media, notices: domains.notices, log });
  if (!foundation.serves) {
    onClose(() => drain(operation.readiness, 0));
    return { origin: "", setupToken };
  }
  await resumeChannels(foundation, services, domains, onClose);
  const origin = await startServer(foundation, platform, services, domains, onClose);
  return { origin, setupToken };
}

function domainsOf(foundation: Foundation, platform: Platform, services: Services): Domains {
  const { config, db, operation, serves } = foundation;
  const { media, live, outside } = services;
  return createDomains({
    ...foundation,
    ...platform,
    ...services,
    pictures: media,
    plans: media,
    films: media,
    voice: media,
    walkFilms: media,
    archive: media.archive,
    uploads: media.uploads,
    address: media.addressOf,
    directory: join(config.dataDir, "media/building"),
    drivers: { ...outside.drivers, ...(serves && { own: ownDriver(live) }) },
    segments: createRecordings(config.dataDir),
    isShared: isShared(config),
    auditFolder: join(config.dataDir, "audit"),
    webRoot: resolve(root, config.WEB_ROOT),
    streamed: config.EXPORT_STREAMED_MB * 2 ** 20,
    operation: {
      nodes: platform.nodes,
      readiness: operation.readiness,
      dataDir: config.dataDir,
      storage: placeOf(config),
      backups: () => lastBackup(db),
    },
    isDemoOn: config.DEMO,
    publicUrl: config.PUBLIC_URL,
    socialEndpoints: config.SOCIAL_ENDPOINTS,
    integrationEndpoints: config.INTEGRATION_ENDPOINTS,
    languageOf: pageLanguage,
  });
}

/** Scheduled backups; super admins are notified when one fails. */
const backupsOf = ({ config, db, clock, log }: Foundation, { notices }: Domains) =>
  createScheduledBackup({
    config,
    db,
    clock,
    log,
    tell: (problem) =>
      db.transaction().execute((trx) =>
        notices.notify(trx, {
          to: superAdmins,
          sort: "backup_failed",
          values: { problem },
          fold: "backup_failed",
        }),
      ),
  });

/** Background work of a process that runs jobs. */
async function startWork(
  { db, config, log }: Foundation,
  { enqueue }: Services,
  { repeats }: Domains,
  onClose: OnClose,
): Promise<void> {
  await rebuildAfterRestore({ db, dataDir: config.dataDir, log, ...enqueue });
  for (const { every, work } of repeats) {
    const turning = repeat(every, work, log);
    onClose(() => turning.stop());
  }
}

/** Resumes the channels that were running, and keeps them tidy. */
async function resumeChannels(
  { log }: Foundation,
  { live }: Services,
  { channels }: Domains,
  onClose: OnClose,
): Promise<void> {
  // The last events of broadcasts are written and stored before the media server closes.
  onClose(() => channels.settled());
  onClose(() => live.close());
  await live.start();
  await channels.resume();
  onClose(() => channels.leave());
  const tidying = repeat(60_000, () => live.tidy().then(channels.tidy), log);
  onClose(() => tidying.stop());
}

/** Starts to listen. Returns the origin. */
async function startServer(
  foundation: Foundation,
  platform: Platform,
  services: Services,
  domains: Domains,
  onClose: OnClose,
): Promise<string> {
  const { config, operation } = foundation;
  await platform.realtime.start();
  onClose(() => platform.realtime.close());
  const server = await serve({
    ...foundation,
    ...operation,
    ...platform,
    ...services,
    domains,
    live: services.live.door,
    liveHooks: services.outside.hooks,
  });
  onClose(() => server.close());
  onClose(() => drain(operation.readiness, config.DRAIN_SECONDS));
  return server.origin;
}
