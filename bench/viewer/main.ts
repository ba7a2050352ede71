import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Browser, chromium } from "@playwright/test";
import { readPixels } from "#test/panorama/pixels.ts";
import { projectView } from "#test/panorama/project.ts";
import { serveFolders } from "#test/panorama/static-server.ts";
import { type Measurement, measure, measureTransfer, type Visit } from "./measure.ts";
import { type BenchPicture, benchPictures } from "./pictures.ts";
import { POSTER, prepareTargets, type Target, VIEW, VIEWPORT } from "./targets.ts";

/** A common mobile line: 10 Mbit/s, 40 ms. */
const LINE = { bytesPerSecond: 10_000_000 / 8, latencyMs: 40 };
const RUNS = 3;

/** Medians of all runs of one viewer. */
export type ViewerRow = { [Name in keyof Measurement]: number | undefined } & {
  readonly name: string;
  readonly scriptBytes: number;
};

/** Our result divided by that of the best peer that reached the milestone; below 1 is better, except for `settled`. */
export type ViewerRatios = Readonly<
  Record<"first" | "to90" | "to95" | "sharp" | "bytes" | "settled", number>
>;

/** Our viewer next to the tiled viewer that comes closest to one picture. */
export interface Fidelity {
  readonly picture: string;
  readonly own: ViewerRow;
  readonly peer: ViewerRow;
}

export interface ViewerResult {
  /** Results for the photograph, in every viewer. */
  readonly rows: ViewerRow[];
  readonly ratios: ViewerRatios;
  readonly least: Least;
  /** Results for all pictures. */
  readonly fidelity: Fidelity[];
}

/** The least milliseconds of any page with our poster: until it is seen, and until the files up to 0.95 are textures. */
interface Least {
  readonly first: number;
  readonly to95: number;
}

/**
 * Shows pictures in our engine and in its peers over the same slow line, in turns, and compares. The photograph is
 * shown in all of them; the drawn pictures are shown once, in those with tiles, since they measure the fidelity
 * reached, not the time.
 */
export async function runViewerBench(): Promise<ViewerResult> {
  const folder = await mkdtemp(join(tmpdir(), "viewer-bench-"));
  const browser = await chromium.launch({
    ...(existsSync("/usr/bin/chromium") && { executablePath: "/usr/bin/chromium" }),
    args: ["--no-sandbox", "--enable-unsafe-swiftshader", "--disable-background-networking"],
  });
  try {
    const [photograph, ...drawn] = await benchPictures(folder);
    if (photograph === undefined) throw new Error("there is no photograph");
    const shown = await showIn(browser, photograph, { runs: RUNS, isWanted: () => true });
    const fidelity = [closest(photograph.name, shown)];
    for (const picture of drawn) {
      const rows = await showIn(browser, picture, { runs: 1, isWanted: ({ isTiled }) => isTiled });
      fidelity.push(closest(picture.name, rows));
    }
    const rows = shown.map(({ row }) => row);
    const peers = shown.filter(({ target }) => !target.isOwn).map(({ row }) => row);
    const own = ownOf(shown);
    const least = shown.find(({ row }) => row === own)?.least ?? { first: Number.NaN, to95: Number.NaN };
    return { rows, ratios: compare(own, peers), least, fidelity };
  } finally {
    await browser.close();
    await rm(folder, { recursive: true });
  }
}

interface Shown {
  readonly target: Target;
  readonly row: ViewerRow;
  /** Of our page with several runs: see `POSTER` and `measureTransfer`. */
  readonly least?: Least | undefined;
}

async function showIn(
  browser: Browser,
  { path }: BenchPicture,
  { runs, isWanted }: { readonly runs: number; readonly isWanted: (target: Target) => boolean },
): Promise<Shown[]> {
  const folder = await mkdtemp(join(tmpdir(), "viewer-bench-"));
  const picture = await readPixels(path);
  const targets = (await prepareTargets(path, picture, folder)).filter(isWanted);
  const truth = projectView(picture, VIEW, VIEWPORT.width, VIEWPORT.height);
  const server = await serveFolders({ "/": folder }, LINE);
  const results = new Map<Target, Visit[]>(targets.map((target) => [target, []]));
  const leasts: Least[] = [];
  try {
    for (let run = 0; run < runs; run++) {
      for (const [target, measurements] of results) {
        const visit = await measure(browser, server, target, truth);
        measurements.push(visit);
        if (runs > 1 && target === targets[0]) {
          const { first = Number.NaN } = await measure(browser, server, POSTER, truth);
          leasts.push({ first, to95: await measureTransfer(browser, server, visit.files) });
        }
      }
    }
  } finally {
    await server.close();
    await rm(folder, { recursive: true });
  }
  const medianOf = (field: keyof Least) =>
    leasts.map((one) => one[field]).toSorted((a, b) => a - b)[Math.floor(leasts.length / 2)] ?? Number.NaN;
  const least = { first: medianOf("first"), to95: medianOf("to95") };
  return [...results].map(([target, measurements]) => ({
    target,
    row: summarize(target, measurements),
    ...(target === targets[0] && { least }),
  }));
}

function ownOf(shown: readonly Shown[]): ViewerRow {
  const own = shown.find(({ target }) => target.isOwn);
  if (!own) throw new Error("our own viewer was not measured");
  return own.row;
}

function closest(picture: string, shown: readonly Shown[]): Fidelity {
  const peers = shown.filter(({ target }) => target.isTiled && !target.isOwn).map(({ row }) => row);
  const [peer] = peers.toSorted((a, b) => (b.settled ?? 0) - (a.settled ?? 0));
  if (!peer) throw new Error("no tiled peer was measured");
  return { picture, own: ownOf(shown), peer };
}

function summarize({ name, scriptBytes }: Target, runs: readonly Measurement[]): ViewerRow {
  const median = (field: keyof Measurement) => {
    const values = runs.map((run) => run[field]).filter((value) => value !== undefined);
    // A milestone missed in most runs counts as not reached.
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
  // A viewer that stays below 0.95 stops early and has fetched little, so its sharpness is not comparable.
  const sharp = peers.filter(({ to95 }) => to95 !== undefined);
  const least = (field: keyof Measurement) =>
    Math.min(
      ...(field === "sharp" || field === "bytes" ? sharp : peers).map(
        (peer) => peer[field] ?? Number.POSITIVE_INFINITY,
      ),
    );
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

/** Formats rows and ratios as a table for the terminal and for Markdown. */
export function formatViewerBench({ rows, ratios, least, fidelity }: ViewerResult): string {
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
  const ofOthers = (field: keyof Least) =>
    `${least[field].toFixed(0)} ms, ${(least[field] / ((rows[0]?.[field] ?? Number.NaN) / ratios[field])).toFixed(2)} of the best of the others,`;
  const compared = Object.entries(ratios).map(([name, ratio]) => `${name} ${ratio.toFixed(2)}`);
  return [
    "| viewer | first ms | SSIM 0.90 ms | SSIM 0.95 ms | settled SSIM | sharp ms | KB to sharp | requests | script KB gz |",
    "|---|---|---|---|---|---|---|---|---|",
    ...lines.map((line) => `| ${line} |`),
    "",
    `Ours compared with the best of the others: ${compared.join(", ")}. The least with the same poster: ${ofOthers("first")} for the first pixels, a page that shows it alone; ${ofOthers("to95")} for SSIM 0.95, a page that only fetches, decodes and uploads the same files.`,
    "",
    "| image | ours, settled SSIM | KB | SSIM 0.90 ms | best tiled viewer | settled SSIM | KB | SSIM 0.90 ms |",
    "|---|---|---|---|---|---|---|---|",
    ...fidelity.map(
      ({ picture, own, peer }) =>
        `| ${[picture, number(own.settled, 4), kilobytes(own.bytes), number(own.to90), peer.name, number(peer.settled, 4), kilobytes(peer.bytes), number(peer.to90)].join(" | ")} |`,
    ),
  ].join("\n");
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  console.log(formatViewerBench(await runViewerBench()));
