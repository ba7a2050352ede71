import type { Figure, Section } from "../lib/report.ts";
import { type Column, comparison, growth, type Loads, type Measured, noWorse } from "./compare.ts";
import type { PlayerLoad } from "./player-load.ts";
import { LINE } from "./traffic.ts";
import type { Version } from "./versions.ts";
import type { ViewerLoad } from "./viewer-load.ts";

export type PlayerResult = { readonly name: string } & Measured<PlayerLoad>;

interface Results {
  readonly before: Version;
  readonly after: Version;
  /** Whether both pin the same packages. */
  readonly hasSamePackages: boolean;
  readonly runs: number;
  readonly viewport: { readonly width: number; readonly height: number };
  readonly viewer: Measured<ViewerLoad>;
  readonly players: readonly PlayerResult[];
}

const viewerColumns: readonly Column<ViewerLoad>[] = [
  { name: "first byte of the page", unit: "ms", of: ({ answered }) => answered },
  { name: "last byte of the page", unit: "ms", of: ({ received }) => received },
  { name: "first frame with the 360 photo", unit: "ms", of: ({ first }) => first },
  { name: "SSIM 0.90", unit: "ms", of: ({ to90 }) => to90 },
  { name: "SSIM 0.95", unit: "ms", of: ({ to95 }) => to95 },
  { name: "sharp", unit: "ms", of: ({ sharp }) => sharp },
  { name: "first control can be pressed", unit: "ms", of: ({ control }) => control },
  { name: "script before the 360 photo", unit: "KB", of: ({ scriptToFirst }) => scriptToFirst },
  { name: "script until sharp", unit: "KB", of: ({ scriptToSharp }) => scriptToSharp },
  { name: "script until settled", unit: "KB", of: ({ scriptToSettled }) => scriptToSettled },
  { name: "everything until sharp", unit: "KB", of: ({ bytesToSharp }) => bytesToSharp },
  { name: "everything until settled", unit: "KB", of: ({ bytesToSettled }) => bytesToSettled },
  { name: "frame while turning, median", unit: "ms", of: ({ frameMedian }) => frameMedian },
  { name: "frame while turning, 95th percentile", unit: "ms", of: ({ frameP95 }) => frameP95 },
  { name: "frame while turning, worst", unit: "ms", of: ({ frameWorst }) => frameWorst },
  { name: "frames over 50 ms", unit: "%", of: ({ frameSlow }) => frameSlow },
];

const playerColumns: readonly Column<PlayerLoad>[] = [
  { name: "script", unit: "KB", of: ({ script }) => script },
  { name: "first control can be pressed", unit: "ms", of: ({ control }) => control },
  { name: "everything but media", unit: "KB", of: ({ bytesWithoutMedia }) => bytesWithoutMedia },
];

/** Kilobytes of script that a page with a player may have gained. */
const mostScript = 10;

export function report({
  before,
  after,
  hasSamePackages,
  runs,
  viewport,
  viewer,
  players,
}: Results): Section {
  const figures = [
    ...("loads" in viewer ? viewerFigures(viewer.loads) : []),
    ...players.flatMap((page) =>
      "loads" in page
        ? [growth(`Script of \`${page.name}\``, page.loads, ({ script }) => script, mostScript)]
        : [],
    ),
  ];
  const packages = hasSamePackages
    ? ""
    : " The two pin different packages; each was built and run with its own.";
  return {
    title: "Guest pages before and after",
    method: `Commit ${before.name} (before) and the working tree at ${after.name} (after), each with its own server, database and demo site: cold loads in Chromium at ${viewport.width}x${viewport.height} over ${LINE.bitsPerSecond / 1e6} Mbit/s with ${LINE.latencyMs} ms latency, without cache, service worker and GPU, in turns; medians of ${runs}.${packages} Similarity is that of a part without interface to the same part of the settled frame. Sizes are those sent, with gzip and headers. A control can be pressed when a button outside the 360 photo is visible, enabled and not covered. The 360 photo is turned by dragging it for three seconds.`,
    figures,
    details: [
      ...pageDetails("/viewer", viewer, viewerColumns),
      ...players.flatMap((page) => pageDetails(page.name, page, playerColumns)),
    ],
  };
}

const viewerFigures = (loads: Loads<ViewerLoad>): Figure[] => [
  noWorse("First 360 photo of `/viewer`", loads, ({ first }) => first),
  noWorse("SSIM 0.90", loads, ({ to90 }) => to90),
  noWorse("Bytes until sharp", loads, ({ bytesToSharp }) => bytesToSharp),
  noWorse("Bytes until settled", loads, ({ bytesToSettled }) => bytesToSettled),
  noWorse("Frame while turning, 95th percentile", loads, ({ frameP95 }) => frameP95),
];

function pageDetails<Load extends { readonly controlName: string }>(
  name: string,
  measured: Measured<Load>,
  columns: readonly Column<Load>[],
): string[] {
  if ("problem" in measured) return [`\`${name}\` is left out: ${measured.problem}`];
  const { loads } = measured;
  const control = (of: readonly Load[]) => [...new Set(of.map(({ controlName }) => controlName))].join(", ");
  return [
    `\`${name}/{code}\`; first control “${control(loads.before)}” before, “${control(loads.after)}” after:`,
    comparison(loads, columns),
  ];
}
