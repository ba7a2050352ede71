import type { RgbImage } from "../project.ts";
import type { FrameSize } from "./film-frames.ts";

/**
 * A picture in the form of the encoder: 8-bit luma, and both colour differences at half the width and height (4:2:0,
 * BT.709, 16 to 235). All sides are even.
 */
export interface Planes extends FrameSize {
  readonly y: Uint8Array;
  readonly u: Uint8Array;
  readonly v: Uint8Array;
  /** The three planes as one, in this order. */
  readonly all: Uint8Array;
}

export function emptyPlanes({ width, height }: FrameSize): Planes {
  const luma = width * height;
  const all = new Uint8Array(luma * 1.5);
  return {
    width,
    height,
    y: all.subarray(0, luma),
    u: all.subarray(luma, luma * 1.25),
    v: all.subarray(luma * 1.25),
    all,
  };
}

/** New values of red, green and blue, by their old ones. */
export type ChannelCurves = readonly [red: Uint8Array, green: Uint8Array, blue: Uint8Array];

const even = (pixels: number) => pixels + (pixels % 2);

/**
 * Converts a picture. One that goes all around gets its first two columns once more at its right edge (`isRing`), so that
 * a sample at the seam needs no case of its own; an odd side is continued by its last line.
 */
export function toPlanes(
  { data, width, height }: RgbImage,
  [red, green, blue]: ChannelCurves,
  isRing: boolean,
): Planes {
  const planes = emptyPlanes({ width: even(width) + (isRing ? 2 : 0), height: even(height) });
  const half = planes.width / 2;
  const columnAt = (x: number) => (isRing ? x % width : Math.min(x, width - 1));
  for (let top = 0; top < planes.height; top += 2)
    for (let left = 0; left < planes.width; left += 2) {
      let [r, g, b] = [0, 0, 0];
      for (let corner = 0; corner < 4; corner += 1) {
        const [x, y] = [left + (corner & 1), top + (corner >> 1)];
        const at = (Math.min(y, height - 1) * width + columnAt(x)) * 3;
        const cr = red[data[at] ?? 0] ?? 0;
        const cg = green[data[at + 1] ?? 0] ?? 0;
        const cb = blue[data[at + 2] ?? 0] ?? 0;
        planes.y[y * planes.width + x] = (47 * cr + 157 * cg + 16 * cb + 4224) >> 8;
        r += cr;
        g += cg;
        b += cb;
      }
      const at = (top / 2) * half + left / 2;
      planes.u[at] = (-26 * r - 86 * g + 112 * b + 131_584) >> 10;
      planes.v[at] = (112 * r - 102 * g - 10 * b + 131_584) >> 10;
    }
  return planes;
}

/** Mixes two pictures of the same size into a third: `share` of the second, 0 to 1. */
export function mixPlanes(one: Planes, other: Planes, share: number, into: Planes): void {
  const weight = Math.round(share * 256);
  const [from, to, out] = [one.all, other.all, into.all];
  for (let at = 0; at < out.length; at += 1) {
    const a = from[at] ?? 0;
    out[at] = a + ((((to[at] ?? 0) - a) * weight + 128) >> 8);
  }
}

/** A text on a dark ground, to be laid over a frame. */
export interface Stamp extends FrameSize {
  /** Upper left corner in the frame, even. */
  readonly left: number;
  readonly top: number;
  /** Opacity of the white text, 0 to 255. */
  readonly ink: Uint8Array;
}

/** Share of the picture that the ground of a stamp lets through. */
const THROUGH = 0.42;

export function layStamp(frame: Planes, { left, top, width, height, ink }: Stamp): void {
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const at = (top + y) * frame.width + left + x;
      const white = (ink[y * width + x] ?? 0) / 255;
      const ground = 16 + ((frame.y[at] ?? 16) - 16) * THROUGH;
      frame.y[at] = ground + (235 - ground) * white + 0.5;
    }
  for (let y = 0; y < height; y += 2)
    for (let x = 0; x < width; x += 2) {
      const at = ((top + y) / 2) * (frame.width / 2) + (left + x) / 2;
      const kept = THROUGH * (1 - (ink[y * width + x] ?? 0) / 255);
      for (const plane of [frame.u, frame.v]) plane[at] = 128 + ((plane[at] ?? 128) - 128) * kept + 0.5;
    }
}
