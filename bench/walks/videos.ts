import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { GreyPicture } from "../../src/walk/types.ts";
import { findFfmpeg } from "../../test/player/ffmpeg-path.ts";

const folder = join(import.meta.dirname, "../../test/media/walks");

export interface TruePosition {
  readonly at: number;
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly heading: number;
}

export interface WalkVideo {
  readonly name: string;
  readonly pictures: readonly GreyPicture[];
  readonly truth: readonly TruePosition[];
}

interface TruthFile {
  readonly width: number;
  readonly pictures: readonly (readonly [number, number, number, number, number])[];
}

export const walkNames = ["frame", "blocks", "finished", "storeys", "loop"].filter((name) =>
  existsSync(join(folder, `${name}.mp4`)),
);

/** The pictures of a stored walk in grey, with their true positions. */
export async function readVideo(name: string): Promise<WalkVideo> {
  const file: TruthFile = JSON.parse(readFileSync(join(folder, `${name}.json`), "utf8"));
  const truth = file.pictures.map(([at, x, y, z, heading]) => ({ at, x, y, z, heading }));
  const { width } = file;
  const size = (width * width) / 2;
  const all = await decoded(join(folder, `${name}.mp4`));
  const pictures = truth.map(
    ({ at }, i): GreyPicture => ({
      width,
      height: width / 2,
      at,
      grey: all.subarray(i * size, (i + 1) * size),
    }),
  );
  return { name, pictures, truth };
}

async function decoded(file: string): Promise<Buffer> {
  const child = spawn(findFfmpeg(), ["-v", "error", "-i", file, "-f", "rawvideo", "-pix_fmt", "gray", "-"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const parts: Buffer[] = [];
  for await (const part of child.stdout) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** The picture of a camera that is tilted: `pitch` lifts what is ahead, `roll` what is to the right; degrees. */
export function tilted(picture: GreyPicture, pitch: number, roll: number): GreyPicture {
  const { width, height, grey } = picture;
  const out = new Uint8Array(width * height);
  const [cp, sp] = [Math.cos((pitch * Math.PI) / 180), Math.sin((pitch * Math.PI) / 180)];
  const [cr, sr] = [Math.cos((roll * Math.PI) / 180), Math.sin((roll * Math.PI) / 180)];
  for (let j = 0; j < height; j++) {
    const latitude = (0.5 - (j + 0.5) / height) * Math.PI;
    for (let i = 0; i < width; i++) {
      const yaw = ((i + 0.5) / width - 0.5) * 2 * Math.PI;
      const [x, y, z] = [
        Math.sin(yaw) * Math.cos(latitude),
        Math.cos(yaw) * Math.cos(latitude),
        Math.sin(latitude),
      ];
      const [y1, z1] = [cp * y + sp * z, cp * z - sp * y];
      const [x2, z2] = [cr * x + sr * z1, cr * z1 - sr * x];
      const u = ((Math.atan2(x2, y1) / (2 * Math.PI) + 0.5) * width - 0.5 + width) % width;
      const v = Math.min(
        height - 1,
        Math.max(0, (0.5 - Math.asin(Math.max(-1, Math.min(1, z2))) / Math.PI) * height - 0.5),
      );
      const [a, b] = [Math.floor(u), Math.min(height - 2, Math.floor(v))];
      const [s, t] = [u - a, v - b];
      const right = (a + 1) % width;
      const upper = grey[b * width + a]! * (1 - s) + grey[b * width + right]! * s;
      const lower = grey[(b + 1) * width + a]! * (1 - s) + grey[(b + 1) * width + right]! * s;
      out[j * width + i] = Math.round(upper * (1 - t) + lower * t);
    }
  }
  return { ...picture, grey: out };
}

/** Normally distributed numbers from a seed. */
export function createNoise(seed: number): () => number {
  let state = seed >>> 0;
  const uniform = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return (((t ^ (t >>> 14)) >>> 0) + 0.5) / 4294967296;
  };
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
}
