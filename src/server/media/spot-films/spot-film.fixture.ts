import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { createFfmpeg } from "#server/media/ffmpeg/ffmpeg.ts";
import { createLog } from "#server/platform/log.ts";
import { picturePrefix } from "../keys.ts";
import { makeVariants } from "../variants.ts";
import { makeSpotFilm, type SpotFilmOrder, type SpotPicture } from "./make-spot-film.ts";

/** A mark in the world: degrees clockwise from north, and above the horizon. */
export interface Mark {
  readonly bearing: number;
  readonly pitch: number;
}

export interface MarkedSphere {
  readonly marks: readonly Mark[];
  /** Yaw of north in the picture. */
  readonly north: number;
  /** Factor of all colours. */
  readonly exposure?: number;
  readonly width?: number;
}

/** Half the side of a mark, in degrees. */
const HALF = 1.5;

/** A sphere of soft grey with square red marks, as a camera saw it whose north is anywhere. */
export function markedSphere({ marks, north, exposure = 1, width = 3840 }: MarkedSphere): Promise<Buffer> {
  const height = width / 2;
  const data = new Uint8Array(width * height * 3);
  const around = (angle: number) => ((((angle + 180) % 360) + 360) % 360) - 180;
  for (let y = 0; y < height; y += 1) {
    const pitch = 90 - ((y + 0.5) / height) * 180;
    const near = marks.filter((mark) => Math.abs(mark.pitch - pitch) < HALF);
    for (let x = 0; x < width; x += 1) {
      const bearing = ((x + 0.5) / width) * 360 - 180 - north;
      const isMark = near.some((mark) => Math.abs(around(mark.bearing - bearing)) < HALF);
      const grey = 105 + 25 * Math.sin((bearing / 180) * Math.PI * 3) + pitch / 6;
      const at = (y * width + x) * 3;
      data[at] = isMark ? 225 : Math.min(255, grey * exposure);
      data[at + 1] = isMark ? 20 : Math.min(255, grey * exposure);
      data[at + 2] = isMark ? 20 : Math.min(255, grey * exposure);
    }
  }
  return sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 92, chromaSubsampling: "4:4:4" })
    .toBuffer();
}

type SomeOrder = Partial<SpotFilmOrder> & Pick<SpotFilmOrder, "pictures" | "look">;

/** A folder with a store of pictures, and time-lapses made of them. */
export async function filmWorkshop() {
  const folder = await mkdtemp(join(tmpdir(), "sitewalk-spot-film-"));
  const work = join(folder, "work");
  await mkdir(work);
  const ffmpeg = createFfmpeg({ path: "", log: createLog("silent") });
  let count = 0;
  const archive = {
    localFile: async (key: string) => ({ path: join(folder, key), release: async () => undefined }),
  };
  const film = <T = undefined>(order: SomeOrder, withFile?: (file: string) => Promise<T>) =>
    makeSpotFilm(
      { ffmpeg, archive, directory: work },
      {
        name: "test",
        isTurning: false,
        isRightToLeft: false,
        signal: new AbortController().signal,
        onProgress: () => undefined,
        ...order,
      },
      withFile ?? (async () => undefined as T),
    );
  return {
    work,
    async picture(jpeg: Buffer, north: number, stamp: string | null = null): Promise<SpotPicture> {
      count += 1;
      const sha256 = String(count).padStart(64, "0");
      const directory = join(folder, picturePrefix(sha256));
      await mkdir(directory, { recursive: true });
      await writeFile(join(directory, "source.jpg"), jpeg);
      const { levels } = await makeVariants(join(directory, "source.jpg"), directory);
      return { sha256, levels, area: null, pose: null, north, stamp };
    },
    film,
    /** Every so many frames of the time-lapse, as RGB. */
    frames: (order: SomeOrder, every: number) =>
      film(order, async (file) => {
        const out = await mkdtemp(join(folder, "frames-"));
        await ffmpeg.run({
          directory: out,
          seconds: 120,
          args: ["-i", file, "-vf", `select=not(mod(n\\,${every}))`, "-fps_mode", "passthrough", "%03d.png"],
        });
        return Promise.all((await readdir(out)).toSorted().map((name) => readFrame(join(out, name))));
      }),
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

async function readFrame(path: string): Promise<Frame & { readonly path: string }> {
  const { data, info } = await sharp(path).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, path };
}

interface Frame {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Centres of the red marks of a frame, one per quarter: upper left, upper right, lower left, lower right. */
export function centresOf({
  data,
  width,
  height,
}: Frame): readonly (readonly [x: number, y: number] | null)[] {
  const sums = Array.from({ length: 4 }, () => ({ x: 0, y: 0, weight: 0 }));
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 3;
      const weight = (data[at] ?? 0) - Math.max(data[at + 1] ?? 0, data[at + 2] ?? 0);
      if (weight < 60) continue;
      const sum = sums[(y < height / 2 ? 0 : 2) + (x < width / 2 ? 0 : 1)];
      if (sum === undefined) continue;
      sum.x += x * weight;
      sum.y += y * weight;
      sum.weight += weight;
    }
  return sums.map(({ x, y, weight }) => (weight === 0 ? null : [x / weight, y / weight]));
}

/** Mean of all colours of a frame. */
export const meanOf = ({ data }: Frame): number => data.reduce((sum, value) => sum + value, 0) / data.length;
