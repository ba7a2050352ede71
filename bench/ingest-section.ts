import { fileURLToPath } from "node:url";
import { DZSAVE_TARGET, runIngestBench } from "./ingest.ts";
import { amountFigure, ratioFigure, type Section, table } from "./lib/report.ts";

const photograph = fileURLToPath(new URL("../test/media/examplepano.jpg", import.meta.url));
const peakTarget = 400;

export async function ingestSection(): Promise<Section> {
  const rows = await runIngestBench([photograph]);
  return {
    title: "Ingest",
    method:
      "CPU time of processing a 360 photo completely (thumbnail, base, poster, tiles of every level), compared with dzsave of libvips (tiles only, 512 pixels, quality 80) of the same photo, all in one fresh process; medians of seven runs. Multiples of a single decode have no target: decoding the progressive photograph costs four times as much per pixel as decoding the two drawn photos, which are coded as cameras do, and there dzsave alone takes 4.3 to 4.4 decodes.",
    figures: rows.flatMap(({ picture, dzsaveRatio, peakMegabytes }) => [
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
          "complete, decodes",
          "dzsave, decodes",
          "tiles, KB",
        ],
        rows.map((row) => [
          row.picture,
          String(row.megabytes),
          String(row.decodeCpu),
          String(row.previewCpu),
          String(row.fullCpu),
          String(row.dzsaveCpu),
          `${row.ratio.toFixed(2)} ×`,
          `${(row.dzsaveCpu / row.decodeCpu).toFixed(2)} ×`,
          String(row.tileKilobytes),
        ]),
      ),
    ],
  };
}
