import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { limits } from "#contract/limits.ts";
import { openCameras } from "../cameras/index.ts";
import { createPush } from "../domains/connections/realtime/push.ts";
import { createSettings } from "../domains/installation/settings/settings.service.ts";
import { cameraSourceOf } from "../domains/media/cctv/source-of.ts";
import { createMediaAccess } from "../domains/media-access.ts";
import type { PdfOrders } from "../domains/pdf-orders.ts";
import { markRejectedMail } from "../domains/work/crews/rejected-mail.ts";
import { outsideDrivers } from "../live/drivers/outside.ts";
import { openLive } from "../live/index.ts";
import { buildFilm } from "../media/films/films.jobs.ts";
import { createFfmpeg, openMedia, type PlanName } from "../media/index.ts";
import { buildVariants } from "../media/media.jobs.ts";
import { meteredStore } from "../media/metered-store.ts";
import { isShared, openStore } from "../media/open-store.ts";
import { buildPlan } from "../media/plans/plans.jobs.ts";
import type { Trx } from "../platform/database.ts";
import { createMailer, siteAddressOf } from "../platform/mail/mailer.ts";
import { createDrawing } from "../platform/pdf/drawing.ts";
import type { Foundation, OnClose } from "./foundation.ts";
import type { Platform } from "./platform.ts";

/** Finds the node that carries a live channel. */
type CarrierOf = Parameters<typeof openLive>[1]["elsewhere"]["carrierOf"];

/** Files, settings, email, live video, cameras and PDFs: the services of the domains. */
export async function openServices(
  foundation: Foundation,
  platform: Platform,
  carrierOf: CarrierOf,
  onClose: OnClose,
) {
  const { config, log, db, key, clock, operation } = foundation;
  const { jobs, bus, nodes, realtime, handOver } = platform;
  const { metrics } = operation;
  const ffmpeg = createFfmpeg({ path: config.FFMPEG_PATH, log });
  const enqueue = enqueueWith(platform);
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
    workers: Math.min(config.MEDIA_WORKERS, foundation.memory.pictureWorkers),
    childBytes: foundation.memory.childBytes,
    pictureBytes: foundation.memory.pictureBytes,
    sight: createMediaAccess(db, clock, key),
    ...enqueue,
  });
  onClose(() => media.close());
  const settings = createSettings({
    db,
    key,
    bus,
    version: shownVersion(foundation.version),
    isDemoOn: config.DEMO,
    address: media.publicAddressOf,
  });
  const push = createPush({ settings, jobs, log, ownKey: realtime.key });
  bus.forwardTo(push.forward);
  await settings.load();
  const hourly = setInterval(() => void settings.load().catch(() => undefined), 3_600_000);
  onClose(async () => clearInterval(hourly));
  const siteAddress = siteAddressOf(config);
  const mailer = createMailer({
    settings,
    jobs,
    key,
    clock,
    log,
    metrics,
    siteAddress,
    rejected: (mail) => markRejectedMail(db, mail, clock.now()),
  });
  const live = openLive(config, {
    log,
    key,
    now: () => Date.now() - nodes.skewMs(),
    elsewhere: { handOver, carrierOf },
  });
  const outside = await outsideDrivers(config, { key, log });
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
    script: join(import.meta.dirname, "../domains/pdf-process.ts"),
    directory: join(config.dataDir, "media/building"),
    async fileOf(key) {
      const file = await media.archive.keptFile(key);
      return file && buffer(await file.open());
    },
    log,
    bounds: {
      memoryBytes: Math.min(limits.pdf.memoryBytes, foundation.memory.childBytes),
      ...(foundation.memory.isSmall && { atOnce: 1 }),
    },
  });
  onClose(() => pdf.close());
  return { ffmpeg, enqueue, store, media, settings, push, mailer, siteAddress, live, outside, cameras, pdf };
}

export type Services = Awaited<ReturnType<typeof openServices>>;

/** Sends the jobs that build derived files, one per file, in the transaction that stores the file. */
const enqueueWith = ({ jobs }: Platform) => ({
  enqueue: async (trx: Trx, sha256: string) =>
    void (await jobs.send(trx, buildVariants, { sha256 }, { key: sha256 })),
  enqueueFilm: async (trx: Trx, sha256: string) =>
    void (await jobs.send(trx, buildFilm, { sha256 }, { key: sha256 })),
  enqueuePlan: async (trx: Trx, plan: PlanName) =>
    void (await jobs.send(trx, buildPlan, plan, { key: `${plan.sha256}:${plan.page}` })),
});

/**
 * As shown to users: the first two numbers. Operators need all three, to distinguish an upgrade from the version
 * before.
 */
const shownVersion = (version: string): string => version.split(".").slice(0, 2).join(".");
