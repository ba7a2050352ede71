import { placeWalk } from "./place-walk.ts";
import type { PlacedWalk, WalkPath } from "./types.ts";

/** A mark as it is stored: `x` and `y` from 0 to 1 on its floor plan, `heading` in degrees, `error` in metres. */
interface StoredTap {
  readonly id_sheet: number;
  readonly picture: number;
  readonly x: number;
  readonly y: number;
  readonly heading?: number | undefined;
  readonly error?: number | undefined;
}

interface StoredSheet {
  readonly id: number;
  /** Width divided by height. */
  readonly aspect: number;
  readonly width_metres: number | null;
}

/** Places a walk by its stored marks: the same line while a user places it, and when the server keeps it. */
export const placeOnSheets = (
  path: WalkPath,
  taps: readonly StoredTap[],
  sheets: readonly StoredSheet[],
): PlacedWalk =>
  placeWalk(
    path,
    taps.map(({ id_sheet, picture, x, y, heading, error }) => ({
      picture,
      x,
      y,
      sheet: String(id_sheet),
      ...(heading !== undefined && { heading }),
      ...(error !== undefined && { error }),
    })),
    sheets.map(({ id, aspect, width_metres }) => ({
      id: String(id),
      aspect,
      ...(width_metres !== null && { metres: width_metres }),
    })),
  );
