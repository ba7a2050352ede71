import { mkdir, readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { isFlatFilm } from "#contract/film-shape.ts";
import type { Ffmpeg } from "../ffmpeg/ffmpeg.ts";
import { filmFiles, posterWidth, type Rung, thumbnailWidth } from "./film-files.ts";
import type { FilmRendition, FilmRow } from "./tables.ts";

export interface RenditionOptions {
  readonly ffmpeg: Ffmpeg;
  /** The video as a file of this machine. */
  readonly source: string;
  /** A new folder for this run. */
  readonly directory: string;
  readonly signal?: AbortSignal | undefined;
}

/** The first segment is shorter: a player shows nothing until it has a whole one. */
const firstSeconds = 1;
const segmentSeconds = 2;
/** With more threads a video would monopolize the machine, and use memory per thread. */
const threads = ["-threads", "2"];
const bounds = ["-max_alloc", "1073741824", "-filter_threads", "2", ...threads];
const input = (source: string) => ["-protocol_whitelist", "file", "-f", "mov", "-i", source];
const stillSeconds = 60;
/** Ten times the time of an otherwise idle core, plus a fixed startup time. */
const secondsFor = (film: number) => 120 + film * 60;

/** Makes a still from its first second and a small one of that. Throws `FfmpegFailed` when there is no picture in it. */
export async function makeStills(
  { ffmpeg, source, directory, signal }: RenditionOptions,
  film: Pick<FilmRow, "seconds" | "width" | "height">,
) {
  const at = Math.min(1, film.seconds / 2).toFixed(3);
  const still = (wide: number, name: string) => {
    const width = isFlatFilm(film) ? Math.min(wide, film.width) : wide;
    const height = isFlatFilm(film) ? Math.round((width * film.height) / film.width / 2) * 2 : width / 2;
    const size = `scale=${width}:${height}:flags=area`;
    return ["-map", "0:v:0", "-frames:v", "1", "-vf", size, "-q:v", "4", "-pix_fmt", "yuvj420p", name];
  };
  await ffmpeg.run({
    args: [
      ...bounds,
      "-ss",
      at,
      ...input(source),
      ...still(posterWidth, filmFiles.poster),
      ...still(thumbnailWidth, filmFiles.thumbnail),
    ],
    directory,
    seconds: stillSeconds,
    signal,
  });
  const names = await readdir(directory);
  return names.includes(filmFiles.poster) && names.includes(filmFiles.thumbnail);
}

/** Makes one size as a playlist with its segments, in `directory`. `onProgress` receives seconds of the video. */
export async function makeRendition(
  { ffmpeg, source, directory, signal }: RenditionOptions,
  film: Pick<FilmRow, "seconds" | "fps">,
  rung: Rung,
  onProgress: (seconds: number) => void,
): Promise<FilmRendition> {
  const { width, height, maxrate } = rung;
  const group = String(Math.max(1, Math.round(film.fps * segmentSeconds)));
  await mkdir(directory, { recursive: true });
  await ffmpeg.run({
    args: [
      bounds,
      input(source),
      ["-map", "0:v:0", "-map", "0:a:0?", "-vf", `scale=${width}:${height}`],
      threads,
      ["-c:v", "libx264", "-preset", "veryfast", "-profile:v", "high", "-crf", "23"],
      ["-maxrate", String(maxrate), "-bufsize", String(maxrate * 2), "-pix_fmt", "yuv420p"],
      // Key frames at the end of the first segment and every two seconds from there; each begins a segment.
      ["-g", group, "-keyint_min", group, "-sc_threshold", "0"],
      ["-force_key_frames", String(firstSeconds), "-forced-idr", "1"],
      ["-c:a", "aac", "-b:a", "128k", "-ac", "2"],
      ["-f", "hls", "-hls_time", String(firstSeconds), "-hls_playlist_type", "vod"],
      ["-hls_segment_type", "fmp4", "-hls_flags", "independent_segments"],
      ["-hls_segment_filename", "s%d.m4s", "-master_pl_name", filmFiles.master, filmFiles.playlist],
    ].flat(),
    directory,
    seconds: secondsFor(film.seconds),
    signal,
    onProgress,
  });
  return { width, height, ...(await measure(directory)) };
}

/** Bits per second measured from the segments, and the codecs from the encoder's own playlist of one size. */
async function measure(directory: string): Promise<Pick<FilmRendition, "bitrate" | "peak" | "codecs">> {
  const master = join(directory, filmFiles.master);
  const [, codecs = ""] = /CODECS="([\w.,]+)"/.exec(await readFile(master, "utf8")) ?? [];
  await rm(master);
  const lines = (await readFile(join(directory, filmFiles.playlist), "utf8")).split("\n");
  let [bits, seconds, peak] = [0, 0, 0];
  for (const [at, line] of lines.entries()) {
    const [, length] = /^#EXTINF:([\d.]+)/.exec(line) ?? [];
    if (length === undefined) continue;
    const segment = (await stat(join(directory, lines[at + 1] ?? ""))).size * 8;
    bits += segment;
    seconds += Number(length);
    peak = Math.max(peak, segment / Math.max(Number(length), 0.1));
  }
  return { bitrate: Math.round(bits / Math.max(seconds, 0.1)), peak: Math.round(peak), codecs };
}
