import { readFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join, resolve } from "node:path";
import { buffer } from "node:stream/consumers";
import type pg from "pg";
import { refuseHalfRestored } from "./backup/half-restored.ts";
import { lastBackup } from "./backup/last-backup.ts";
import { rebuildAfterRestore } from "./backup/rebuild.ts";
import { createScheduledBackup } from "./backup/scheduled.ts";
import { openCameras } from "./cameras/index.ts";
import type { Config } from "./config.ts";
import { seedDemo } from "./demo/seed.ts";
import { prepareFirstAdmin } from "./domains/auth/setup.ts";
import { superAdmins } from "./domains/auth/super-admins.ts";
import { cameraSourceOf } from "./domains/cctv/cctv.repository.ts";
import { createDomains } from "./domains/index.ts";
import { createSight } from "./domains/media-sight.ts";
import type { PdfOrders } from "./domains/pdf-orders.ts";
import { createPush } from "./domains/realtime/push.ts";
import { createSettings } from "./domains/settings/settings.service.ts";
import { outsideDrivers } from "./live/drivers/outside.ts";
import { ownDriver } from "./live/drivers/own.ts";
import { createRecordings, openLive } from "./live/index.ts";
import { buildFilm } from "./media/films/films.jobs.ts";
import { createFfmpeg, openMedia, type PlanName } from "./media/index.ts";
import { buildVariants } from "./media/media.jobs.ts";
import { meteredStore } from "./media/metered-store.ts";
import { isShared, openStore } from "./media/open-store.ts";
import { buildPlan } from "./media/plans/plans.jobs.ts";
import { createOperation, drain, placeOf, watch } from "./operation.ts";
import { pageLanguage } from "./pages/languages.ts";
import { createAttempts } from "./platform/attempts.ts";
import type { Clock } from "./platform/clock.ts";
import { newCode } from "./platform/code.ts";
import { type Database, openDatabase, type Trx } from "./platform/database.ts";
import { databaseClock } from "./platform/database-clock.ts";
import { createBus } from "./platform/events/bus.ts";
import { createSignals } from "./platform/events/signals.ts";
import { createHandOver } from "./platform/http/hand-over.ts";
import { createOnce } from "./platform/http/once.ts";
import { RateLimiter } from "./platform/http/rate.ts";
import { createRateCounts } from "./platform/http/rate-counts.ts";
import { createJobs } from "./platform/jobs/jobs.ts";
import { createAppKey, readOrMakeSecret } from "./platform/key.ts";
import { compareKeys } from "./platform/key-mark.ts";
import type { Log } from "./platform/log.ts";
import { createMailer, siteAddressOf } from "./platform/mail/mailer.ts";
import { migrate } from "./platform/migrate.ts";
import { createNodes } from "./platform/nodes.ts";
import { createDrawing } from "./platform/pdf/drawing.ts";
import { startPostgres } from "./platform/postgres/index.ts";
import { createRealtime } from "./platform/realtime/index.ts";
import { repeat } from "./platform/repeat.ts";
import { serve } from "./serve.ts";
import { assignWork } from "./work.ts";

export interface AppOptions {
  readonly config: Config;
  readonly log: Log;
  readonly clock?: Clock;
  /** A database that is there already, instead of the embedded one or `DATABASE_URL`. */
  readonly connection?: pg.PoolConfig;
  /** Multiplies the rate limits; the tests of other things call often. */
  readonly rateFactor?: number;
}

export interface RunningApp {
  /** Where it answers, with the port it really has. */
  readonly origin: string;
  /** The one-time link's token, while there is no super admin. */
  readonly setupToken: string | undefined;
  /** Drains calls and jobs, then closes what was opened, in the reverse order. */
  close(): Promise<void>;
}

/** Milliseconds between two looks for what is to be sealed. */
const SEAL_EVERY = 3000;

const root = join(import.meta.dirname, "../..");

/** Opens everything and serves. What was opened when something fails is closed again. */
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

/** In the order of dependence: database, key, services, domains, their work, then the door to the outside. */
async function open(
  options: AppOptions,
  onClose: (step: () => Promise<void>) => void,
): Promise<Omit<RunningApp, "close">> {
  const { config, log } = options;
  const connection = options.connection ?? (await connect(config, log, onClose));
  const copy = config.DATABASE_REPLICA_URL;
  const {
    db,
    pool,
    replica,
    close: closeDatabase,
  } = openDatabase(connection, log, {
    ...(copy !== "" && { copy: { connectionString: copy } }),
  });
  onClose(closeDatabase);
  await migrate(db, { log });
  const clock = options.clock ?? (await followDatabase(db, log, onClose));
  const operation = createOperation();
  const { metrics, readiness } = operation;

  const version = await readVersion();
  const secret = config.APP_KEY === "" ? await readOrMakeSecret(config.dataDir) : config.APP_KEY;
  const key = createAppKey(secret, config.APP_KEY_BEFORE);
  // The embedded database lies beside its key.
  if (config.DATABASE_URL !== "") await compareKeys(db, key);
  const rateFactor = options.rateFactor ?? 1;
  const attempts = createAttempts(db, rateFactor);
  const once = createOnce(db);
  const serves = config.ROLE !== "worker";
  const works = config.ROLE !== "web";

  const signals = createSignals({ db, connection, log });
  const nodes = createNodes({
    db,
    signals,
    log,
    version,
    role: config.ROLE,
    name: config.NODE_NAME || `${hostname()}-${newCode(4)}`,
    url: config.NODE_URL,
  });
  const rate = new RateLimiter(() => clock.now().getTime(), {
    shared: { counts: createRateCounts(db), others: nodes.othersServing, log },
  });
  nodes.onChange(() => void rate.share());
  const trustProxy = config.TRUST_PROXY.split(",")
    .map((part) => part.trim())
    .filter(Boolean);
  const { REALTIME_APP_KEY: appKey, REALTIME_APP_SECRET: appSecret } = config;
  const realtime = createRealtime({
    key,
    log,
    metrics,
    trustProxy,
    publicUrl: config.PUBLIC_URL,
    cluster: { db, signals, connection },
    ...(appSecret !== "" && { app: { secret: appSecret, ...(appKey !== "" && { key: appKey }) } }),
  });
  const bus = createBus({
    db,
    signals,
    log,
    // The settings say whether there is somebody outside, and hear of their own changes by the bus.
    forward: async (trx, told) => push.forward(trx, told),
    ...(serves ? { publish: realtime.publish } : {}),
  });
  const jobs = createJobs({ connection, signals, log, works, metrics });
  const ffmpeg = createFfmpeg({ path: config.FFMPEG_PATH, log });
  const enqueue = {
    enqueue: async (trx: Trx, sha256: string) =>
      void (await jobs.send(trx, buildVariants, { sha256 }, { key: sha256 })),
    enqueueFilm: async (trx: Trx, sha256: string) =>
      void (await jobs.send(trx, buildFilm, { sha256 }, { key: sha256 })),
    enqueuePlan: async (trx: Trx, plan: PlanName) =>
      void (await jobs.send(trx, buildPlan, plan, { key: `${plan.sha256}:${plan.page}` })),
  };
  const store = meteredStore(await openStore(config, log), metrics);
  onClose(() => store.close());
  const media = await openMedia({
    db,
    store,
    isShared: isShared(config),
    log,
    ffmpeg,
    key,
    clock,
    dataDir: config.dataDir,
    workers: config.MEDIA_WORKERS,
    sight: createSight(db, clock, key),
    ...enqueue,
  });
  onClose(() => media.close());
  const settings = createSettings({
    db,
    key,
    bus,
    version: shownVersion(version),
    isDemoOn: config.DEMO,
    address: media.publicAddressOf,
  });
  const push = createPush({ settings, jobs, log, ownKey: realtime.key });
  await settings.load();
  const hourly = setInterval(() => void settings.load().catch(() => undefined), 3_600_000);
  onClose(async () => clearInterval(hourly));
  const siteAddress = siteAddressOf(config);
  const mailer = createMailer({ settings, jobs, key, clock, log, metrics, siteAddress });
  const handOver = createHandOver({ key, nodes, trustProxy, metrics });
  onClose(async () => handOver.close());
  const live = openLive(config, {
    log,
    key,
    now: () => Date.now() - nodes.skewMs(),
    // The channels' own part knows who carries them, and needs this one first.
    elsewhere: { handOver, carrierOf: (code) => domains.live.carrierOf(code) },
  });
  const outside = outsideDrivers(config, { key, log });
  onClose(() => outside.close());
  const cameras = openCameras({
    key,
    clock,
    ffmpeg,
    dataDir: config.dataDir,
    handOver,
    networks: () => settings.get().camera_networks,
    sourceOf: (id) => cameraSourceOf(db, key, id),
  });
  onClose(async () => cameras.close());
  const pdf = createDrawing<PdfOrders>({
    script: join(import.meta.dirname, "domains/pdf-process.ts"),
    directory: join(config.dataDir, "media/building"),
    async fileOf(key) {
      const file = await media.archive.keptFile(key);
      return file && buffer(await file.open());
    },
    log,
  });
  onClose(() => pdf.close());
  const domains = createDomains({
    db,
    clock,
    key,
    rate,
    attempts,
    mailer,
    jobs,
    bus,
    realtime,
    push,
    pictures: media,
    plans: media,
    films: media,
    ffmpeg,
    archive: media.archive,
    pdf,
    cameras,
    nodes,
    handOver,
    directory: join(config.dataDir, "media/building"),
    uploads: media.uploads,
    live: {
      drivers: { ...outside.drivers, ...(serves && { own: ownDriver(live) }) },
      segments: createRecordings(config.dataDir),
      isShared: isShared(config),
    },
    log,
    auditFolder: join(config.dataDir, "audit"),
    webRoot: resolve(root, config.WEB_ROOT),
    streamed: config.EXPORT_STREAMED_MB * 2 ** 20,
    settings,
    version,
    operation: {
      nodes,
      readiness,
      dataDir: config.dataDir,
      storage: placeOf(config),
      backups: () => lastBackup(db),
    },
    isDemoOn: config.DEMO,
    address: media.addressOf,
    publicUrl: config.PUBLIC_URL,
    siteAddress,
    socialEndpoints: config.SOCIAL_ENDPOINTS,
    integrationEndpoints: config.INTEGRATION_ENDPOINTS,
    languageOf: pageLanguage,
  });
  await domains.checkSearch(log);
  const backUpWhenDue = createScheduledBackup({
    config,
    db,
    clock,
    log,
    tell: (problem) =>
      db.transaction().execute((trx) =>
        domains.notices.tell(trx, {
          to: superAdmins,
          sort: "backup_failed",
          values: { problem },
          fold: "backup_failed",
        }),
      ),
  });
  assignWork({ db, once, bus, jobs, media, realtime, push, mailer, domains, backUpWhenDue });

  onClose(await watch({ ...operation, config, db, pool, nodes, jobs, store, live, version, log }));

  await signals.start();
  onClose(() => signals.stop());
  await nodes.start();
  onClose(() => nodes.stop());
  await bus.start();
  onClose(() => bus.stop());
  await jobs.start();
  onClose(() => jobs.stop());
  const keeping = domains.live.keep();
  onClose(() => keeping.stop());
  if (works) {
    await rebuildAfterRestore({ db, dataDir: config.dataDir, log, ...enqueue });
    const posting = repeat(1000, domains.outside.webhooks.deliver, log);
    onClose(() => posting.stop());
    const sealing = repeat(SEAL_EVERY, domains.sealRecord, log);
    onClose(() => sealing.stop());
  }

  const setupToken = await prepareFirstAdmin(db, {
    email: config.ADMIN_EMAIL,
    password: config.ADMIN_PASSWORD,
  });
  if (config.DEMO) await seedDemo({ db, media, notices: domains.notices, log });
  if (!serves) {
    onClose(() => drain(readiness, 0));
    return { origin: "", setupToken };
  }
  // What broadcasts say at their end is written, and in the store, while there is somebody to write it.
  onClose(() => domains.live.settled());
  onClose(() => live.close());
  await live.start();
  await domains.live.resume();
  onClose(() => domains.live.leave());
  const tidying = repeat(60_000, () => live.tidy().then(domains.live.tidy), log);
  onClose(() => tidying.stop());

  await realtime.start();
  onClose(() => realtime.close());
  const server = await serve({
    db,
    replica,
    once,
    bus,
    config,
    log,
    metrics,
    readiness,
    key,
    rate,
    rateFactor,
    trustProxy,
    settings,
    version,
    domains,
    media,
    cameras,
    realtime,
    push,
    handOver,
    live: live.door,
    liveHooks: outside.hooks,
  });
  onClose(() => server.close());
  onClose(() => drain(readiness, config.DRAIN_SECONDS));
  return { origin: server.origin, setupToken };
}

/** The time as the database has it, from the first moment on. */
async function followDatabase(
  db: Database,
  log: Log,
  onClose: (step: () => Promise<void>) => void,
): Promise<Clock> {
  const clock = databaseClock(db, log);
  onClose(async () => clock.stop());
  await clock.look();
  return clock;
}

async function connect(
  config: Config,
  log: Log,
  onClose: (step: () => Promise<void>) => void,
): Promise<pg.PoolConfig> {
  await refuseHalfRestored(config.dataDir);
  if (config.DATABASE_URL !== "") return { connectionString: config.DATABASE_URL };
  const postgres = await startPostgres({ root: join(config.dataDir, "postgres"), database: "sitewalk", log });
  onClose(() => postgres.stop());
  return postgres.connection;
}

async function readVersion(): Promise<string> {
  const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as { version: string };
  return version;
}

/** As people are shown it: the first two numbers. Who runs the site needs all three, to tell an upgrade from what was before. */
const shownVersion = (version: string): string => version.split(".").slice(0, 2).join(".");
