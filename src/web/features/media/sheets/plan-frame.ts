import { createContext, useContext } from "react";

/** A position on a floor plan, 0..1 from its upper left corner. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * Placement of a floor plan in the flat world of the map: its size there, and the zoom at which one of its pixels is
 * one of the screen.
 */
export interface PlanFrame {
  readonly width: number;
  readonly height: number;
  /** Zoom of the finest level. */
  readonly finest: number;
  toPlace(point: Point): { lat: number; lng: number };
  /** Clamped to the floor plan. */
  toPoint(place: { lat: number; lng: number }): Point;
}

/** The world's longest side in units; small, so that its coordinates are ordinary ones. */
const LONGEST = 64;

export function frameOf(width: number, height: number): PlanFrame {
  const finest = Math.max(0, Math.ceil(Math.log2(Math.max(width, height) / LONGEST)));
  const [wide, high] = [width / 2 ** finest, height / 2 ** finest];
  return {
    width,
    height,
    finest,
    toPlace: ({ x, y }) => ({ lat: -y * high, lng: x * wide }),
    toPoint: ({ lat, lng }) => ({ x: within(lng / wide), y: within(-lat / high) }),
  };
}

export const within = (value: number) => Math.min(1, Math.max(0, value));

/** Pixels of the floor plan between two positions. */
export const pixelsBetween = ({ width, height }: Pick<PlanFrame, "width" | "height">, a: Point, b: Point) =>
  Math.hypot((b.x - a.x) * width, (b.y - a.y) * height);

/** Direction from `a` to `b` in degrees clockwise from the floor plan's upper edge; -180..180, to a tenth. */
export function bearing({ width, height }: Pick<PlanFrame, "width" | "height">, a: Point, b: Point): number {
  const degrees = (Math.atan2((b.x - a.x) * width, (a.y - b.y) * height) * 180) / Math.PI;
  return Math.round(degrees * 10) / 10;
}

/** The largest of 1, 2, 5, 10, 20 … that is at most `longest`. */
export function roundLength(longest: number): number {
  const power = 10 ** Math.floor(Math.log10(longest));
  return ([5, 2, 1].find((step) => step * power <= longest) ?? 1) * power;
}

export const FrameContext = createContext<PlanFrame | null>(null);

/** The frame of the surrounding floor plan, for its children. */
export function useFrame(): PlanFrame {
  const frame = useContext(FrameContext);
  if (frame === null) throw new Error("Only what stands within a PlanMap has a plan.");
  return frame;
}
