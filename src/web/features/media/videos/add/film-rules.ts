import type { ErrorCode } from "#contract/errors.ts";
import { limits } from "#contract/limits.ts";

/** Limits that the settings may raise; the other rules are fixed. */
export interface FilmLimits {
  readonly megabytes: number;
  readonly seconds: number;
}

export const defaultFilmLimits: FilmLimits = {
  megabytes: limits.video.megabytes,
  seconds: limits.video.seconds,
};

export const acceptedExtensions = [".mp4"] as const;

type FilmErrorCode = Extract<
  ErrorCode,
  | "FILE_EMPTY"
  | "VIDEO_TOO_LARGE"
  | "VIDEO_UNREADABLE"
  | "VIDEO_RESOLUTION"
  | "VIDEO_RATIO"
  | "VIDEO_DURATION"
>;

/** Why a file is rejected as a video: a translation key and the values of its placeholders. */
export type FilmRefusal =
  | { readonly key: "common.drop.wrong_type"; readonly values: { types: string } }
  | { readonly key: "videos.timed_out"; readonly values: Record<string, never> }
  | { readonly key: `errors.code.${FilmErrorCode}`; readonly values: Readonly<Record<string, number>> };

export function refused(code: FilmErrorCode, values: Readonly<Record<string, number>> = {}): FilmRefusal {
  return { key: `errors.code.${code}`, values };
}

/** Facts of a video as read by the browser. Pixels and seconds. */
export interface FilmFacts {
  readonly width: number;
  readonly height: number;
  readonly duration: number;
}

/** Checks a file before a byte of it is read: its type, then its size. Null when it passes. */
export function checkFile(
  file: { readonly name: string; readonly type: string; readonly size: number },
  { megabytes }: FilmLimits = defaultFilmLimits,
): FilmRefusal | null {
  const isNamedMp4 = acceptedExtensions.some((extension) => file.name.toLowerCase().endsWith(extension));
  // Some systems give no type at all; the content decides then.
  const isTypedMp4 = file.type === "" || file.type.toLowerCase() === "video/mp4";
  if (!isNamedMp4 || !isTypedMp4)
    return { key: "common.drop.wrong_type", values: { types: acceptedExtensions.join(", ") } };
  if (file.size === 0) return refused("FILE_EMPTY");
  if (file.size > megabytes * 1024 * 1024) return refused("VIDEO_TOO_LARGE", { maxFileSize: megabytes });
  return null;
}

/** Checks the facts of its content, in this order: resolution, 2:1, duration. Null when they pass. */
export function checkFacts(
  { width, height, duration }: FilmFacts,
  { seconds }: FilmLimits = defaultFilmLimits,
): FilmRefusal | null {
  const { minWidth, minHeight } = limits.video;
  if (width < minWidth || height < minHeight) return refused("VIDEO_RESOLUTION");
  if (width !== 2 * height) return refused("VIDEO_RATIO");
  if (duration > seconds) return refused("VIDEO_DURATION", { n: seconds });
  return null;
}

/** Time of the thumbnail, in seconds, and its size: within 320x180, keeping the aspect ratio. */
export function stillOf({ width, height, duration }: FilmFacts): {
  at: number;
  width: number;
  height: number;
} {
  const most = limits.video.thumbnail;
  const scale = Math.min(most.width / width, most.height / height, 1);
  return {
    at: Math.min(1, duration / 2),
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}

/** Metadata sent with the file, as text. */
export function metadataOf(
  file: Pick<File, "name" | "lastModified" | "size" | "type">,
  { width, height, duration }: FilmFacts,
): Record<string, string> {
  return {
    filename: file.name,
    lastModified: new Date(file.lastModified).toISOString(),
    type: file.type,
    size: String(file.size),
    width: String(width),
    height: String(height),
    duration: String(duration),
    aspectRatio: String(width / height),
    // Of the whole file, in bits per second.
    bitrate: String(duration > 0 ? Math.round((file.size * 8) / duration) : 0),
  };
}
