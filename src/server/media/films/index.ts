import type { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { limits } from "#contract/limits.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import type { ByteRange } from "#server/platform/http/range.ts";
import type { AppKey } from "#server/platform/key.ts";
import type { Log } from "#server/platform/log.ts";
import type { Ffmpeg } from "../ffmpeg/ffmpeg.ts";
import type { CanSeeMedia } from "../media-access.ts";
import type { ObjectStore } from "../store.ts";
import { createFilmAddresses } from "./address.ts";
import { createFilmBuilder, type FilmChanged } from "./build-film.ts";
import { filmFiles, filmKey } from "./film-files.ts";
import { createFilmClaims, createFilmKeeper, type FilmFile, type KeptFilm } from "./keep.ts";
import { createFilmStore } from "./moved-index.ts";
import type { FilmLimits } from "./mp4/film-facts.ts";
import { type FilmPart, type FilmView, filmView } from "./playback.ts";
import { serveFilms } from "./serve-films.ts";
import { type FilmClaim, sweepFilms, unfinishedFilms } from "./sweep-films.ts";

export type { FilmChange, FilmChanged } from "./build-film.ts";
export type { KeptFilm } from "./keep.ts";
export { type FilmPart, type FilmView, filmColumns } from "./playback.ts";
export type { FilmClaim } from "./sweep-films.ts";

/** A video to send in a response, for `sendDownload`. */
export interface OpenFilm {
  readonly bytes: number;
  readonly etag: string;
  open(range?: ByteRange): Promise<Readable>;
}

/** Interface for the domains: videos from the uploaded file to the addresses for viewers. */
export interface Films {
  /**
   * Validates an uploaded video by its bytes and stores it, for a day. Throws `VIDEO_TYPE`, `VIDEO_UNREADABLE`,
   * `VIDEO_RESOLUTION`, `VIDEO_RATIO`, `VIDEO_DURATION` with `n`, `VIDEO_CODEC`, `FILE_EMPTY`, `STORAGE_FULL`.
   */
  keepFilm(file: FilmFile, limits: FilmLimits): Promise<KeptFilm>;
  /** Called within the transaction of the referencing record: the video is kept, and its sizes are requested. */
  claimFilm(trx: Trx, film: Pick<KeptFilm, "sha256">): Promise<void>;
  /** Retries what could not be made. */
  retryFilm(trx: Trx, sha256: string): Promise<void>;
  /** Video fields of a record; select `filmColumns`. Addresses are valid until `expires`, 12 hours by default. */
  filmPart(row: FilmPart, grant?: { readonly expires?: Date }): FilmView;
  /** The video in the form that browsers play, or null when it is deleted. */
  openFilm(sha256: string): Promise<OpenFilm | null>;
}

export interface FilmWork {
  /** The job; repeatable. Throws when it must be retried. When `signal` aborts, ffmpeg is killed. */
  buildFilm(sha256: string, signal?: AbortSignal): Promise<void>;
  /** Registers a listener for changes of a video, called in the transaction that writes them. */
  onFilmChanged(listener: FilmChanged): void;
  /**
   * Claimed videos that have waited for their sizes for longer than `olderThanMs`, including those that have none
   * because there was no ffmpeg, once it is available.
   */
  unfinishedFilms(claim: FilmClaim, olderThanMs: number): Promise<string[]>;
  /** Removes videos unclaimed for a day. Returns how many. */
  sweepFilms(claim: FilmClaim): Promise<number>;
  /** The key of the still behind an address of ours, as pages have it; null for every other address. */
  posterKey(address: string): string | null;
  /** Serves `/media/films/...`. */
  filmPlugin(app: FastifyInstance): Promise<void>;
}

export interface FilmsOptions {
  readonly db: Database;
  readonly store: ObjectStore;
  readonly ffmpeg: Ffmpeg;
  readonly key: AppKey;
  readonly clock: Clock;
  readonly log: Log;
  /** For files in progress, on the store's volume. */
  readonly directory: string;
  readonly sight: CanSeeMedia;
  readonly enqueue: (trx: Trx, sha256: string) => Promise<void>;
}

const hour = 3_600_000;

export function createFilms(options: FilmsOptions): Films & FilmWork {
  const { clock } = options;
  const films = createFilmStore(options.db, options.store);
  const listeners: FilmChanged[] = [];
  const addresses = createFilmAddresses(options.key, () => clock.now());
  const changed: FilmChanged = async (trx, sha256, change) => {
    for (const listener of listeners) await listener(trx, sha256, change);
  };
  return {
    keepFilm: createFilmKeeper(options),
    ...createFilmClaims(options.enqueue),
    filmPart: (row, grant) =>
      filmView(
        row,
        grant?.expires ?? new Date(clock.now().getTime() + limits.video.linkHours * hour),
        addresses,
      ),
    async openFilm(sha256) {
      const key = filmKey(sha256, filmFiles.film);
      const store = await films.of(sha256);
      const found = await store.stat(key);
      if (found === null) return null;
      return {
        bytes: found.bytes,
        etag: `"${sha256}-${found.bytes.toString(36)}"`,
        async open(range) {
          const stream = await store.open(key, range);
          if (stream === null) throw new Error(`film ${sha256} went away`);
          return stream;
        },
      };
    },
    buildFilm: createFilmBuilder({ ...options, changed }),
    onFilmChanged: (listener) => void listeners.push(listener),
    unfinishedFilms: (claim, olderThanMs) => unfinishedFilms(options, claim, olderThanMs),
    sweepFilms: (claim) => sweepFilms(options, claim),
    posterKey(address) {
      const [, token = "", sha256 = "", name] =
        /^\/media\/films\/([^/]+)\/([^/]+)\/(.+)$/.exec(address) ?? [];
      const isOurs = name === filmFiles.poster && addresses.verify(token, sha256)?.scope === "film";
      return isOurs ? filmKey(sha256, filmFiles.poster) : null;
    },
    filmPlugin: serveFilms({ ...options, films, addresses }),
  };
}
