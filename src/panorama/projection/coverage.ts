import type { PanoramaSource } from "../source.ts";

/** The part of the sphere a picture lies on, in degrees; a full sphere is -180 to 180 and 90 to -90. */
export interface Coverage {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export const FULL_SPHERE: Coverage = { left: -180, right: 180, top: 90, bottom: -90 };

export function coverageOf(source: Pick<PanoramaSource, "width" | "height" | "area">): Coverage {
  const { area } = source;
  if (!area) return FULL_SPHERE;
  return {
    left: (area.left / area.fullWidth) * 360 - 180,
    right: ((area.left + source.width) / area.fullWidth) * 360 - 180,
    top: 90 - (area.top / area.fullHeight) * 180,
    bottom: 90 - ((area.top + source.height) / area.fullHeight) * 180,
  };
}

/** Whether the picture goes all the way round, so that its left edge meets its right one. */
export function isFullTurn(coverage: Coverage): boolean {
  return coverage.right - coverage.left >= 359.99;
}
