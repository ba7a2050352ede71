import type { Panorama } from "#panorama/types.ts";
import { later, useLater } from "#web/ui/later.ts";

const motion = later(() => import("./motion-control.tsx"));

/** The button that makes the view follow the device; fetched only where there may be a motion sensor. */
export function MotionOffer({ panorama }: { panorama: Panorama | undefined }) {
  const isOffered = panorama !== undefined && matchMedia("(pointer: coarse)").matches;
  const part = useLater(motion, isOffered);
  return isOffered && part ? <part.MotionControl panorama={panorama} /> : null;
}
