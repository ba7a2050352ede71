import { focalLength } from "#panorama/projection/camera.ts";

/** Initial width: shows a picture quickly on any connection. */
const firstWidth = 1920;
/** From this width of the full turn on, larger sizes are distinguishable from the initial one. */
const worthWidth = 3000;

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Pixels that a full turn needs to match the screen's resolution in the middle of the view. */
export function wantedWidth(fov: number, canvasHeight: number): number {
  return focalLength(fov, canvasHeight) * 2 * Math.PI;
}

/** Index of the widest size of at most 1920, or of the narrowest where all are wider. -1 without sizes. */
export function firstLevel(sizes: readonly Size[]): number {
  return widestWithin(sizes, firstWidth);
}

/**
 * Index of the finest size that `auto` may select: the initial one in small frames, everything the texture limit allows
 * in large ones and when zoomed in.
 */
export function finestLevel(sizes: readonly Size[], wanted: number, textureLimit: number): number {
  return widestWithin(sizes, wanted < worthWidth ? Math.min(firstWidth, textureLimit) : textureLimit);
}

function widestWithin(sizes: readonly Size[], limit: number): number {
  const ascending = sizes.map(({ width }, index) => ({ width, index })).sort((a, b) => a.width - b.width);
  return (ascending.findLast(({ width }) => width <= limit) ?? ascending[0])?.index ?? -1;
}
