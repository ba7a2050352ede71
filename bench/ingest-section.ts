import { fileURLToPath } from "node:url";
import { DZSAVE_TARGET, INGEST_TARGET, runIngestBench } from "./ingest.ts";
import { amountFigure, ratioFigure, type Section, table } from "./lib/report.ts";

const photograph = fileURLToPath(new URL("../test/media/examplepano.jpg", import.meta.url));
const peakTarget = 400;

export async function ingestSection(): Promise<Section> {
  const rows = await runIngestBench([photograph]);
  return {
    title: "Ingest",
    method:
      "CPU time of processing a 360 photo completely (thumbnail, base, poster, tiles of every level), compared with a single decode of the same photo and with dzsave of libvips (tiles only, 512 pixels, quality 80), all in one fresh process; medians of seven runs.",
    figures: rows.flatMap(({ picture, ratio, dzsaveRatio, peakMegabytes }) => [
      ratioFigure(`Complete processing, ${picture}`, ratio, INGEST_TARGET),
      ratioFigure(`Complete processing compared with dzsave, ${picture}`, dzsaveRatio, DZSAVE_TARGET),
      amountFigure(`Peak memory, ${picture}`, peakMegabytes, peakTarget, "MB"),
    ]),
    details: [
      table(
        [
          "photo",
          "MB",
          "decode, ms CPU",
          "until displayable, ms CPU",
          "complete, ms CPU",
          "dzsave, ms CPU",
          "tiles, KB",
        ],
        rows.map((row) => [
          row.picture,
          String(row.megabytes),
          String(row.decodeCpu),
          String(row.previewCpu),
          String(row.fullCpu),
          String(row.dzsaveCpu),
          String(row.tileKilobytes),
        ]),
      ),
    ],
  };
}
