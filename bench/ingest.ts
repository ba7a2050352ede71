import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import sharp from "sharp";
import { makeVariants } from "#server/media/variants.ts";
import { sizeOfFolder } from "./lib/folder-size.ts";

/** Medians of one image; CPU in milliseconds, user and system together. */
export interface IngestRow {
  readonly picture: string;
  readonly megabytes: number;
  readonly decodeCpu: number;
  /** Until thumbnail, base and poster are available. */
  readonly previewCpu: number;
  readonly fullCpu: number;
  /** Full set divided by bare decode, median of the ratios of neighbouring runs. */
  readonly ratio: number;
  /** Cost of libvips' own pyramid writer (`dzsave`) from the file to the tiles, without a preview. */
  readonly dzsaveCpu: number;
  /** Full set divided by `dzsave`. */
  readonly dzsaveRatio: number;
  readonly tileKilobytes: number;
  /** Peak resident memory. */
  readonly peakMegabytes: number;
}

interface Sample {
  readonly decodeCpu: number;
  readonly previewCpu: number;
  readonly fullCpu: number;
  readonly dzsaveCpu: number;
  readonly peakMegabytes: number;
}

const RUNS = 7;
const SIZES = [
  { width: 3840, height: 1920 },
  { width: 7680, height: 3840 },
];
/** Upper limit in runs of libvips' own pyramid writer, which makes only the tiles. */
export const DZSAVE_TARGET = 2;

const self = fileURLToPath(import.meta.url);
const run = promisify(execFile);

/**
 * Measures what the variants of a panorama cost, in bare decodes and in `dzsave` of the same image. Each run is a fresh process that
 * does both, one after the other, so that a busy machine slows both alike; wall-clock time is ignored. `pictures` are
 * JPEG files in addition to the two drawn here.
 */
export async function runIngestBench(pictures: readonly string[] = []): Promise<IngestRow[]> {
  const folder = await mkdtemp(join(tmpdir(), "ingest-bench-"));
  try {
    const rows: IngestRow[] = [];
    for (const size of SIZES) {
      const path = join(folder, `${size.width}.jpg`);
      await drawSite(size.width, size.height, path);
      rows.push(await measure(`${size.width}x${size.height} drawn`, path, folder));
    }
    for (const path of pictures) {
      const { width, height } = await sharp(path).metadata();
      rows.push(await measure(`${width}x${height} ${path.split("/").at(-1)}`, path, folder));
    }
    return rows;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure(picture: string, path: string, folder: string): Promise<IngestRow> {
  const samples: Sample[] = [];
  const set = join(folder, "set");
  for (let index = 0; index < RUNS; index += 1) {
    await rm(set, { recursive: true, force: true });
    await mkdir(set);
    const { stdout } = await run(process.execPath, [self, "--sample", path, set]);
    samples.push(JSON.parse(stdout) as Sample);
  }
  const middle = (of: (sample: Sample) => number) => median(samples.map(of));
  return {
    picture,
    megabytes: round((await stat(path)).size / 1e6),
    decodeCpu: Math.round(middle(({ decodeCpu }) => decodeCpu)),
    previewCpu: Math.round(middle(({ previewCpu }) => previewCpu)),
    fullCpu: Math.round(middle(({ fullCpu }) => fullCpu)),
    ratio: round(middle(({ fullCpu, decodeCpu }) => fullCpu / decodeCpu)),
    dzsaveCpu: Math.round(middle(({ dzsaveCpu }) => dzsaveCpu)),
    dzsaveRatio: round(middle(({ fullCpu, dzsaveCpu }) => fullCpu / dzsaveCpu)),
    tileKilobytes: Math.round((await sizeOfFolder(join(set, "t"))) / 1000),
    peakMegabytes: Math.round(middle(({ peakMegabytes }) => peakMegabytes)),
  };
}

/**
 * Runs in a process of its own, with a bare decode before and after the set, so that neither benefits from a warmer
 * machine.
 */
async function sample(path: string, set: string): Promise<Sample> {
  sharp.concurrency(1);
  sharp.cache(false);
  await decode(path);
  const before = await cpuOf(() => decode(path));
  const start = cpuNow();
  let previewCpu = 0;
  await makeVariants(path, set, () => {
    previewCpu = cpuNow() - start;
  });
  const fullCpu = cpuNow() - start;
  const after = await cpuOf(() => decode(path));
  const peakMegabytes = await peak();
  const dzsaveCpu = await cpuOf(() => dzsave(path, join(set, "dzsave.dz")));
  return { decodeCpu: (before + after) / 2, previewCpu, fullCpu, dzsaveCpu, peakMegabytes };
}

/**
 * Equivalent to `vips dzsave picture.jpg out --tile-size 512 --overlap 0 --suffix .jpg[Q=80]`, through the same
 * library.
 */
const dzsave = (path: string, out: string) =>
  sharp(path, { sequentialRead: true })
    .jpeg({ quality: 80 })
    .tile({ size: 512, overlap: 0, layout: "dz", depth: "onepixel" })
    .toFile(out);

/** The system's own counter also includes what the parent had when it forked; Linux keeps one that does not. */
async function peak(): Promise<number> {
  const status = await readFile("/proc/self/status", "utf8").catch(() => "");
  const kilobytes = /VmHWM:\s+(\d+)/.exec(status)?.[1];
  return Number(kilobytes ?? process.resourceUsage().maxRSS) / 1024;
}

const decode = (path: string) => sharp(path, { sequentialRead: true }).raw().toBuffer();

function cpuNow(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const start = cpuNow();
  await work();
  return cpuNow() - start;
}

/** Draws an image as hard to compress as a construction site: sky, and grain on four scales below it. */
async function drawSite(width: number, height: number, path: string): Promise<void> {
  const grain = async (shrink: number, sigma: number) =>
    sharp({
      create: {
        width: Math.ceil(width / shrink),
        height: Math.ceil(height / shrink),
        channels: 3,
        background: "black",
        noise: { type: "gaussian", mean: 128, sigma },
      },
    })
      .resize(width, height, { fit: "fill", kernel: "cubic" })
      .png({ compressionLevel: 0 })
      .toBuffer();
  const layers = await Promise.all([grain(64, 60), grain(16, 40), grain(4, 30), grain(1, 8)]);
  const sky = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><linearGradient id="g" x2="0" y2="1"><stop stop-color="#5b8ec9"/><stop offset="1" stop-color="#c9dcee"/></linearGradient><rect width="100%" height="42%" fill="url(#g)"/></svg>`,
  );
  const [ground, ...finer] = layers;
  await sharp(ground)
    .composite([
      ...finer.map((input) => ({ input, blend: "overlay" as const })),
      { input: sky, blend: "over" },
    ])
    .jpeg({ quality: 90 })
    .toFile(path);
}

const round = (value: number) => Math.round(value * 100) / 100;

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

const [, entry = "", first, path = "", set = ""] = process.argv;
if (entry === self && first === "--sample") {
  process.stdout.write(JSON.stringify(await sample(path, set)));
} else if (entry === self) {
  console.log(`ingest, ${RUNS} runs each, ${cpus().length} cores, target ${DZSAVE_TARGET} times dzsave`);
  console.table(await runIngestBench(process.argv.slice(2)));
}
