import type { PanoramaSource } from "../source.ts";
import type { ShowOptions } from "../types.ts";
import type { View } from "../view.ts";
import { wrapYaw } from "./angles.ts";

/**
 * The view to begin the next picture with: what is asked for, the rest as it is. Keeping the heading means that
 * the angle to north stays; without `north` in both pictures it is the yaw that stays.
 */
export function nextView(
  view: View,
  from: PanoramaSource | undefined,
  to: PanoramaSource,
  { view: asked = {}, keepHeading = false }: ShowOptions,
): View {
  const canTurn = keepHeading && from?.north !== undefined && to.north !== undefined;
  const yaw = canTurn ? wrapYaw(view.yaw - (from.north ?? 0) + (to.north ?? 0)) : view.yaw;
  return { ...view, yaw, ...asked };
}
