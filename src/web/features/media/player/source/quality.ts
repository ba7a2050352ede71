import { focalLength } from "#panorama/projection/camera.ts";

/** What is begun with: on the screen soon on any line. */
const firstWidth = 1920;
/** From this width of the whole turn on, the larger sizes can be told from the first one. */
const worthWidth = 3000;

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Pixels that a whole turn would need, to be as fine as the screen in the middle of the view. */
export function wantedWidth(fov: number, canvasHeight: number): number {
  return focalLength(fov, canvasHeight) * 2 * Math.PI;
}

/** The widest size of at most 1920; the narrowest there is where all are wider. -1 without any. */
export function firstLevel(sizes: readonly Size[]): number {
  return widestWithin(sizes, firstWidth);
}

/**
 * The finest size that `auto` may take: what is begun with on small pictures, everything the texture can hold on large
 * ones and where somebody has come close.
 */
export function finestLevel(sizes: readonly Size[], wanted: number, textureLimit: number): number {
  return widestWithin(sizes, wanted < worthWidth ? Math.min(firstWidth, textureLimit) : textureLimit);
}

function widestWithin(sizes: readonly Size[], limit: number): number {
  const ascending = sizes.map(({ width }, index) => ({ width, index })).sort((a, b) => a.width - b.width);
  return (ascending.findLast(({ width }) => width <= limit) ?? ascending[0])?.index ?? -1;
}
