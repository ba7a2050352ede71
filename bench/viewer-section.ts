import { amountFigure, type Figure, ratioFigure, type Section } from "./lib/report.ts";
import { type Fidelity, formatViewerBench, runViewerBench } from "./viewer/main.ts";
import { runWalkBench } from "./viewer/walk.ts";

const settledTarget = 0.96;

export async function viewerSection(): Promise<Section> {
  const result = await runViewerBench();
  const walk = await runWalkBench();
  const { rows, ratios, least, fidelity } = result;
  // The first row is the viewer as the product delivers it.
  const [own] = rows;
  if (own === undefined) throw new Error("Our own viewer was not measured.");
  const settled: Figure = {
    what: "Similarity to the true projection when settled, SSIM",
    target: `≥ ${settledTarget}`,
    measured: (own.settled ?? Number.NaN).toFixed(4),
    isMet: (own.settled ?? 0) >= settledTarget,
  };
  return {
    title: "Viewer",
    method:
      "The same photo in our engine, on the tiles that our pipeline makes of it, and in comparable viewers from npm, alternately over 10 Mbit/s with 40 ms latency; medians of three runs. Ratios compare ours with the best of the others, for bytes with the best of those that reach an SSIM of 0.95; the first pixels, which are those of the poster in the page, with a page that shows nothing else. Two rendered images, fine grass before a lake and lettering, are shown once, in the viewers with tiles.",
    figures: [
      ratioFigure(
        "First pixels, compared with a page of the poster alone",
        (own.first ?? Number.NaN) / least.first,
        1.15,
      ),
      ratioFigure("SSIM 0.90", ratios.to90, 0.5),
      ratioFigure("SSIM 0.95", ratios.to95, 0.6),
      settled,
      ratioFigure("Bytes until sharp", ratios.bytes, 0.6),
      ...fidelity.flatMap(fidelityFigures),
      amountFigure("Script of the engine", own.scriptBytes / 1000, 20, "KB gz", 1),
      amountFigure("A preloaded room on the screen", walk.jump, 60, "ms", 0),
      amountFigure("Heap growth after a hundred rooms", walk.heapGrowth / 1024, 500, "KB", 0),
      ratioFigure(
        "Worst frame while turning, compared with Pannellum",
        walk.turning.worst / walk.peer.worst,
        1,
      ),
    ],
    details: [
      formatViewerBench(result),
      `Going from room to room without a bandwidth limit: a preloaded room appears after ${walk.jump.toFixed(0)} ms (median of seven); a frame takes ${walk.turning.median.toFixed(0)} ms while turning by a quarter in sixty steps (worst ${walk.turning.worst.toFixed(0)}), in Pannellum on its tiles ${walk.peer.median.toFixed(0)} ms (worst ${walk.peer.worst.toFixed(0)}), and ${walk.empty.median.toFixed(0)} ms for an empty frame (worst ${walk.empty.worst.toFixed(0)}); after a hundred rooms ${walk.textures} textures are in memory. Medians of three turns each, alternately, to the millisecond. Without a GPU.`,
    ],
  };
}

/** As close as the best tiled peers, for at most four fifths of their bytes. */
function fidelityFigures({ picture, own, peer }: Fidelity): Figure[] {
  const [ours = 0, theirs = 0] = [own.settled, peer.settled];
  return [
    {
      what: `Similarity when settled, ${picture}`,
      target: `≥ ${theirs.toFixed(4)} (${peer.name})`,
      measured: ours.toFixed(4),
      isMet: ours >= theirs,
    },
    ratioFigure(`Bytes for it, ${picture}`, (own.bytes ?? Number.NaN) / (peer.bytes ?? Number.NaN), 0.8),
  ];
}
