import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import type { Pixels } from "#test/panorama/pixels.ts";
import { projectView } from "#test/panorama/project.ts";

/** Faces by Pannellum's letters and where they look. */
const FACES = {
  f: { yaw: 0, pitch: 0 },
  r: { yaw: 90, pitch: 0 },
  b: { yaw: 180, pitch: 0 },
  l: { yaw: -90, pitch: 0 },
  u: { yaw: 0, pitch: 90 },
  d: { yaw: 0, pitch: -90 },
};

/** The same as Pannellum's own generator uses unless told otherwise. */
const TILE_SIZE = 512;
const JPEG_QUALITY = 75;
/** Two by two samples per pixel of a face: as good as the interpolation of common tools, in seconds. */
const SAMPLES = 2;

export interface MultiRes {
  readonly path: string;
  readonly fallbackPath: string;
  readonly extension: string;
  readonly tileResolution: number;
  readonly maxLevel: number;
  readonly cubeResolution: number;
}

/** Writes the cube pyramid that Pannellum's `multires` reads, sized and compressed as its own generator does. */
export async function makeCubePyramid(picture: Pixels, folder: string): Promise<MultiRes> {
  const cubeResolution = 8 * Math.floor(picture.width / Math.PI / 8);
  const maxLevel = Math.max(1, Math.ceil(Math.log2(cubeResolution / TILE_SIZE)) + 1);
  for (const [letter, direction] of Object.entries(FACES)) {
    const { data } = projectView(picture, { ...direction, fov: 90 }, cubeResolution, cubeResolution, SAMPLES);
    const raw = { width: cubeResolution, height: cubeResolution, channels: 3 as const };
    for (let level = 1; level <= maxLevel; level++) {
      const size = Math.ceil(cubeResolution / 2 ** (maxLevel - level));
      const face = await sharp(data, { raw }).resize(size, size).raw().toBuffer();
      await cutFace(face, size, join(folder, String(level)), letter);
    }
  }
  return {
    path: "/%l/%s%y_%x",
    fallbackPath: "/fallback/%s",
    extension: "jpg",
    tileResolution: TILE_SIZE,
    maxLevel,
    cubeResolution,
  };
}

async function cutFace(face: Buffer, size: number, folder: string, letter: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const raw = { width: size, height: size, channels: 3 as const };
  for (let top = 0; top < size; top += TILE_SIZE) {
    for (let left = 0; left < size; left += TILE_SIZE) {
      const part = {
        left,
        top,
        width: Math.min(TILE_SIZE, size - left),
        height: Math.min(TILE_SIZE, size - top),
      };
      const file = join(folder, `${letter}${top / TILE_SIZE}_${left / TILE_SIZE}.jpg`);
      await sharp(face, { raw }).extract(part).jpeg({ quality: JPEG_QUALITY }).toFile(file);
    }
  }
}
