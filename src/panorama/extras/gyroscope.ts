import type { Panorama } from "../types.ts";
import { deviceView } from "./device-view.ts";

/** Required only by iPhones, and only within a user gesture. */
interface Asking {
  requestPermission?: () => Promise<"granted" | "denied">;
}

/**
 * Turns the picture with the device until the signal aborts: dragging still works and sets the direction of straight
 * ahead. Must be called within a user gesture.
 * @returns false when the user denies, or the device does not deliver, its movements.
 */
export async function followDevice(panorama: Panorama, signal: AbortSignal): Promise<boolean> {
  const asking = DeviceOrientationEvent as unknown as Asking;
  if (asking.requestPermission !== undefined) {
    const answer = await asking.requestPermission().catch(() => "denied" as const);
    if (answer !== "granted") return false;
  }
  let before: number | undefined;
  let isHeld = false;
  const { element } = panorama;
  element.addEventListener("pointerdown", () => (isHeld = true), { signal, passive: true });
  for (const name of ["pointerup", "pointercancel"])
    window.addEventListener(name, () => (isHeld = false), { signal });
  return new Promise((resolve) => {
    // A computer has the event but never sends it.
    const patience = setTimeout(() => resolve(false), 1500);
    const move = ({ alpha, beta, gamma }: DeviceOrientationEvent) => {
      if (alpha === null || beta === null || gamma === null) return;
      clearTimeout(patience);
      resolve(true);
      const { yaw, pitch } = deviceView({ alpha, beta, gamma });
      const turned = before === undefined ? 0 : yaw - before;
      before = yaw;
      if (!isHeld) void panorama.lookAt({ yaw: panorama.view.yaw + turned, pitch });
    };
    window.addEventListener("deviceorientation", move, { signal });
    signal.addEventListener("abort", () => clearTimeout(patience), { once: true });
  });
}
