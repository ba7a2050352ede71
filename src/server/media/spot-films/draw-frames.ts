import { setImmediate } from "node:timers/promises";
import sharp from "sharp";
import type { RgbImage } from "../project.ts";
import { isWholeSphere, levelSphere } from "../sphere.ts";
import { composeTiles } from "../view-tiles.ts";
import { curvesOf, gainsFor, robustMeans } from "./exposure.ts";
import { type FilmDate, type FrameSize, type FramesOrder, framesOf } from "./film-frames.ts";
import {
  type ChannelCurves,
  emptyPlanes,
  layStamp,
  mixPlanes,
  type Planes,
  type Stamp,
  toPlanes,
} from "./planes.ts";
import { drawFrame, type FrameMap, mapOf } from "./sampling.ts";

export interface FrameSink {
  /** Called with each frame in turn; the buffer is reused. */
  write(frame: Uint8Array): void;
  /** From 0 to 1, after each date. */
  progress(share: number): void;
  /** Called when large pictures have become garbage. */
  collect(): void;
}

/** A date ready to be drawn. */
interface Drawable {
  readonly source: Planes;
  readonly map: FrameMap;
  readonly yaw: number;
  readonly stamp: Stamp | null;
}

/**
 * Draws all frames of a time-lapse. Holds one picture at a time, or two where the view turns. Throws for a picture that
 * cannot be decoded.
 */
export async function drawFrames(order: FramesOrder, sink: FrameSink): Promise<void> {
  const { dates, size, hold, fade, isTurning } = order;
  const curves = await curvesFor(order, sink);
  const rings = new Map<string, FrameMap>();
  const load = (at: number) => drawableOf(order, { date: dates[at], curves: curves[at], rings }, sink);
  const total = framesOf(order);
  let [shown, coming] = [emptyPlanes(size), emptyPlanes(size)];
  const mixed = emptyPlanes(size);
  let drawn = 0;
  const draw = ({ source, map, yaw, stamp }: Drawable, into: Planes) => {
    drawFrame(source, map, yaw + (isTurning ? (drawn / total) * 360 : 0), into);
    if (stamp !== null) layStamp(into, stamp);
  };
  const write = async (frame: Planes) => {
    sink.write(frame.all);
    drawn += 1;
    // The order to end, and the check of the memory, come between two frames.
    await setImmediate();
  };
  /** A view that does not turn is drawn once: its picture is not needed after that. */
  const loadInto = async (at: number, into: Planes): Promise<Drawable | null> => {
    const loaded = await load(at);
    if (isTurning) return loaded;
    draw(loaded, into);
    return null;
  };
  let now = await loadInto(0, shown);
  for (let date = 0; date < dates.length; date += 1) {
    for (let frame = 0; frame < hold; frame += 1) {
      if (now !== null) draw(now, shown);
      await write(shown);
    }
    sink.progress((date + 1) / dates.length);
    if (date + 1 === dates.length) break;
    const next = await loadInto(date + 1, coming);
    for (let frame = 1; frame <= fade; frame += 1) {
      if (now !== null) draw(now, shown);
      if (next !== null) draw(next, coming);
      mixPlanes(shown, coming, frame / (fade + 1), mixed);
      await write(mixed);
    }
    now = next;
    [shown, coming] = [coming, shown];
  }
}

/** Levels the exposure over all dates, measured in the direction of the view, or all around for one that turns. */
async function curvesFor(
  { dates, fov, pitch, isTurning }: FramesOrder,
  { collect }: Pick<FrameSink, "collect">,
): Promise<ChannelCurves[]> {
  const means = [];
  for (const { base, place, yaw } of dates) {
    const { data, info } = await sharp(base)
      .toColourspace("srgb")
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const sphere = { data, width: info.width, height: info.height };
    means.push(robustMeans(sphere, isTurning || !isWholeSphere(place) ? null : { yaw, pitch, fov }));
    collect();
  }
  return gainsFor(means).map(curvesOf);
}

interface Loading {
  readonly date: FilmDate | undefined;
  readonly curves: ChannelCurves | undefined;
  readonly rings: Map<string, FrameMap>;
}

async function drawableOf(
  order: FramesOrder,
  { date, curves, rings }: Loading,
  sink: Pick<FrameSink, "collect">,
): Promise<Drawable> {
  if (date === undefined || curves === undefined) throw new Error("a film has no such date");
  const { level, window, yaw } = date;
  const { fov, pitch, size } = order;
  const isRing = window.width >= level.width;
  sink.collect();
  const source = await planesOf(date, curves, isRing);
  const stamp = date.stamp === null ? null : await stampOf(order, date.stamp);
  sink.collect();
  if (!isRing) return { source, map: mapOf({ level, window }, { yaw, pitch, fov }, size), yaw: 0, stamp };
  const whole = source.picture;
  const span = { level: whole, window: { left: 0, top: 0, width: whole.width, height: whole.height } };
  const key = `${whole.width} ${whole.height}`;
  const map = rings.get(key) ?? mapOf(span, { yaw: 0, pitch, fov }, size);
  rings.set(key, map);
  return { source, map, yaw, stamp };
}

/** The window of a date as planes; the pixels between are garbage afterwards. `picture`: the size without the seam. */
async function planesOf(
  { level, place, window, tiles }: FilmDate,
  curves: ChannelCurves,
  isRing: boolean,
): Promise<Planes & { readonly picture: FrameSize }> {
  const data = await composeTiles(level, window, (column, row) => tiles[`${column}_${row}`]);
  if (data === undefined) throw new Error("a tile is missing");
  const cut: RgbImage = { data, width: window.width, height: window.height };
  const { width, height, ...whole } = isWholeSphere(place) ? cut : levelSphere(cut, place, ringOf(place));
  return { ...toPlanes({ ...whole, width, height }, curves, isRing), picture: { width, height } };
}

/** Width of a sphere that is drawn from a tilted picture, or from a part of one. */
const RING = 4096;

function ringOf({ area, width }: FilmDate["place"]) {
  const wide = Math.min(RING, Math.ceil((area?.full_width ?? width) / 4) * 4);
  return { width: wide, height: wide / 2 };
}

/** Height of the text, as a share of the frame's. */
const TEXT = 1 / 24;

/** Distance from the lower edge, as a share of the frame's height: above the bar of a player. */
const ABOVE_BAR = 1 / 6;

/** Draws a text in white, at the start of the lower third. */
async function stampOf({ fonts, size, isRightToLeft }: FramesOrder, text: string): Promise<Stamp> {
  const pixels = Math.round(size.height * TEXT);
  await loadFonts(fonts.files);
  const { data, info } = await sharp({
    text: {
      text: `<span foreground="white">${text}</span>`,
      font: `${fonts.families} ${pixels}`,
      ...(fonts.files[0] !== undefined && { fontfile: fonts.files[0] }),
      rgba: true,
      dpi: 72,
    },
  })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const [width, height] = [even(info.width + pixels), even(Math.round(pixels * 1.8))];
  const ink = new Uint8Array(width * height);
  const [left, top] = [Math.floor((width - info.width) / 2), Math.floor((height - info.height) / 2)];
  for (let y = 0; y < info.height; y += 1)
    for (let x = 0; x < info.width; x += 1) {
      const [column, row] = [left + x, top + y];
      if (row < 0 || row >= height || column >= width) continue;
      ink[row * width + column] = data[(y * info.width + x) * info.channels + info.channels - 1] ?? 0;
    }
  const margin = even(pixels);
  return {
    left: isRightToLeft ? size.width - margin - width : margin,
    top: size.height - even(size.height * ABOVE_BAR) - height,
    width,
    height,
    ink,
  };
}

const even = (pixels: number) => pixels + (pixels % 2);

const loaded = new Set<string>();

/** A text names one font file; the others stay known to the library from the texts before. */
async function loadFonts(files: readonly string[]): Promise<void> {
  for (const file of files) {
    if (loaded.has(file)) continue;
    loaded.add(file);
    await sharp({ text: { text: "1", fontfile: file, rgba: true, dpi: 72 } })
      .raw()
      .toBuffer();
  }
}
