import { clamp, type Extent, type Size, type View } from "./plan-view.ts";

/** A pyramid of square tiles. `levels` ascend, the last is the plan's own size; `tiles` is an address with `{level}`, `{col}`, `{row}`. */
export interface TilePyramid {
  readonly tile_size: number;
  readonly levels: readonly Size[];
  readonly tiles: string;
}

/** A tile of a level, counted from the upper left corner. */
export interface Tile {
  readonly level: number;
  readonly col: number;
  readonly row: number;
}

/** The coarsest level that is sharp at so many device pixels across; a little softness saves three quarters of the bytes. */
export function sharpLevel(levels: readonly Size[], pixels: number): number {
  const found = levels.findIndex(({ width }) => width >= pixels * 0.75);
  return found === -1 ? levels.length - 1 : found;
}

/**
 * Tiles in sight and half a tile around, coarse ones first: the sharp level above the coarser ones, which fill its gaps
 * while it loads.
 * @param density device pixels per CSS pixel.
 */
export function tilesInSight(pyramid: TilePyramid, view: View, extent: Extent, density: number): Tile[] {
  const { tile_size: edge, levels } = pyramid;
  const { window, plan } = extent;
  const shown = { width: plan.width * view.scale, height: plan.height * view.scale };
  if (!(shown.width > 0 && shown.height > 0)) return [];
  const finest = sharpLevel(levels, shown.width * density);
  return levels.slice(0, finest + 1).flatMap((size, level) => {
    const range = (at: number, room: number, length: number, pixels: number) => {
      const count = Math.ceil(pixels / edge);
      const tileOf = (offset: number) => (offset / length) * (pixels / edge);
      const from = clamp(Math.floor(tileOf(-at) - 0.5), 0, count);
      const to = clamp(Math.ceil(tileOf(room - at) + 0.5), 0, count);
      return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
    };
    const cols = range(view.x, window.width, shown.width, size.width);
    const rows = range(view.y, window.height, shown.height, size.height);
    return rows.flatMap((row) => cols.map((col) => ({ level, col, row })));
  });
}

/** Where a tile lies, as shares of the plan; those at the right and lower edge are cut. */
export function tileBox({ tile_size: edge, levels }: TilePyramid, { level, col, row }: Tile) {
  const { width, height } = levels[level] ?? { width: edge, height: edge };
  return {
    x: (col * edge) / width,
    y: (row * edge) / height,
    width: Math.min(edge, width - col * edge) / width,
    height: Math.min(edge, height - row * edge) / height,
  };
}

export const tileAddress = ({ tiles }: TilePyramid, { level, col, row }: Tile) =>
  tiles.replace("{level}", String(level)).replace("{col}", String(col)).replace("{row}", String(row));
