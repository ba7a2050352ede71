import type { Panorama } from "../types.ts";
import { deviceView } from "./device-view.ts";

/** Asked for by iPhones alone, and only within a press. */
interface Asking {
  requestPermission?: () => Promise<"granted" | "denied">;
}

/**
 * Turns the picture with the device until the signal aborts: the picture's way of turning is kept, so that a drag
 * sets where straight ahead is. Call it within a press.
 * @returns false when the visitor, or the device, does not give its movements.
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
    // A computer has the event and never sends it.
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
