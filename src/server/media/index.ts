/**
 * Pictures from upload to screen. Below `<data>/media`: `incoming/` (uploads in progress), `uploads/` (multipart
 * uploads), `building/` (incomplete sets), `objects/` (the store, unless it is elsewhere: `open-store`). Pipeline of
 * one picture: `receive` → `keep` (probe, original into the store) → `claim` in the room's transaction → `build` in a
 * worker process → signed addresses → `plugin` serves them; `sweep` removes unclaimed ones.
 */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { FastifyInstance } from "fastify";
import { everybody } from "#server/platform/bearers.ts";
import { type Clock, systemClock } from "#server/platform/clock.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { AppKey } from "#server/platform/key.ts";
import type { Log } from "#server/platform/log.ts";
import { type Archive, createArchive } from "./archive.ts";
import { createBuilder, type PictureSettled } from "./build.ts";
import { createCards } from "./cards.ts";
import type { Ffmpeg } from "./ffmpeg/ffmpeg.ts";
import { createFilms, type Films, type FilmWork } from "./films/index.ts";
import { type CanSeeMedia, cacheMediaAccess } from "./media-access.ts";
import { createPictures, type Pictures } from "./pictures.ts";
import { createPlans, type PlanName, type Plans } from "./plans/index.ts";
import { createPortraits, type Portraits, put } from "./portraits.ts";
import { asStorageFull, type ReceivedFile, receiveFile, TooLarge } from "./receive.ts";
import { serveMedia } from "./serve.ts";
import { createSigner } from "./sign.ts";
import type { ObjectStore } from "./store.ts";
import { type PictureClaim, type Swept, sweepMedia, sweepTemporary } from "./sweep.ts";
import { createUploads, type Uploads } from "./uploads/index.ts";
import { createVoice, type Voice } from "./voice.ts";
import { createWalkFilms, type WalkFilms } from "./walks/walk-films.ts";
import { createWorkers } from "./workers.ts";

export { type Archive, carriedLevel } from "./archive.ts";
export type { PictureSettled } from "./build.ts";
export { createFfmpeg, type Ffmpeg, type FfmpegJob } from "./ffmpeg/ffmpeg.ts";
export {
  type FilmChange,
  type FilmClaim,
  type FilmPart,
  type Films,
  type FilmView,
  filmColumns,
  type KeptFilm,
} from "./films/index.ts";
export type { CanSeeMedia, MediaThing } from "./media-access.ts";
export type { KeptPicture, Pictures } from "./pictures.ts";
export type { KeptPlan, PlanClaim, PlanName, PlanPart, PlanSettled, Plans } from "./plans/index.ts";
export type { KeptPhoto, PortraitClaim, PortraitShape, Portraits } from "./portraits.ts";
export {
  avatarShape,
  coverShape,
  photoShape,
  snapshotShape,
  snapshotThumbnailShape,
} from "./portraits.ts";
export type { PanoramaFacts } from "./probe.ts";
export { makeSpotFilm, type SpotFilmOptions } from "./spot-films/make-spot-film.ts";
export type { PictureClaim } from "./sweep.ts";
export type { MakeOfUpload, Settle, Uploads } from "./uploads/index.ts";
export type { KeptVoice, Voice } from "./voice.ts";
export type { EarlierPicture } from "./walks/read-piece.ts";
export type { WalkFilms } from "./walks/walk-films.ts";
export type { PicturePart } from "./wire.ts";

export interface MediaOptions {
  /** The data folder of the installation. */
  readonly dataDir: string;
  /** Store of the objects; closed by its opener. */
  readonly store: ObjectStore;
  /** Whether every node reads the same store. */
  readonly isShared?: boolean;
  /** Number of pictures built concurrently by this process. */
  readonly workers: number;
  /** Resident memory that a child may use on this machine; its own limit by default. */
  readonly childBytes?: number;
  /** The same for each of the `workers`. */
  readonly pictureBytes?: number;
  readonly db: Database;
  readonly key: AppKey;
  readonly log: Log;
  readonly clock?: Clock;
  /** Access check; called for every address, with answers cached for a minute. */
  readonly sight: CanSeeMedia;
  /** Enqueues the job that calls `build(sha256)`, within the transaction. */
  readonly enqueue: (trx: Trx, sha256: string) => Promise<void>;
  readonly ffmpeg: Ffmpeg;
  /** Enqueues the job that calls `buildFilm(sha256)`, within the transaction. */
  readonly enqueueFilm: (trx: Trx, sha256: string) => Promise<void>;
  /** Enqueues the job that calls `buildPlan(plan)`, within the transaction. */
  readonly enqueuePlan: (trx: Trx, plan: PlanName) => Promise<void>;
}

export interface Media extends Pictures, Portraits, Plans, Films, FilmWork, Voice, WalkFilms {
  readonly archive: Archive;
  /** Multipart uploads. */
  readonly uploads: Uploads;
  /** Streams an upload into a temporary file; throws `FILE_TOO_LARGE` above the limit, `STORAGE_FULL` without space. */
  receive(stream: Readable, options: { maxBytes: number }): Promise<ReceivedFile>;
  /**
   * The job: builds a picture's variants and settles it. Repeatable; throws when it must be retried. When `signal`
   * aborts, the worker process is killed.
   */
  build(sha256: string, signal?: AbortSignal): Promise<void>;
  /** Registers a listener called in the settling transaction when a picture is ready or failed. */
  onSettled(listener: PictureSettled): void;
  /** Pictures that have waited for their variants for longer than `olderThanMs`, oldest first, 1000 at most. */
  unfinished(olderThanMs: number): Promise<string[]>;
  /** The address of one object of the store, for records that the caller may see. */
  addressOf(objectKey: string): string;
  /** The permanent address of a public object. */
  publicAddressOf(objectKey: string): string;
  /** Serves `/media/...`. */
  plugin(app: FastifyInstance): Promise<void>;
  /** The bytes behind an address signed here, for small files embedded in a page; `null` when missing. */
  read(address: string): Promise<Buffer | null>;
  /** Removes pictures unclaimed for a day; `claims` are all kinds of references to a picture. */
  sweep(claims: readonly PictureClaim[]): Promise<Swept>;
  /** Ends the worker processes; their work is redone by the next worker that takes the job. */
  close(): Promise<void>;
}

/** Maximum duration of `build` in seconds, for the queue's own limit: every attempt over its time, and some waiting. */
export const BUILD_SECONDS = 300;

/** Milliseconds between two sweeps of this machine's disk for leftovers of a crash. */
const SWEEP_DISK_MS = 6 * 3_600_000;

export async function openMedia(options: MediaOptions): Promise<Media> {
  const { db, log, store, clock = systemClock } = options;
  const root = join(options.dataDir, "media");
  const incoming = join(root, "incoming");
  const building = join(root, "building");
  await Promise.all([incoming, building].map((folder) => mkdir(folder, { recursive: true })));
  const signer = createSigner(options.key);
  const sight = cacheMediaAccess(options.sight, clock);
  const workers = createWorkers({ count: options.workers, machineBytes: options.pictureBytes });
  const listeners: PictureSettled[] = [];
  const settled: PictureSettled = async (trx, sha256, state) => {
    for (const listener of listeners) await listener(trx, sha256, state);
  };

  const films = createFilms({
    db,
    store,
    clock,
    log,
    directory: building,
    key: options.key,
    ffmpeg: options.ffmpeg,
    enqueue: options.enqueueFilm,
    sight,
  });

  // The sweep is one node's job; leftovers of a crash on this node's disk are reachable only from here.
  const sweepDisk = () => sweepTemporary([incoming, building], clock).catch(() => undefined);
  const sweeping = setInterval(() => void sweepDisk(), SWEEP_DISK_MS);
  sweeping.unref();
  void sweepDisk();

  const portraits = createPortraits({
    db,
    store,
    clock,
    directory: building,
    bounds: { machineBytes: options.childBytes },
  });

  const cards = createCards({ store, log, directory: building, shrink: portraits.shrink });

  const putSwept = (key: string, path: string) =>
    put({ db, store }, key, path).catch((error: unknown) => {
      throw asStorageFull(error);
    });
  const walks = createWalkFilms({
    ffmpeg: options.ffmpeg,
    store,
    directory: building,
    put: putSwept,
    bounds: { machineBytes: options.childBytes },
  });

  return {
    ...createPictures({ store, signer, enqueue: options.enqueue }),
    ...portraits,
    ...createPlans({
      db,
      store,
      signer,
      clock,
      log,
      directory: building,
      enqueue: options.enqueuePlan,
      machineBytes: options.childBytes,
    }),
    ...films,
    ...createVoice({ ffmpeg: options.ffmpeg, directory: building, put: putSwept }),
    ...walks,
    archive: createArchive({ store, directory: building }),
    uploads:
      options.isShared === true
        ? createUploads({ db, directory: building, shared: store })
        : createUploads({ db, directory: join(root, "uploads") }),
    build: createBuilder({ db, store, workers, log, directory: building, settled }),
    addressOf: (objectKey) => signer.signObject(objectKey),
    publicAddressOf: (objectKey) => signer.signObject(objectKey, everybody),
    plugin: serveMedia(store, signer, sight, cards),
    onSettled: (listener) => void listeners.push(listener),
    receive: (stream, { maxBytes }) =>
      receiveFile(stream, { directory: incoming, maxBytes }).catch((error: unknown) => {
        throw error instanceof TooLarge ? new AppError("FILE_TOO_LARGE") : error;
      }),
    unfinished: (olderThanMs) => unfinished(db, new Date(clock.now().getTime() - olderThanMs)),
    async read(address) {
      const [, signature = "", object = ""] = /^\/media\/([^/]+)\/(.+)$/.exec(address) ?? [];
      const key = films.posterKey(address) ?? signer.verify(signature, object)?.key ?? null;
      const stream = key === null ? null : await store.open(key);
      return stream === null ? null : buffer(stream);
    },
    sweep: (claims) => sweepMedia({ db, store, clock, log, temporary: [incoming, building] }, claims),
    async close() {
      clearInterval(sweeping);
      await Promise.all([workers.close(), portraits.closePortraits(), walks.closeWalks()]);
    },
  };
}

async function unfinished(db: Database, before: Date): Promise<string[]> {
  const rows = await db
    .selectFrom("pictures")
    .select("sha256")
    .where("state", "=", "processing")
    .where("claimed_at", "<", before)
    .orderBy("created_at")
    .limit(1000)
    .execute();
  return rows.map(({ sha256 }) => sha256);
}
