import { lazy, Suspense } from "react";
import type { Panorama } from "#panorama/types.ts";

const MotionControl = lazy(async () => ({ default: (await import("./motion-control.tsx")).MotionControl }));

/** The button by which the view follows the device; fetched only where there may be something to follow. */
export function MotionOffer({ panorama }: { panorama: Panorama | undefined }) {
  if (panorama === undefined || !matchMedia("(pointer: coarse)").matches) return null;
  return (
    <Suspense>
      <MotionControl panorama={panorama} />
    </Suspense>
  );
}
