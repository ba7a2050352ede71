import type { Frame } from "../frame.ts";
import { widthOfView } from "../plan/cone.ts";

/**
 * On phones a card covers the lower half, in landscape the end: turns the view so that its subject is visible beside
 * it.
 */
export function lookPastCard({ tour }: Pick<Frame, "tour">, at: { yaw: number; pitch: number }): void {
  const { panorama } = tour;
  if (!panorama) return;
  const point = panorama.pointOf(at);
  const { width, height } = panorama.element.getBoundingClientRect();
  if (matchMedia("(height < 30rem)").matches) {
    const seen = widthOfView(panorama.view.fov, width / Math.max(1, height));
    const end = document.documentElement.dir === "rtl" ? -1 : 1;
    void panorama.lookAt({ yaw: at.yaw + end * seen * 0.22, pitch: at.pitch }, { animate: true });
  } else if (matchMedia("(width < 48rem)").matches)
    void panorama.lookAt({ yaw: at.yaw, pitch: at.pitch - panorama.view.fov * 0.22 }, { animate: true });
  else if (point === null || point.x < 60 || point.x > width - 60 || point.y < 60 || point.y > height - 60)
    void panorama.lookAt({ yaw: at.yaw, pitch: at.pitch }, { animate: true });
}
