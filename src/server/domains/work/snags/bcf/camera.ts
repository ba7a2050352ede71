import type { BcfCamera, BcfVersion, Point } from "./topic.ts";

/** What is known of the place from which a snag is seen. */
export interface SeenFrom {
  readonly yaw: number | null;
  readonly pitch: number | null;
  readonly fov: number | null;
  /** Degrees on the plan, clockwise from its upper edge, that the middle of the picture looks to. */
  readonly heading: number | null;
  /** The yaw at which north lies in the picture. */
  readonly north: number;
  /** Of the room on the plan, or of the snag where it is on a plan alone; 0..1 from the upper left corner. */
  readonly x: number | null;
  readonly y: number | null;
  /** Metres; null when nobody measured the plan. */
  readonly plan: { readonly width: number; readonly height: number } | null;
}

const EYE = 1.6;
/** From so high one looks down on a snag that is on a plan alone. */
const ABOVE = 10;
const USUAL_FOV = 60;
/** What each version allows. */
const fovs: Readonly<Record<BcfVersion, readonly [least: number, most: number]>> = {
  "2.1": [45, 60],
  "3.0": [5, 170],
};

export function fovIn(version: BcfVersion, fov: number | null): number {
  const [least, most] = fovs[version];
  return Math.min(most, Math.max(least, fov ?? USUAL_FOV));
}

/** Null when there is neither a view nor a measured place: a camera somewhere would be a lie. */
export function cameraOf(from: SeenFrom, version: BcfVersion): BcfCamera | null {
  const fov = fovIn(version, from.fov);
  const ground = groundOf(from);
  if (from.yaw === null || from.pitch === null) {
    if (ground === null) return null;
    const [direction, up] = [point(0, 0, -1), point(0, 1, 0)];
    return { position: { ...ground, z: ABOVE }, direction, up, fov };
  }
  const turn = radians(from.heading === null ? from.yaw - from.north : from.heading + from.yaw);
  // Straight up or down has no side that is up.
  const rise = radians(Math.min(89.9, Math.max(-89.9, from.pitch)));
  return {
    position: { ...(ground ?? point(0, 0, 0)), z: EYE },
    direction: point(Math.cos(rise) * Math.sin(turn), Math.cos(rise) * Math.cos(turn), Math.sin(rise)),
    up: point(0, 0, 1),
    fov,
  };
}

/** Plans are measured downwards, the world upwards. */
const groundOf = ({ x, y, plan }: SeenFrom): Point | null =>
  x === null || y === null || plan === null ? null : point(x * plan.width, (1 - y) * plan.height, 0);

const radians = (degrees: number) => (degrees / 180) * Math.PI;
/** A tenth of a millimetre is enough; zero has one sign. */
const rounded = (value: number) => Math.round(value * 1e6) / 1e6 + 0;
const point = (x: number, y: number, z: number): Point => ({ x: rounded(x), y: rounded(y), z: rounded(z) });
