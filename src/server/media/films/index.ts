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
import { type FilmPart, type FilmView, filmView } from "./playback.ts";
import { serveFilms } from "./serve-films.ts";
import { type FilmClaim, sweepFilms, unfinishedFilms } from "./sweep-films.ts";

export type { FilmChange, FilmChanged } from "./build-film.ts";
export type { KeptFilm } from "./keep.ts";
export { type FilmPart, type FilmView, filmColumns } from "./playback.ts";
export type { FilmClaim } from "./sweep-films.ts";

/** A film to be sent by a call, for `sendDownload`. */
export interface OpenFilm {
  readonly bytes: number;
  readonly etag: string;
  open(range?: ByteRange): Promise<Readable>;
}

/** What the domains see: films from the file somebody sent to the addresses by which others watch it. */
export interface Films {
  /**
   * Checks a received film from its bytes and keeps it, for a day. Throws `VIDEO_TYPE`, `VIDEO_UNREADABLE`,
   * `VIDEO_RESOLUTION`, `VIDEO_RATIO`, `VIDEO_DURATION` with `n`, `VIDEO_CODEC`, `FILE_EMPTY`, `STORAGE_FULL`.
   */
  keepFilm(file: FilmFile, limits: { seconds: number }): Promise<KeptFilm>;
  /** Within the transaction of what will refer to it: the film is kept, and its sizes are asked for. */
  claimFilm(trx: Trx, film: Pick<KeptFilm, "sha256">): Promise<void>;
  /** Asks again for what could not be made. */
  retryFilm(trx: Trx, sha256: string): Promise<void>;
  /** What a record tells of its film; select `filmColumns`. Addresses are good until `expires`, 12 hours unless told. */
  filmPart(row: FilmPart, grant?: { readonly expires?: Date }): FilmView;
  /** The film as browsers play it, or null when it is gone. */
  openFilm(sha256: string): Promise<OpenFilm | null>;
}

export interface FilmWork {
  /** The job; repeatable. Throws when it is to be tried again. When `signal` aborts, ffmpeg is ended. */
  buildFilm(sha256: string, signal?: AbortSignal): Promise<void>;
  /** Registers who is told, in the transaction that writes it, what became of a film. */
  onFilmChanged(listener: FilmChanged): void;
  /**
   * Films that something claims and that have waited for their sizes for longer than `olderThanMs`; with them those that
   * have none because there was no ffmpeg, once there is one.
   */
  unfinishedFilms(claim: FilmClaim, olderThanMs: number): Promise<string[]>;
  /** Removes films that nothing has claimed for a day. Returns how many. */
  sweepFilms(claim: FilmClaim): Promise<number>;
  /** The key of the still behind an address of ours, as pages have it; null for every other address. */
  posterKey(address: string): string | null;
  /** Answers `/media/films/...`. */
  filmPlugin(app: FastifyInstance): Promise<void>;
}

export interface FilmsOptions {
  readonly db: Database;
  readonly store: ObjectStore;
  readonly ffmpeg: Ffmpeg;
  readonly key: AppKey;
  readonly clock: Clock;
  readonly log: Log;
  /** For files under way, on the store's volume. */
  readonly directory: string;
  readonly sight: CanSeeMedia;
  readonly enqueue: (trx: Trx, sha256: string) => Promise<void>;
}

const hour = 3_600_000;

export function createFilms(options: FilmsOptions): Films & FilmWork {
  const { store, clock } = options;
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
    filmPlugin: serveFilms({ ...options, addresses }),
  };
}
