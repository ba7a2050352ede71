import type { WalkSheet } from "./types.ts";

/** Size of a floor plan in the common units of all of them: metres when any scale is known, else the plan's height. */
export interface Frame {
  readonly width: number;
  readonly height: number;
  readonly isMetric: boolean;
}

/** Floor plans of a building without a scale of their own are taken to be drawn at that of the others. */
export function framesOf(sheets: readonly WalkSheet[]): Map<string, Frame> {
  const known = sheets.find(({ metres }) => metres !== undefined && metres > 0);
  const knownHeight = known === undefined ? undefined : (known.metres ?? 1) / known.aspect;
  return new Map(
    sheets.map(({ id, aspect, metres }) => {
      const height = metres !== undefined && metres > 0 ? metres / aspect : (knownHeight ?? 1);
      return [id, { width: height * aspect, height, isMetric: known !== undefined }];
    }),
  );
}

export const onPlan = ({ width, height }: Frame, x: number, y: number) => ({ x: x / width, y: -y / height });
