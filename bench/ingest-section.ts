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
      "CPU time of a panorama's whole set (thumbnail, base, poster, tiles of every level) against one bare decode of the same picture, and against libvips' own dzsave (tiles alone, 512 pixels, quality 80), all in one fresh process; medians of seven runs.",
    figures: rows.flatMap(({ picture, ratio, dzsaveRatio, peakMegabytes }) => [
      ratioFigure(`Whole set, ${picture}`, ratio, INGEST_TARGET),
      ratioFigure(`Whole set against libvips' dzsave, ${picture}`, dzsaveRatio, DZSAVE_TARGET),
      amountFigure(`Memory at its highest, ${picture}`, peakMegabytes, peakTarget, "MB"),
    ]),
    details: [
      table(
        [
          "picture",
          "MB",
          "decode, ms CPU",
          "until it can be shown, ms CPU",
          "whole set, ms CPU",
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
