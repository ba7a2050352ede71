import type { FilmPlayback } from "#contract/videos.ts";
import type { FilmAddresses } from "./address.ts";
import { filmFiles } from "./film-files.ts";
import type { FilmRow } from "./tables.ts";

/** A video's columns as joined to a record that refers to it. */
export type FilmPart = Pick<FilmRow, (typeof columns)[number]> & { readonly film_sha256: string };

const columns = [
  "bytes",
  "width",
  "height",
  "seconds",
  "is_playable",
  "has_poster",
  "renditions",
  "progress",
  "state",
  "problem",
] as const;

/** To be selected from a join with `films`; no name collides with one in `videos`. */
export const filmColumns = columns.map((name) => `films.${name}` as const);

/** Video fields of a record. */
export interface FilmView {
  readonly state: FilmRow["state"];
  /** Also for one that is ready, when only its original form plays. */
  readonly problem: FilmRow["problem"];
  /** 0..1; 1 when nothing is left to make. */
  readonly progress: number;
  /** Seconds, pixels, bytes. */
  readonly duration: number;
  readonly width: number;
  readonly height: number;
  readonly file_size: number;
  readonly mime_type: "video/mp4";
  /** The original file, for users who may download it. */
  readonly file: string;
  /** 320x160, for users who may see that there is a video; its address opens nothing else. */
  readonly thumbnail: string | null;
  /** For users who may watch it. */
  readonly playback: FilmPlayback;
}

const hour = 3_600_000;

/**
 * The contract's shape, with addresses valid until `expires`; rounded up to the hour, so that they stay the same for a
 * while.
 */
export function filmView(row: FilmPart, expires: Date, addresses: FilmAddresses): FilmView {
  const until = new Date(Math.ceil(expires.getTime() / hour) * hour);
  const at = addresses.sign("film", row.film_sha256, until);
  const still = addresses.sign("still", row.film_sha256, until);
  const original = addresses.sign("original", row.film_sha256, until);
  return {
    state: row.state,
    problem: row.problem,
    progress: row.state === "processing" ? row.progress : 1,
    duration: row.seconds,
    width: row.width,
    height: row.height,
    file_size: row.bytes,
    mime_type: "video/mp4",
    file: `${original}/${filmFiles.original}`,
    thumbnail: row.has_poster ? `${still}/${filmFiles.thumbnail}` : null,
    playback: {
      hls: row.renditions.length > 0 ? `${at}/${filmFiles.master}` : null,
      mp4: row.is_playable ? `${at}/${filmFiles.film}` : null,
      poster: row.has_poster ? `${at}/${filmFiles.poster}` : null,
      renditions: row.renditions.map(({ width, height, bitrate }) => ({ width, height, bitrate })),
      expires_at: until.toISOString(),
    },
  };
}
