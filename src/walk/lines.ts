import type { PlacedWalk } from "./types.ts";

export interface WalkLine {
  readonly id_sheet: number;
  readonly isUncertain: boolean;
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

/** A placed walk as lines, cut where the floor plan or the certainty changes. */
export function linesOf({ pictures }: PlacedWalk): WalkLine[] {
  const found: { id_sheet: number; isUncertain: boolean; points: { x: number; y: number }[] }[] = [];
  for (const [at, { sheet, x, y, isUncertain }] of pictures.entries()) {
    const before = pictures[at - 1];
    const line = found.at(-1);
    const id_sheet = Number(sheet);
    // A line between two pictures is uncertain when one of its ends is.
    const isDashed = isUncertain || (before?.isUncertain ?? false);
    if (line === undefined || before === undefined || before.sheet !== sheet)
      found.push({ id_sheet, isUncertain: isDashed, points: [{ x, y }] });
    else if (line.isUncertain === isDashed || line.points.length === 1) {
      line.isUncertain = isDashed;
      line.points.push({ x, y });
    } else
      found.push({
        id_sheet,
        isUncertain: isDashed,
        points: [
          { x: before.x, y: before.y },
          { x, y },
        ],
      });
  }
  return found.filter(({ points }) => points.length > 1);
}
