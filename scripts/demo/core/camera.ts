/** Equirectangular camera: yaw 0 is the picture's centre, positive to the right; degrees outside, radians in. */
export interface Camera {
  x: number;
  y: number;
  z: number;
  /** Compass direction of the picture's centre, clockwise from north (+y), degrees. */
  heading: number;
}

/** Unit direction of picture position (u, v) in 0..1, written to `out`. */
export function direction(camera: Camera, u: number, v: number, out: Float64Array): void {
  const compass = (camera.heading * Math.PI) / 180 + (u - 0.5) * 2 * Math.PI;
  const pitch = (0.5 - v) * Math.PI;
  const flat = Math.cos(pitch);
  out[0] = Math.sin(compass) * flat;
  out[1] = Math.cos(compass) * flat;
  out[2] = Math.sin(pitch);
}
