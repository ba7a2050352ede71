import { existsSync } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";
import { readPixels } from "#test/panorama/pixels.ts";
import { projectView } from "#test/panorama/project.ts";
import { serveFolders } from "#test/panorama/static-server.ts";
import { type Measurement, measure } from "./measure.ts";
import { prepareTargets, type Target, VIEW, VIEWPORT } from "./targets.ts";

/** A common mobile line: 10 Mbit/s, 40 ms. */
const LINE = { bytesPerSecond: 10_000_000 / 8, latencyMs: 40 };
const RUNS = 3;

/** Medians of all runs of one viewer. */
export type ViewerRow = { [Name in keyof Measurement]: number | undefined } & {
  readonly name: string;
  readonly scriptBytes: number;
};

/** Ours by the best of the others that got there; below 1 is better, except for `settled`. */
export type ViewerRatios = Readonly<
  Record<"first" | "to90" | "to95" | "sharp" | "bytes" | "settled", number>
>;

/**
 * Shows one picture in our engine and in its peers over the same slow line, in turns, and compares.
 * The picture is `SITEWALK_BENCH_PICTURE` or the first JPEG under `demo/`.
 */
export async function runViewerBench(): Promise<{ rows: ViewerRow[]; ratios: ViewerRatios }> {
  const original = await findPicture();
  const folder = await mkdtemp(join(tmpdir(), "viewer-bench-"));
  const picture = await readPixels(original);
  const targets = await prepareTargets(original, picture, folder);
  const truth = projectView(picture, VIEW, VIEWPORT.width, VIEWPORT.height);
  const server = await serveFolders({ "/": folder }, LINE);
  const browser = await chromium.launch({
    ...(existsSync("/usr/bin/chromium") && { executablePath: "/usr/bin/chromium" }),
    args: ["--no-sandbox", "--enable-unsafe-swiftshader", "--disable-background-networking"],
  });
  const results = new Map<Target, Measurement[]>(targets.map((target) => [target, []]));
  try {
    for (let run = 0; run < RUNS; run++) {
      for (const [target, measurements] of results) {
        measurements.push(await measure(browser, server, target, truth));
      }
    }
  } finally {
    await browser.close();
    await server.close();
    await rm(folder, { recursive: true });
  }
  const rows = [...results].map(([target, measurements]) => summarize(target, measurements));
  const peers = rows.filter((_, i) => !targets[i]?.isOwn);
  const own = rows.find((_, i) => targets[i]?.isOwn);
  if (!own) throw new Error("our own viewer was not measured");
  return { rows, ratios: compare(own, peers) };
}

/** `SITEWALK_BENCH_PICTURE` or the first JPEG under `demo/`. */
export async function findPicture(): Promise<string> {
  const given = process.env["SITEWALK_BENCH_PICTURE"];
  if (given) return given;
  const demo = fileURLToPath(new URL("../../demo/", import.meta.url));
  const files = await readdir(demo, { recursive: true }).catch(() => []);
  const [first] = files.filter((file) => file.endsWith(".jpg")).toSorted();
  if (!first) throw new Error("no picture: set SITEWALK_BENCH_PICTURE to a 360 degree JPEG");
  return join(demo, first);
}

function summarize({ name, scriptBytes }: Target, runs: readonly Measurement[]): ViewerRow {
  const median = (field: keyof Measurement) => {
    const values = runs.map((run) => run[field]).filter((value) => value !== undefined);
    // What was not reached in most runs counts as not reached.
    if (values.length * 2 <= runs.length) return undefined;
    return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
  };
  return {
    name,
    scriptBytes,
    first: median("first"),
    to90: median("to90"),
    to95: median("to95"),
    settled: median("settled"),
    sharp: median("sharp"),
    bytes: median("bytes"),
    requests: median("requests"),
  };
}

function compare(own: ViewerRow, peers: readonly ViewerRow[]): ViewerRatios {
  const least = (field: keyof Measurement) =>
    Math.min(...peers.map((peer) => peer[field] ?? Number.POSITIVE_INFINITY));
  const ratio = (field: keyof Measurement) => (own[field] ?? Number.NaN) / least(field);
  const bestSettled = Math.max(...peers.map((peer) => peer.settled ?? 0));
  return {
    first: ratio("first"),
    to90: ratio("to90"),
    to95: ratio("to95"),
    sharp: ratio("sharp"),
    bytes: ratio("bytes"),
    settled: (own.settled ?? Number.NaN) / bestSettled,
  };
}

/** The rows and ratios as a table for the terminal and for Markdown. */
export function formatViewerBench({ rows, ratios }: { rows: ViewerRow[]; ratios: ViewerRatios }): string {
  const number = (value: number | undefined, digits = 0) =>
    value === undefined ? "never" : value.toFixed(digits);
  const kilobytes = (bytes: number | undefined) => number(bytes === undefined ? undefined : bytes / 1024);
  const lines = rows.map((row) =>
    [
      row.name,
      number(row.first),
      number(row.to90),
      number(row.to95),
      number(row.settled, 4),
      number(row.sharp),
      kilobytes(row.bytes),
      number(row.requests),
      number(row.scriptBytes / 1024, 1),
    ].join(" | "),
  );
  const compared = Object.entries(ratios).map(([name, ratio]) => `${name} ${ratio.toFixed(2)}`);
  return [
    "| viewer | first ms | SSIM 0.90 ms | SSIM 0.95 ms | settled SSIM | sharp ms | KB to sharp | requests | script KB gz |",
    "|---|---|---|---|---|---|---|---|---|",
    ...lines.map((line) => `| ${line} |`),
    "",
    `Ours by the best of the others: ${compared.join(", ")}`,
  ].join("\n");
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  console.log(formatViewerBench(await runViewerBench()));
