import type { ErrorCode } from "#contract/errors.ts";
import { walkLimits } from "#contract/walks.limits.ts";
import { AppError } from "#server/platform/errors.ts";
import type { BadFilm, FilmRefusal } from "../films/mp4/bad-film.ts";

/** Files of cameras before their export (two round pictures, two tracks) fail in each of these ways. */
const codes = {
  VIDEO_TYPE: "WALK_FORMAT",
  VIDEO_UNREADABLE: "WALK_FORMAT",
  VIDEO_CODEC: "WALK_FORMAT",
  VIDEO_RATIO: "WALK_FORMAT",
  VIDEO_RESOLUTION: "WALK_RESOLUTION",
  VIDEO_DURATION: "WALK_DURATION",
} as const satisfies Record<FilmRefusal, ErrorCode>;

/** The refusal of a walk video; its text says how to export a valid one. */
export function walkRefusal(error: BadFilm): AppError {
  const code = codes[error.refusal];
  return new AppError(code, {
    cause: error,
    values: code === "WALK_DURATION" ? { n: walkLimits.minutes } : {},
  });
}
