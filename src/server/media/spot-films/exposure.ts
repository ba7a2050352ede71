import type { RgbImage } from "../project.ts";
import { raysOf } from "../view-window.ts";
import type { FrameSize } from "./film-frames.ts";
import type { ChannelCurves } from "./planes.ts";

/** Means of red, green and blue. */
export type ChannelMeans = readonly [red: number, green: number, blue: number];

/** Brightest and darkest pixels that do not count, as a share: lamps, windows, shadows. */
const OUTLIERS = 0.1;
/** A clipped pixel says nothing about the exposure. */
const CLIPPED = 250;
/** Limits of the change of one picture: work on site is not an error of exposure. */
const gainLimits = { all: 1.6, channel: 1.15 } as const;

/** Means of the pixels of a view that are neither clipped nor among the brightest or darkest tenth. */
export function robustMeans(
  sphere: RgbImage,
  look: { readonly yaw: number; readonly pitch: number; readonly fov: number } | null,
): ChannelMeans {
  const pixels = look === null ? pixelsAround(sphere) : pixelsOfView(sphere, look);
  const counted = pixels
    .map((at) => [sphere.data[at] ?? 0, sphere.data[at + 1] ?? 0, sphere.data[at + 2] ?? 0] as const)
    .filter((colour) => Math.max(...colour) < CLIPPED && Math.max(...colour) > 0)
    .toSorted((one, other) => brightness(one) - brightness(other));
  const cut = Math.floor(counted.length * OUTLIERS);
  const kept = counted.slice(cut, counted.length - cut);
  if (kept.length === 0) return [0, 0, 0];
  const mean = (channel: 0 | 1 | 2) => kept.reduce((sum, colour) => sum + colour[channel], 0) / kept.length;
  return [mean(0), mean(1), mean(2)];
}

const brightness = ([r, g, b]: ChannelMeans) => 47 * r + 157 * g + 16 * b;

const grid: FrameSize = { width: 96, height: 54 };

function pixelsOfView(
  { width, height }: FrameSize,
  look: { readonly yaw: number; readonly pitch: number; readonly fov: number },
): number[] {
  const rays = raysOf(look, grid);
  return Array.from({ length: grid.width * grid.height }, (_, at) => {
    rays.at((at % grid.width) + 0.5, Math.floor(at / grid.width) + 0.5);
    const x = Math.floor((((rays.yaw / (2 * Math.PI) + 0.5) % 1) + 1) * width) % width;
    const y = Math.min(height - 1, Math.max(0, Math.floor((0.5 - rays.pitch / Math.PI) * height)));
    return (y * width + x) * 3;
  });
}

/** The middle half of the sphere's height, which a turning view shows. */
function pixelsAround({ width, height }: FrameSize): number[] {
  const [across, down] = [width / grid.width, height / 2 / grid.height];
  return Array.from({ length: grid.width * grid.height }, (_, at) => {
    const x = Math.floor((at % grid.width) * across);
    const y = Math.floor(height / 4 + Math.floor(at / grid.width) * down);
    return (y * width + x) * 3;
  });
}

/**
 * Factors that level the exposure of pictures: each channel towards its median over all of them, within limits for the
 * brightness and, narrower, for the colour.
 */
export function gainsFor(means: readonly ChannelMeans[]): ChannelMeans[] {
  const medianOf = (channel: 0 | 1 | 2) => {
    const known = means.filter(([red]) => red > 0).map((mean) => mean[channel]);
    const sorted = known.toSorted((one, other) => one - other);
    const at = (sorted.length - 1) / 2;
    return ((sorted[Math.floor(at)] ?? 0) + (sorted[Math.ceil(at)] ?? 0)) / 2;
  };
  const target: ChannelMeans = [medianOf(0), medianOf(1), medianOf(2)];
  return means.map((mean): ChannelMeans => {
    if (brightness(mean) === 0) return [1, 1, 1];
    const all = clamp(brightness(target) / brightness(mean), gainLimits.all);
    const gain = (channel: 0 | 1 | 2) =>
      mean[channel] === 0
        ? all
        : all *
          clamp(
            target[channel] / mean[channel] / (brightness(target) / brightness(mean)),
            gainLimits.channel,
          );
    return [gain(0), gain(1), gain(2)];
  });
}

const clamp = (factor: number, most: number) => Math.min(most, Math.max(1 / most, factor));

/** From here on, as shares of white, a curve bends so that it neither clips nor leaves white. */
const shoulder = { bright: 0.8, dark: 0.9 } as const;

/** White stays white: a brighter picture does not clip its lamps, a darker one does not turn them grey. */
export function curvesOf(gains: ChannelMeans): ChannelCurves {
  const curve = (gain: number) =>
    Uint8Array.from({ length: 256 }, (_, value) => Math.round(Math.min(1, bent(value / 255, gain)) * 255));
  return [curve(gains[0]), curve(gains[1]), curve(gains[2])];
}

function bent(share: number, gain: number): number {
  const straight = share * gain;
  if (gain > 1) {
    const start = shoulder.bright / gain;
    if (share <= start) return straight;
    const rest = (1 - share) / (1 - start);
    // Continues at the same slope, and ends at white.
    const power = (gain * (1 - start)) / (1 - shoulder.bright);
    return 1 - (1 - shoulder.bright) * rest ** power;
  }
  const near = Math.max(0, (share - shoulder.dark) / (1 - shoulder.dark));
  return straight + (1 - gain) * near ** 2;
}
