import { createHash } from "node:crypto";
import { mkdir, mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { ExportFile } from "#server/domains/sites/exports/part.ts";
import { zipOf } from "#server/domains/sites/exports/zip.ts";
import { createArchive } from "#server/media/archive.ts";
import { originalKey, picturePrefix } from "#server/media/keys.ts";
import { createLocalStore } from "#server/media/local-store.ts";
import { type Level, makeVariants } from "#server/media/variants.ts";
import { amountFigure, type Section, table } from "../lib/report.ts";

const photograph = fileURLToPath(new URL("../../test/media/examplepano.jpg", import.meta.url));
/** Enough to exceed the four gigabytes at which a zip needs the ZIP64 format. */
const ROOMS = 1300;
const sha256 = createHash("sha256").update(photograph).digest("hex");
/** Beginning of the end record of a zip that exceeds them. */
const ZIP64_END = Buffer.from([0x50, 0x4b, 0x06, 0x06]);

/** Exports many rooms with the server's own parts, discarding the output: measures cost and memory. */
export async function runExportBench(): Promise<Section> {
  const folder = await mkdtemp(join(tmpdir(), "sitewalk-bench-"));
  try {
    const { archive, levels } = await fill(folder);
    const memory = watchMemory();
    const cpu = process.cpuUsage();
    const begin = performance.now();
    const { bytes, tail } = await measure(zipOf(files(archive, levels), () => undefined));
    const seconds = (performance.now() - begin) / 1000;
    const { user, system } = process.cpuUsage(cpu);
    const { growth, resident } = memory.stop();
    const gigabytes = bytes / 1e9;
    const isLarge = bytes > 2 ** 32 && tail.includes(ZIP64_END);
    return {
      title: "Export",
      method: `${ROOMS} rooms with their originals (${((await stat(photograph)).size / 1e6).toFixed(1)} MB each) and the same as scripts, zipped as by the server and discarded; memory beyond that of the process before. Live memory is read once a second, after garbage collection.`,
      figures: [
        amountFigure("Memory growth from the first to the last tenth", growth, 16, "MB"),
        amountFigure("Peak memory of the process", resident, 200, "MB"),
        {
          what: "zip64 above 4 GB",
          target: "yes",
          measured: isLarge ? `yes, ${gigabytes.toFixed(2)} GB` : "no",
          isMet: isLarge,
        },
      ],
      details: [
        table(
          ["GB", "s", "MB/s", "CPU-s per GB"],
          [
            [
              gigabytes.toFixed(2),
              seconds.toFixed(0),
              (bytes / 1e6 / seconds).toFixed(0),
              ((user + system) / 1e6 / gigabytes).toFixed(1),
            ],
          ],
        ),
      ],
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function fill(folder: string) {
  const directory = join(folder, "building");
  const work = join(directory, "set");
  await mkdir(work, { recursive: true });
  const store = createLocalStore(join(folder, "objects"), directory);
  const { levels } = await makeVariants(photograph, work);
  const prefix = picturePrefix(sha256);
  await store.putFile(originalKey(sha256), photograph);
  for (const name of ["thumb.webp", "base.webp"]) await store.putFile(`${prefix}/${name}`, join(work, name));
  await store.putDirectory(`${prefix}/t`, join(work, "t"));
  return { archive: createArchive({ store, directory }), levels };
}

async function* files(
  archive: ReturnType<typeof createArchive>,
  levels: readonly Level[],
): AsyncGenerator<ExportFile> {
  const modifiedAt = new Date("2026-02-01T08:00:00Z");
  for (let room = 1; room <= ROOMS; room++) {
    const original = async () => (await archive.original(sha256))?.open();
    yield { path: `originals/${room}.jpg`, modifiedAt, isPacked: true, open: original };
    const script = async () => {
      const carried = await archive.carried({ sha256, levels });
      return carried === null ? undefined : Readable.from(carried.json(), { objectMode: false });
    };
    yield { path: `rooms/${room}.js`, modifiedAt, open: script };
  }
}

async function measure(zip: Readable): Promise<{ bytes: number; tail: Buffer }> {
  let bytes = 0;
  let tail = Buffer.alloc(0);
  const nowhere = new Writable({
    write(chunk: Buffer, _, done) {
      bytes += chunk.length;
      tail = Buffer.concat([tail, chunk]).subarray(-4096);
      done();
    },
  });
  await pipeline(zip, nowhere);
  return { bytes, tail };
}

/** Megabytes: growth of retained memory from the beginning to the end, and the peak increase of resident memory. */
function watchMemory(): { stop(): { growth: number; resident: number } } {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const before = process.memoryUsage.rss();
  let most = before;
  const held: number[] = [];
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
    collect();
    const { heapUsed, external } = process.memoryUsage();
    held.push((heapUsed + external) / 1e6);
  }, 1000);
  return {
    stop() {
      clearInterval(timer);
      const tenth = Math.max(1, Math.floor(held.length / 10));
      // Files in progress come and go; the minimum of a span is what remains.
      const growth = Math.min(...held.slice(-tenth)) - Math.min(...held.slice(0, tenth));
      return { growth: Math.max(0, growth), resident: (most - before) / 1e6 };
    },
  };
}
