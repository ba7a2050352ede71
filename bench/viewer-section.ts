import { amountFigure, type Figure, ratioFigure, type Section } from "./lib/report.ts";
import { formatViewerBench, runViewerBench } from "./viewer/main.ts";

const settledTarget = 0.96;

export async function viewerSection(): Promise<Section> {
  const result = await runViewerBench();
  const { rows, ratios } = result;
  // The first row is the viewer as the product delivers it.
  const [own] = rows;
  if (own === undefined) throw new Error("Our own viewer was not measured.");
  const settled: Figure = {
    what: "Likeness to the true projection when settled, SSIM",
    target: `≥ ${settledTarget}`,
    measured: (own.settled ?? Number.NaN).toFixed(4),
    isMet: (own.settled ?? 0) >= settledTarget,
  };
  return {
    title: "Viewer",
    method:
      "The same picture in our engine, on what our own ingest makes of it, and in its peers from npm, in turns over a line of 10 Mbit/s and 40 ms; medians of three runs. Ratios are ours by the best of the others.",
    figures: [
      ratioFigure("First pixels", ratios.first, 0.33),
      ratioFigure("SSIM 0.90", ratios.to90, 0.5),
      ratioFigure("SSIM 0.95", ratios.to95, 0.6),
      settled,
      ratioFigure("Bytes until sharp", ratios.bytes, 0.6),
      amountFigure("Engine's script", own.scriptBytes / 1000, 20, "KB gz", 1),
    ],
    details: [formatViewerBench(result)],
  };
}
