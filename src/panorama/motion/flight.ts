import { shortestTurn, wrapYaw } from "../projection/angles.ts";
import type { View } from "../view.ts";

/** A movement between two views, by the shortest path. */
export interface Flight {
  readonly from: View;
  readonly to: View;
  /** Time of `performance.now` and length, in ms. */
  readonly start: number;
  readonly duration: number;
  readonly isNudge: boolean;
}

/** Short enough to feel like a response to the key, long enough to be seen as movement. */
const NUDGE_MS = 250;

/** A flight to another view: gentle at both ends, longer for a longer path. */
export function planFlight(from: View, to: View, start: number): Flight {
  const turn = Math.hypot(shortestTurn(from.yaw, to.yaw), to.pitch - from.pitch);
  const zoom = Math.abs(to.fov - from.fov);
  return { from, to, start, duration: Math.min(300 + 5 * Math.max(turn, zoom), 1200), isNudge: false };
}

/** The response to a key or a double click: starts at full speed, so that repeated keys make an even turn. */
export function planNudge(from: View, to: View, start: number): Flight {
  return { from, to, start, duration: NUDGE_MS, isNudge: true };
}

export function flightAt(flight: Flight, time: number): { view: View; isOver: boolean } {
  const { from, to, start, duration } = flight;
  const progress = Math.min(Math.max((time - start) / duration, 0), 1);
  if (progress === 1) return { view: to, isOver: true };
  const eased = flight.isNudge ? 1 - (1 - progress) ** 3 : progress * progress * (3 - 2 * progress);
  return {
    isOver: false,
    view: {
      yaw: wrapYaw(from.yaw + shortestTurn(from.yaw, to.yaw) * eased),
      pitch: from.pitch + (to.pitch - from.pitch) * eased,
      fov: from.fov + (to.fov - from.fov) * eased,
    },
  };
}
