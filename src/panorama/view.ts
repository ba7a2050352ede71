/**
 * Angles are degrees everywhere. Yaw 0 is the centre of the picture and increases to the right (-180 to 180), pitch
 * increases upwards (-90 to 90), `fov` is the vertical field of view.
 */

/** A direction on the sphere. */
export interface Direction {
  /** -180 to 180, 0 is the centre of the picture, positive to the right. */
  readonly yaw: number;
  /** -90 (straight down) to 90 (straight up). */
  readonly pitch: number;
}

/** Direction and field of view of the camera. */
export interface View extends Direction {
  /** Vertical field of view, kept within the limits (25 to 100 by default). */
  readonly fov: number;
}

/** Limits for user interaction. */
export interface ViewLimits {
  /** Narrowest vertical field of view. Default 25. */
  readonly minFov?: number | undefined;
  /** Widest vertical field of view. Default 100. */
  readonly maxFov?: number | undefined;
}
