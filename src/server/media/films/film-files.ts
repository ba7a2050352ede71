import { isFlatFilm } from "#contract/film-shape.ts";

/** All files of one video are under this prefix of the store; its first two letters spread the folders. */
export const filmPrefix = (sha256: string) => `films/${sha256.slice(0, 2)}/${sha256}`;

/** Names below a video's prefix. */
export const filmFiles = {
  /** The uploaded file. */
  original: "original.mp4",
  /** The original without fragments, when it came in fragments. */
  joined: "joined.mp4",
  /**
   * With its index in front, so that a browser can start before it has all of it: put together from `original` or
   * `joined` and `index` as it is read. Only videos from before that have a file of this name.
   */
  film: "film.mp4",
  /** The index for the front. */
  index: "index.moov",
  poster: "poster.jpg",
  thumbnail: "thumb.jpg",
  /** Generated from the rows, not stored. */
  master: "master.m3u8",
  playlist: "index.m3u8",
} as const;

export const filmKey = (sha256: string, name: string) => `${filmPrefix(sha256)}/${name}`;

/** Widths of the sizes, in the order in which they are made: sizes for phones first. */
export const rungs = [
  { width: 1920, height: 960, maxrate: 5_000_000, share: 0.25 },
  { width: 3840, height: 1920, maxrate: 18_000_000, share: 0.75 },
] as const;
export type Rung = (typeof rungs)[number];

/** Sizes to be made. A flat video was made here, no larger than a screen, and plays as it is. */
export const rungsOf = (film: { readonly width: number; readonly height: number }): readonly Rung[] =>
  isFlatFilm(film) ? [] : rungs;

export const posterWidth = 2560;
export const thumbnailWidth = 320;
