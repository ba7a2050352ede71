import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import sharp from "sharp";
import type { Pixels } from "#test/panorama/pixels.ts";
import { projectView } from "#test/panorama/project.ts";

/** Faces by the letters shared by Pannellum and Marzipano, and their directions. */
const FACES = {
  f: { yaw: 0, pitch: 0 },
  r: { yaw: 90, pitch: 0 },
  b: { yaw: 180, pitch: 0 },
  l: { yaw: -90, pitch: 0 },
  u: { yaw: 0, pitch: 90 },
  d: { yaw: 0, pitch: -90 },
};

/** Default of both generators. */
const TILE_SIZE = 512;
const JPEG_QUALITY = 75;
/** Two by two samples per pixel of a face: as good as the interpolation of common tools, within seconds. */
const SAMPLES = 2;

export interface MultiRes {
  readonly path: string;
  readonly fallbackPath: string;
  readonly extension: string;
  readonly tileResolution: number;
  readonly maxLevel: number;
  readonly cubeResolution: number;
}

/** Writes the cube pyramid for Pannellum's `multires`, sized and compressed as its own generator does. */
export async function makeCubePyramid(picture: Pixels, folder: string): Promise<MultiRes> {
  const cubeResolution = 8 * Math.floor(picture.width / Math.PI / 8);
  const maxLevel = Math.max(1, Math.ceil(Math.log2(cubeResolution / TILE_SIZE)) + 1);
  const sizes = Array.from({ length: maxLevel }, (_, at) =>
    Math.ceil(cubeResolution / 2 ** (maxLevel - 1 - at)),
  );
  await makeFaces(picture, sizes, ({ letter, level, row, col }) =>
    join(folder, String(level + 1), `${letter}${row}_${col}.jpg`),
  );
  return {
    path: "/%l/%s%y_%x",
    fallbackPath: "/fallback/%s",
    extension: "jpg",
    tileResolution: TILE_SIZE,
    maxLevel,
    cubeResolution,
  };
}

export interface MarzipanoLevel {
  readonly tileSize: number;
  readonly size: number;
  readonly fallbackOnly?: boolean;
}

/** Marzipano's own tool makes faces a quarter as wide as the picture, in doublings of a tile, plus one fallback level. */
export async function makeMarzipanoCube(picture: Pixels, folder: string): Promise<MarzipanoLevel[]> {
  const doublings = Math.max(0, Math.ceil(Math.log2(picture.width / 4 / TILE_SIZE)));
  const sizes = [TILE_SIZE / 2, ...Array.from({ length: doublings + 1 }, (_, at) => TILE_SIZE * 2 ** at)];
  await makeFaces(picture, sizes, ({ letter, level, row, col }) =>
    join(folder, String(level), letter, String(row), `${col}.jpg`),
  );
  return sizes.map((size) => ({
    tileSize: Math.min(size, TILE_SIZE),
    size,
    ...(size < TILE_SIZE && { fallbackOnly: true }),
  }));
}

interface CubeTile {
  readonly letter: string;
  readonly level: number;
  readonly row: number;
  readonly col: number;
}

/** Makes all six faces in every size, cut into tiles; projects once, at the largest size. */
async function makeFaces(
  picture: Pixels,
  sizes: readonly number[],
  pathOf: (tile: CubeTile) => string,
): Promise<void> {
  const widest = Math.max(...sizes);
  const raw = { width: widest, height: widest, channels: 3 as const };
  for (const [letter, direction] of Object.entries(FACES)) {
    const { data } = projectView(picture, { ...direction, fov: 90 }, widest, widest, SAMPLES);
    for (const [level, size] of sizes.entries()) {
      const face = await sharp(data, { raw }).resize(size, size).raw().toBuffer();
      await cutFace(face, size, (row, col) => pathOf({ letter, level, row, col }));
    }
  }
}

async function cutFace(
  face: Buffer,
  size: number,
  pathOf: (row: number, col: number) => string,
): Promise<void> {
  const raw = { width: size, height: size, channels: 3 as const };
  for (let top = 0; top < size; top += TILE_SIZE) {
    for (let left = 0; left < size; left += TILE_SIZE) {
      const part = {
        left,
        top,
        width: Math.min(TILE_SIZE, size - left),
        height: Math.min(TILE_SIZE, size - top),
      };
      const file = pathOf(top / TILE_SIZE, left / TILE_SIZE);
      await mkdir(dirname(file), { recursive: true });
      await sharp(face, { raw }).extract(part).jpeg({ quality: JPEG_QUALITY }).toFile(file);
    }
  }
}
