import { PanoramaError } from "../error.ts";
import { toRadians } from "../projection/angles.ts";
import {
  type Camera,
  directionOfRay,
  focalLength,
  pointOf,
  type Rotation,
  rayAt,
  rotationOf,
} from "../projection/camera.ts";
import { type Coverage, coverageOf } from "../projection/coverage.ts";
import { tilted, tiltOf } from "../projection/tilt.ts";
import type { PanoramaSource } from "../source.ts";

/** One tile of a pyramid. */
export interface Tile {
  readonly level: number;
  readonly col: number;
  readonly row: number;
  /** Unique within the pyramid. */
  readonly key: string;
}

/** Visible tiles of one level, nearest to the centre of the view first. */
export type VisibleTiles = readonly Tile[];

/**
 * Texels wanted per device pixel in the centre of the view. Slightly below one: the reconstruction filter hides the
 * difference there, and the next level up costs four times the bytes.
 */
const TEXELS_PER_PIXEL = 0.9;

/** Rays through the viewport to find the visible tiles; the spacing stays below the narrowest tile worth a request. */
const RAY_COLUMNS = 32;
const RAY_ROWS = 20;

/** @throws PanoramaError `bad-source` when the description cannot be a pyramid. */
export function checkSource(source: PanoramaSource): void {
  const { levels, tileSize, width, height, area } = source;
  const last = levels.at(-1);
  const isAscending = levels.every((level, i) => i === 0 || level.width > (levels[i - 1]?.width ?? 0));
  const ratio = width / height;
  if (!last || last.width !== width || !isAscending || !(tileSize > 0)) {
    throw new PanoramaError("bad-source", "levels must ascend to the picture's own width");
  }
  if (!area && !(Math.abs(ratio - 2) <= 0.1)) {
    throw new PanoramaError("bad-source", `a full sphere is twice as wide as high, not ${ratio.toFixed(2)}`);
  }
}

/** The lowest level with enough texels for the device pixels of the view, or the last level. */
export function chooseLevel(source: PanoramaSource, camera: Camera, pixelRatio: number): number {
  const coverage = coverageOf(source);
  const span = toRadians(coverage.right - coverage.left);
  const wanted = focalLength(camera.view.fov, camera.height) * pixelRatio * TEXELS_PER_PIXEL;
  const index = source.levels.findIndex((level) => level.width / span >= wanted);
  return index === -1 ? source.levels.length - 1 : index;
}

/**
 * The visible tiles, for every level at once: rays through a grid of screen points are cheap, follow the warp of the
 * projection by themselves and give the distance from the centre for free.
 */
export function visibleTiles(source: PanoramaSource, camera: Camera): VisibleTiles[] {
  const coverage = coverageOf(source);
  const found = source.levels.map(() => new Map<string, Tile>());
  for (const { yaw, pitch } of directionsSeen(camera, tiltOf(source.pose))) {
    source.levels.forEach((_, level) => {
      const tile = tileAt(source, coverage, level, yaw, pitch);
      if (tile && !found[level]?.has(tile.key)) found[level]?.set(tile.key, tile);
    });
  }
  return found.map((tiles) => [...tiles.values()]);
}

/**
 * The picture's own directions of the ray grid from the centre outwards, and those around a visible pole, where tiles
 * are thin.
 */
function directionsSeen(camera: Camera, tilt: Rotation | undefined): { yaw: number; pitch: number }[] {
  const rotation = tilted(rotationOf(camera.view), tilt);
  const directions = spiralGrid().map(([u, v]) =>
    directionOfRay(rotation, rayAt(camera, u * camera.width, v * camera.height)),
  );
  for (const pitch of [90, -90]) {
    const pole = pointOf(camera, { yaw: 0, pitch }, rotation);
    if (!pole || pole.x < 0 || pole.y < 0 || pole.x > camera.width || pole.y > camera.height) continue;
    for (let yaw = -180; yaw < 180; yaw += 4) directions.push({ yaw, pitch: pitch * 0.999 });
  }
  return directions;
}

let grid: readonly (readonly [number, number])[] | undefined;

/** Points of the unit square, edges included, ordered by distance from its centre; created once. */
function spiralGrid(): readonly (readonly [number, number])[] {
  if (grid) return grid;
  const points: [number, number][] = [];
  for (let i = 0; i <= RAY_ROWS; i++) {
    for (let j = 0; j <= RAY_COLUMNS; j++) points.push([j / RAY_COLUMNS, i / RAY_ROWS]);
  }
  grid = points.sort((a, b) => Math.hypot(a[0] - 0.5, a[1] - 0.5) - Math.hypot(b[0] - 0.5, b[1] - 0.5));
  return grid;
}

/** The tile of a level that contains a direction; undefined outside a cropped picture. */
export function tileAt(
  source: PanoramaSource,
  coverage: Coverage,
  level: number,
  yaw: number,
  pitch: number,
): Tile | undefined {
  const size = source.levels[level];
  if (!size) return undefined;
  const u = ((yaw - coverage.left + 360) % 360) / (coverage.right - coverage.left);
  const v = (coverage.top - pitch) / (coverage.top - coverage.bottom);
  if (u < 0 || u > 1 || v < 0 || v > 1) return undefined;
  const col = Math.min(Math.floor((u * size.width) / source.tileSize), lastTile(size.width, source.tileSize));
  const row = Math.min(
    Math.floor((v * size.height) / source.tileSize),
    lastTile(size.height, source.tileSize),
  );
  return { level, col, row, key: `${level}/${col}/${row}` };
}

function lastTile(length: number, tileSize: number): number {
  return Math.ceil(length / tileSize) - 1;
}

/** The part of the sphere that a tile covers; the tiles at the right and bottom edge are narrower. */
export function tileCoverage(source: PanoramaSource, coverage: Coverage, tile: Tile): Coverage {
  const size = source.levels[tile.level] ?? source;
  const across = (x: number) =>
    coverage.left +
    (Math.min(x * source.tileSize, size.width) / size.width) * (coverage.right - coverage.left);
  const down = (y: number) =>
    coverage.top -
    (Math.min(y * source.tileSize, size.height) / size.height) * (coverage.top - coverage.bottom);
  return {
    left: across(tile.col),
    right: across(tile.col + 1),
    top: down(tile.row),
    bottom: down(tile.row + 1),
  };
}

export function tileUrl(source: PanoramaSource, tile: Tile): string {
  return source.tiles
    .replace("{level}", String(tile.level))
    .replace("{col}", String(tile.col))
    .replace("{row}", String(tile.row));
}
