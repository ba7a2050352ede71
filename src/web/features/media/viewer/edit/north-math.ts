export interface PlanPoint {
  /** Shares of the floor plan from its upper left corner, 0..1. */
  readonly x: number;
  readonly y: number;
}

export interface PlanSight {
  /** Position of the picture. */
  readonly from: PlanPoint;
  /** Position of the object in view. */
  readonly to: PlanPoint;
  /** Width of the floor plan by its height. */
  readonly ratio: number;
  /** Direction of north in degrees, clockwise from the floor plan's upper edge. */
  readonly north: number;
}

/** Compass direction between two positions of a floor plan: degrees clockwise from north, 0 (included) to 360. */
export function bearingOnPlan({ from, to, ratio, north }: PlanSight): number {
  const across = (to.x - from.x) * ratio;
  const down = to.y - from.y;
  return turned((Math.atan2(across, -down) * 180) / Math.PI - north);
}

/** Yaw of north in a picture in which a point at `yaw` has the compass direction `bearing`; -180 (included) to 180. */
export function northOf(yaw: number, bearing: number): number {
  const north = turned(yaw - bearing + 180) - 180;
  // A tenth of a degree is finer than any pointer.
  return Math.round(north * 10) / 10 + 0;
}

const turned = (degrees: number) => ((degrees % 360) + 360) % 360;
