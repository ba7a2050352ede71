import { fileURLToPath } from "node:url";
import { INGEST_TARGET, runIngestBench } from "./ingest.ts";
import { amountFigure, ratioFigure, type Section, table } from "./lib/report.ts";

const photograph = fileURLToPath(new URL("../test/media/examplepano.jpg", import.meta.url));
const peakTarget = 400;

export async function ingestSection(): Promise<Section> {
  const rows = await runIngestBench([photograph]);
  return {
    title: "Ingest",
    method:
      "CPU time of a panorama's whole set (thumbnail, base, poster, tiles of every level) against one bare decode of the same picture, both in one fresh process; medians of seven runs.",
    figures: rows.flatMap(({ picture, ratio, peakMegabytes }) => [
      ratioFigure(`Whole set, ${picture}`, ratio, INGEST_TARGET),
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
          "tiles, KB",
        ],
        rows.map((row) => [
          row.picture,
          String(row.megabytes),
          String(row.decodeCpu),
          String(row.previewCpu),
          String(row.fullCpu),
          String(row.tileKilobytes),
        ]),
      ),
    ],
  };
}
