export interface PlanPoint {
  /** Shares of the plan from its upper left corner, 0..1. */
  readonly x: number;
  readonly y: number;
}

export interface PlanSight {
  /** Where the picture was taken. */
  readonly from: PlanPoint;
  /** What one looks at. */
  readonly to: PlanPoint;
  /** Width of the plan by its height. */
  readonly ratio: number;
  /** Degrees, clockwise from the plan's upper edge, at which north lies. */
  readonly north: number;
}

/** Where something lies on the compass, by its place on a plan: degrees clockwise from north, 0 (included) to 360. */
export function bearingOnPlan({ from, to, ratio, north }: PlanSight): number {
  const across = (to.x - from.x) * ratio;
  const down = to.y - from.y;
  return turned((Math.atan2(across, -down) * 180) / Math.PI - north);
}

/** The yaw of north in a picture, of which a point at `yaw` is known to lie at `bearing`; -180 (included) to 180. */
export function northOf(yaw: number, bearing: number): number {
  const north = turned(yaw - bearing + 180) - 180;
  // A tenth of a degree is finer than any hand.
  return Math.round(north * 10) / 10 + 0;
}

const turned = (degrees: number) => ((degrees % 360) + 360) % 360;
