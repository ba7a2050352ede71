import { readFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import type pg from "pg";
import type { Config } from "./config.ts";
import { seedDemo } from "./demo/seed.ts";
import { sessionEnded } from "./domains/auth/auth.events.ts";
import { prepareFirstAdmin } from "./domains/auth/setup.ts";
import { createDomains } from "./domains/index.ts";
import { publicSettings } from "./domains/settings/settings.module.ts";
import { openMedia } from "./media/index.ts";
import { buildVariants, sweep } from "./media/media.jobs.ts";
import { pages } from "./pages/index.ts";
import { type Clock, systemClock } from "./platform/clock.ts";
import { openDatabase } from "./platform/database.ts";
import { createBus } from "./platform/events/bus.ts";
import { createSignals } from "./platform/events/signals.ts";
import { mountApi } from "./platform/http/mount.ts";
import { openApi } from "./platform/http/openapi.ts";
import { RateLimiter } from "./platform/http/rate.ts";
import { createServer } from "./platform/http/server.ts";
import { createJobs } from "./platform/jobs/jobs.ts";
import { createAppKey, readOrMakeSecret } from "./platform/key.ts";
import type { Log } from "./platform/log.ts";
import { migrate } from "./platform/migrate.ts";
import { startPostgres } from "./platform/postgres/index.ts";
import { createRealtime } from "./platform/realtime/index.ts";

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

const root = join(import.meta.dirname, "../..");
/** Calls per minute, address and route, unless the contract says otherwise. */
const perMinute = 1200;

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

async function open(
  options: AppOptions,
  onClose: (step: () => Promise<void>) => void,
): Promise<Omit<RunningApp, "close">> {
  const { config, log, clock = systemClock } = options;
  const connection = options.connection ?? (await connect(config, log, onClose));
  const { db, close: closeDatabase } = openDatabase(connection, log);
  onClose(closeDatabase);
  await migrate(db);

  const version = await readVersion();
  const key = createAppKey(config.APP_KEY === "" ? await readOrMakeSecret(config.dataDir) : config.APP_KEY);
  const settings = publicSettings({ version, isDemoOn: config.DEMO });
  const rate = new RateLimiter(() => clock.now().getTime());
  const serves = config.ROLE !== "worker";
  const works = config.ROLE !== "web";

  const signals = createSignals({ db, connection, log });
  const trustProxy = config.TRUST_PROXY.split(",")
    .map((part) => part.trim())
    .filter(Boolean);
  const realtime = createRealtime({ key, log, publicUrl: config.PUBLIC_URL, trustProxy });
  const bus = createBus({ db, signals, log, ...(serves ? { publish: realtime.publish } : {}) });
  const jobs = createJobs({ connection, signals, log, works });
  const media = await openMedia({
    db,
    log,
    key,
    clock,
    dataDir: config.dataDir,
    workers: config.MEDIA_WORKERS,
    enqueue: async (trx, sha256) => void (await jobs.send(trx, buildVariants, { sha256 })),
  });
  onClose(() => media.close());
  const domains = createDomains({
    db,
    clock,
    key,
    rate,
    bus,
    realtime,
    pictures: media,
    settings,
    isDemoOn: config.DEMO,
  });
  bus.on(sessionEnded, ({ id_session }) => realtime.endSession(id_session));
  media.onSettled(domains.pictureSettled);
  jobs.work(buildVariants, ({ sha256 }, { signal }) => media.build(sha256, signal));
  jobs.work(sweep, async () => {
    await domains.purgeBins();
    await media.sweep([domains.pictureClaim]);
  });
  jobs.schedule(sweep, "20 2 * * *", {});

  await signals.start();
  onClose(() => signals.stop());
  await bus.start();
  onClose(() => bus.stop());
  await jobs.start();
  onClose(() => jobs.stop());

  const setupToken = await prepareFirstAdmin(db, {
    email: config.ADMIN_EMAIL,
    password: config.ADMIN_PASSWORD,
  });
  if (config.DEMO) await seedDemo({ db, pictures: media, log });
  if (!serves) return { origin: "", setupToken };

  const app = await createServer({
    log,
    trustProxy,
    isHttps: config.PUBLIC_URL.startsWith("https:"),
  });
  mountApi(app, {
    ...domains,
    key,
    rate,
    receive: media.receive,
    perMinute,
    rateFactor: options.rateFactor ?? 1,
  });
  const document = openApi(domains.api, { title: settings.website_name, version });
  app.get("/api/openapi.json", () => document);
  await app.register((instance) => media.plugin(instance));
  await app.register(
    pages({
      webRoot: resolve(root, config.WEB_ROOT),
      config,
      key,
      settings,
      domains,
      media,
      realtimeKey: realtime.key,
    }),
  );
  realtime.attach(app.server);
  onClose(async () => {
    await realtime.close();
    await app.close();
  });
  await app.listen({ port: config.PORT, host: config.HOST });
  const { port } = app.server.address() as AddressInfo;
  return { origin: `http://${shownHost(config.HOST)}:${port}`, setupToken };
}

async function connect(
  config: Config,
  log: Log,
  onClose: (step: () => Promise<void>) => void,
): Promise<pg.PoolConfig> {
  if (config.DATABASE_URL !== "") return { connectionString: config.DATABASE_URL };
  const postgres = await startPostgres({ root: join(config.dataDir, "postgres"), database: "sitewalk", log });
  onClose(() => postgres.stop());
  return postgres.connection;
}

async function readVersion(): Promise<string> {
  return (JSON.parse(await readFile(join(root, "package.json"), "utf8")) as { version: string }).version;
}

/** An address that a browser can open, where the server listens on all of them. */
const shownHost = (host: string) => (host === "0.0.0.0" || host === "::" ? "localhost" : host);
