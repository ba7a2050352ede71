import type { PanoramaSource } from "../source.ts";
import type { ShowOptions } from "../types.ts";
import type { View } from "../view.ts";
import { wrapYaw } from "./angles.ts";

/**
 * The initial view of the next picture: the requested values, all others unchanged. Keeping the heading preserves the
 * angle to north; without `north` in both pictures the yaw is preserved instead.
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
