import type { FileHandle } from "node:fs/promises";
import { isFlatFilm } from "#contract/film-shape.ts";
import { limits } from "#contract/limits.ts";
import { BadFilm, unreadable } from "./bad-film.ts";
import { type Budget, childrenOf, innerBoxes, readerOf } from "./boxes.ts";
import { type Layout, layoutOf, readMoov, type Stretch, type TopBox } from "./top-level.ts";
import { checkText, one, readTrack, type Track } from "./tracks.ts";

/** Facts from a video's bytes, checked for consistency. */
export interface FilmFacts {
  readonly width: number;
  readonly height: number;
  readonly seconds: number;
  readonly fps: number;
  /** `avc1`, `hvc1` and the like. */
  readonly codec: string;
  readonly has_audio: boolean;
  /** Whether every browser decodes it. */
  readonly is_playable: boolean;
}

/** Positions of its parts in the file, for reordering them. */
export interface ReadFilm {
  readonly facts: FilmFacts;
  readonly layout: Layout;
  readonly moov: { readonly box: TopBox; readonly buffer: Buffer };
}

const mostTracks = 32;
/** Maximum number: each chunk is searched for in them. */
const mostStretches = 32;
/** Seconds by which a video may exceed the limit: the last picture's own duration, and rounding. */
const grace = 0.1;

/**
 * Reads an unfragmented video in one file. Throws `BadFilm` for everything else. Reads are bounded by fixed limits,
 * never by a number in the file.
 */
export async function readFilm(file: FileHandle): Promise<ReadFilm> {
  const layout = await layoutOf(file);
  return readIndex(await readMoov(file, layout), layout, mediaOf(layout));
}

/**
 * Checks a video of `announced` bytes from its beginning: its type, and everything else when its index is in front.
 * Throws `BadFilm` for faults that its remaining bytes could not fix.
 */
export async function checkBeginning(file: FileHandle, announced: number): Promise<void> {
  const { size } = await file.stat();
  if (size < Math.min(announced, 64)) return;
  const layout = await layoutOf(file, announced);
  if (!layout.boxes.some(({ type, end }) => type === "moov" && end <= size)) return;
  const moov = await readMoov(file, layout);
  // Fragments have indexes of their own, which are still to come.
  if (moov.buffer.includes("mvex")) return;
  // The ranges of media data are still unknown.
  const { facts } = readIndex(moov, layout, [{ start: 0, end: announced }]);
  checkFilm(facts, limits.video.most);
}

const mediaOf = ({ boxes }: Layout): Stretch[] =>
  boxes.filter(({ type }) => type === "mdat").map(({ body, end }) => ({ start: body, end }));

function readIndex(moov: ReadFilm["moov"], layout: Layout, media: readonly Stretch[]): ReadFilm {
  if (media.length > mostStretches) throw unreadable(`${media.length} stretches of media data`);
  const walk = { buffer: moov.buffer, budget: { boxes: innerBoxes } satisfies Budget, media };
  const top = one(childrenOf(moov.buffer, { body: 0, end: moov.buffer.length }, walk.budget, 0), "moov");
  const inside = childrenOf(moov.buffer, top, walk.budget, 1);
  for (const box of inside) if (box.type === "uuid") checkText(walk, box);
  const traks = inside.filter(({ type }) => type === "trak");
  if (traks.length > mostTracks) throw unreadable(`${traks.length} tracks`);
  const tracks = traks.map((trak) => readTrack(walk, trak));
  const header = readerOf(moov.buffer, one(inside, "mvhd"));
  const isLong = header.u8(0) === 1;
  const timescale = isLong ? header.u32(20) : header.u32(12);
  const duration = isLong ? header.u64(24) : header.u32(16);
  if (timescale === 0) throw unreadable("no unit of time");
  return { facts: factsOf(tracks, duration / timescale), layout, moov };
}

function factsOf(tracks: readonly Track[], told: number): FilmFacts {
  const films = tracks.filter(({ kind }) => kind === "video");
  const [film] = films;
  if (film?.video === undefined || film.video === null || films.length > 1)
    throw unreadable(`${films.length} tracks of pictures`);
  const { video, samples, timescale, codec } = film;
  const seconds = film.duration / timescale;
  if (samples === 0 || seconds <= 0) throw unreadable("no pictures");
  if (Math.abs(told - longest(tracks)) > 1 + longest(tracks) * 0.05)
    throw unreadable(`said to last ${told} s, lasts ${seconds} s`);
  const isTurned = video.turns % 2 === 1;
  const [width, height] = isTurned ? [video.height, video.width] : [video.width, video.height];
  return {
    width,
    height,
    seconds,
    codec,
    fps: samples / seconds,
    has_audio: tracks.some(({ kind, samples: count }) => kind === "audio" && count > 0),
    is_playable: video.isCommon && video.isSquare,
  };
}

/** The index counts from the start to the end of pictures and sound. */
const longest = (tracks: readonly Track[]) =>
  Math.max(...tracks.filter(({ kind }) => kind !== "other").map((track) => track.duration / track.timescale));

export interface FilmLimits {
  readonly seconds: number;
  /** A flat video that was made here, of any size, instead of a sphere. */
  readonly isFlat?: boolean;
}

/** Throws the error for a valid video outside of our limits; in the order in which a browser checks. */
export function checkFilm({ width, height, seconds }: FilmFacts, most: FilmLimits): void {
  const { minWidth, minHeight } = limits.video;
  const isSmall = width < minWidth || height < minHeight;
  if (isSmall && most.isFlat !== true) throw new BadFilm("VIDEO_RESOLUTION", `${width}x${height}`);
  if (isFlatFilm({ width, height }) !== (most.isFlat === true))
    throw new BadFilm("VIDEO_RATIO", `${width}x${height}`);
  if (seconds > most.seconds + grace) throw new BadFilm("VIDEO_DURATION", `${seconds} s`);
}
