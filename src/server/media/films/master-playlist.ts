import { filmFiles } from "./film-files.ts";
import type { FilmRow } from "./tables.ts";

/** RFC 8216: the available sizes of a video, smallest first, with addresses relative to its own. */
export function masterPlaylist({ fps, renditions }: Pick<FilmRow, "fps" | "renditions">): string {
  const sizes = renditions.flatMap(({ width, height, bitrate, peak, codecs }) => [
    [
      `#EXT-X-STREAM-INF:BANDWIDTH=${Math.max(peak, bitrate)}`,
      `AVERAGE-BANDWIDTH=${bitrate}`,
      `RESOLUTION=${width}x${height}`,
      `FRAME-RATE=${fps.toFixed(3)}`,
      ...(codecs === "" ? [] : [`CODECS="${codecs}"`]),
    ].join(","),
    `${width}/${filmFiles.playlist}`,
  ]);
  return ["#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-INDEPENDENT-SEGMENTS", ...sizes, ""].join("\n");
}
