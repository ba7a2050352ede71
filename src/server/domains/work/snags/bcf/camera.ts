import type { BcfCamera, BcfVersion, Point } from "./topic.ts";

/** Known data of the position from which a snag is seen. */
export interface SeenFrom {
  readonly yaw: number | null;
  readonly pitch: number | null;
  readonly fov: number | null;
  /** Degrees on the floor plan, clockwise from its upper edge, of the view through the middle of the picture. */
  readonly heading: number | null;
  /** Yaw of north in the picture. */
  readonly north: number;
  /**
   * Position of the room on the floor plan, or of a snag that is on a floor plan alone; 0..1 from the upper left
   * corner.
   */
  readonly x: number | null;
  readonly y: number | null;
  /** Metres; null for a floor plan without a scale. */
  readonly plan: { readonly width: number; readonly height: number } | null;
}

const EYE = 1.6;
/** Height of the camera above a snag that is on a floor plan alone. */
const ABOVE = 10;
const USUAL_FOV = 60;
/** Range that each version allows. */
const fovs: Readonly<Record<BcfVersion, readonly [least: number, most: number]>> = {
  "2.1": [45, 60],
  "3.0": [5, 170],
};

export function fovIn(version: BcfVersion, fov: number | null): number {
  const [least, most] = fovs[version];
  return Math.min(most, Math.max(least, fov ?? USUAL_FOV));
}

/** Returns null when there is neither a view nor a measured position: an arbitrary camera would be misleading. */
export function cameraOf(from: SeenFrom, version: BcfVersion): BcfCamera | null {
  const fov = fovIn(version, from.fov);
  const ground = groundOf(from);
  if (from.yaw === null || from.pitch === null) {
    if (ground === null) return null;
    const [direction, up] = [point(0, 0, -1), point(0, 1, 0)];
    return { position: { ...ground, z: ABOVE }, direction, up, fov };
  }
  const turn = radians(from.heading === null ? from.yaw - from.north : from.heading + from.yaw);
  // Straight up or down leaves the up direction undefined.
  const rise = radians(Math.min(89.9, Math.max(-89.9, from.pitch)));
  return {
    position: { ...(ground ?? point(0, 0, 0)), z: EYE },
    direction: point(Math.cos(rise) * Math.sin(turn), Math.cos(rise) * Math.cos(turn), Math.sin(rise)),
    up: point(0, 0, 1),
    fov,
  };
}

/** Floor plans are measured downwards, the world upwards. */
const groundOf = ({ x, y, plan }: SeenFrom): Point | null =>
  x === null || y === null || plan === null ? null : point(x * plan.width, (1 - y) * plan.height, 0);

const radians = (degrees: number) => (degrees / 180) * Math.PI;
/** Six decimals, finer than the tenth of a millimetre that is needed; adding 0 avoids negative zero. */
const rounded = (value: number) => Math.round(value * 1e6) / 1e6 + 0;
const point = (x: number, y: number, z: number): Point => ({ x: rounded(x), y: rounded(y), z: rounded(z) });
