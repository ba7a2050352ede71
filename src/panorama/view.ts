/**
 * Angles are degrees everywhere. Yaw 0 is the centre of the picture and grows to the right (-180 to 180),
 * pitch grows upwards (-90 to 90), `fov` is the vertical field of view.
 */

/** A direction on the sphere. */
export interface Direction {
  /** -180 to 180, 0 is the centre of the picture, positive to the right. */
  readonly yaw: number;
  /** -90 (straight down) to 90 (straight up). */
  readonly pitch: number;
}

/** Where the camera looks and how wide. */
export interface View extends Direction {
  /** Vertical field of view, kept within the limits (25 to 100 unless told otherwise). */
  readonly fov: number;
}

/** Limits of what the visitor can do. */
export interface ViewLimits {
  /** Narrowest vertical field of view, 25 unless told otherwise. */
  readonly minFov?: number | undefined;
  /** Widest, 100 unless told otherwise. */
  readonly maxFov?: number | undefined;
}
