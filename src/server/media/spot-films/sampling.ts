import { raysOf, type Window } from "../view-window.ts";
import type { FrameSize } from "./film-frames.ts";
import type { Planes } from "./planes.ts";

/** Positions in a source, one per pixel of a frame's plane, in 1/128 pixel. */
interface PlaneMap {
  readonly u: Int32Array;
  readonly v: Int32Array;
  /** Distance after which the source begins anew, in 1/128 pixel; 0 for a source with an end. */
  readonly ring: number;
}

/** Where each pixel of a frame is taken from. */
export interface FrameMap {
  readonly luma: PlaneMap;
  readonly chroma: PlaneMap;
}

const PART = 128;
const HALF = Math.PI;

interface Source {
  readonly level: FrameSize;
  readonly window: Pick<Window, "left" | "top" | "width" | "height">;
}

/**
 * Projects a frame from the window of an equirectangular level. A window of the whole level is a ring: its frames can be
 * turned without another projection.
 */
export function mapOf(
  { level, window }: Source,
  look: { readonly yaw: number; readonly pitch: number; readonly fov: number },
  size: FrameSize,
): FrameMap {
  const rays = raysOf(look, size);
  const [perYaw, perPitch] = [level.width / (2 * HALF), level.height / HALF];
  const isRing = window.width >= level.width;
  /** `step`: pixels of the frame, and of the source, per pixel of the plane. */
  const planeOf = (step: 1 | 2): PlaneMap => {
    const [wide, high] = [size.width / step, size.height / step];
    const u = new Int32Array(wide * high);
    const v = new Int32Array(wide * high);
    // The last pixel of which the next one exists.
    const lastColumn = Math.ceil(window.width / step) * PART - PART - 1;
    const lastRow = Math.ceil(window.height / step) * PART - PART - 1;
    for (let y = 0; y < high; y += 1)
      for (let x = 0; x < wide; x += 1) {
        rays.at((x + 0.5) * step, (y + 0.5) * step);
        const across = modulo((rays.yaw + HALF) * perYaw - window.left, level.width);
        const down = (HALF / 2 - rays.pitch) * perPitch - window.top;
        const at = y * wide + x;
        const column = Math.round((across / step - 0.5) * PART);
        u[at] = isRing ? column : Math.min(Math.max(column, 0), lastColumn);
        v[at] = Math.min(Math.max(Math.round((down / step - 0.5) * PART), 0), lastRow);
      }
    return { u, v, ring: isRing ? Math.round((level.width / step) * PART) : 0 };
  };
  return { luma: planeOf(1), chroma: planeOf(2) };
}

/** Draws a frame from a source, turned by some degrees to the right, which needs a ring. */
export function drawFrame(source: Planes, { luma, chroma }: FrameMap, turn: number, into: Planes): void {
  drawPlane(source.y, source.width, luma, turn, into.y);
  drawPlane(source.u, source.width / 2, chroma, turn, into.u);
  drawPlane(source.v, source.width / 2, chroma, turn, into.v);
}

/** Each pixel is a bilinear blend of its four neighbours, in integers: this loop runs a million times per frame. */
function drawPlane(
  source: Uint8Array,
  stride: number,
  { u: us, v: vs, ring }: PlaneMap,
  turn: number,
  into: Uint8Array,
): void {
  const shift = ring === 0 ? 0 : Math.round((modulo(turn, 360) / 360) * ring);
  for (let at = 0; at < into.length; at += 1) {
    let u = (us[at] ?? 0) + shift;
    if (ring > 0) {
      if (u >= ring) u -= ring;
      else if (u < 0) u += ring;
    }
    const v = vs[at] ?? 0;
    const wx = u & (PART - 1);
    const upper = (v >> 7) * stride + (u >> 7);
    const lower = upper + stride;
    const a = source[upper] ?? 0;
    const c = source[lower] ?? 0;
    const above = (a << 7) + ((source[upper + 1] ?? 0) - a) * wx;
    const below = (c << 7) + ((source[lower + 1] ?? 0) - c) * wx;
    into[at] = ((above << 7) + (below - above) * (v & (PART - 1)) + 8192) >> 14;
  }
}

const modulo = (value: number, by: number) => ((value % by) + by) % by;
