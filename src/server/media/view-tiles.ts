import { loadSharp } from "#server/platform/load-sharp.ts";
import { TILE_SIZE } from "./keys.ts";
import type { ViewDirection, Window } from "./view-window.ts";

interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * The coarsest level that is at least as dense as a view of that height in pixels, to save work; the last one where none
 * is.
 */
export function levelFor(
  levels: readonly Size[],
  look: Pick<ViewDirection, "fov">,
  { height }: Pick<Size, "height">,
): number {
  const wanted = (height / look.fov) * 360;
  const found = levels.findIndex(({ width }) => width >= wanted);
  return found === -1 ? levels.length - 1 : found;
}

/**
 * Composes the tiles of a window, RGB; the window may cross the seam at the back of the picture. `tile` returns the bytes
 * or the path of a tile. Undefined when one is missing.
 */
export async function composeTiles(
  level: Size,
  window: Window,
  tile: (column: number, row: number) => Promise<Buffer | string | undefined> | string | undefined,
): Promise<Uint8Array | undefined> {
  const { width, height } = window;
  const sharp = await loadSharp();
  const out = new Uint8Array(width * height * 3);
  const columns = Math.ceil(level.width / TILE_SIZE);
  for (const { column, at } of window.columns)
    for (const { row, at: top } of window.rows) {
      const source = await tile(column % columns, row);
      if (source === undefined) return undefined;
      const { data, info } = await sharp(source)
        .toColourspace("srgb")
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      const wide = Math.min(info.width, width - at) * 3;
      for (let y = 0; y < Math.min(info.height, height - top); y += 1)
        out.set(data.subarray(y * info.width * 3, y * info.width * 3 + wide), ((top + y) * width + at) * 3);
    }
  return out;
}
