import type { Direction } from "../view.ts";

/** Orientation of a device, degrees, as reported by `deviceorientation`. */
export interface DeviceAngles {
  /** About the axis out of the earth, 0..360. */
  readonly alpha: number;
  /** About the axis to the right of the screen, -180..180. */
  readonly beta: number;
  /** About the axis to the top of the screen, -90..90. */
  readonly gamma: number;
}

const radians = (degrees: number) => (degrees * Math.PI) / 180;
const degrees = (angle: number) => (angle * 180) / Math.PI;

/**
 * Direction of the back of the device: pitch is above the horizon; yaw increases to the right and has an arbitrary
 * origin, so only its changes are meaningful. W3C Device Orientation: rotation Z (alpha), X' (beta), Y'' (gamma).
 */
export function deviceView({ alpha, beta, gamma }: DeviceAngles): Direction {
  const [a, b, g] = [radians(alpha), radians(beta), radians(gamma)];
  // The device's own -z axis, out of its back, in the frame of the earth: x east, y north, z up.
  const east = -Math.cos(a) * Math.sin(g) - Math.sin(a) * Math.sin(b) * Math.cos(g);
  const north = -Math.sin(a) * Math.sin(g) + Math.cos(a) * Math.sin(b) * Math.cos(g);
  const up = -Math.cos(b) * Math.cos(g);
  return { yaw: degrees(Math.atan2(east, north)), pitch: degrees(Math.asin(Math.min(Math.max(up, -1), 1))) };
}
