import type { ErrorCode } from "#contract/errors.ts";
import { isWideEnough } from "#contract/gpano.ts";
import { limits } from "#contract/limits.ts";
import type { PictureArea } from "#contract/visits.ts";

/** Limits that the settings may raise; the other rules are fixed. */
export interface PictureLimits {
  readonly megabytes: number;
  readonly files: number;
}

export const defaultPictureLimits: PictureLimits = {
  megabytes: limits.visit.image.megabytes,
  files: limits.visit.files,
};

export const acceptedExtensions = [".jpg", ".jpeg"] as const;
const acceptedTypes = new Set(["image/jpeg", "image/jpg", "image/pjpeg"]);

/** Why a file is rejected as a room: a translation key and the values of its placeholders. */
export type Refusal =
  | { readonly key: "common.drop.wrong_type"; readonly values: { types: string } }
  | { readonly key: `errors.code.${PictureErrorCode}`; readonly values: Readonly<Record<string, number>> };

type PictureErrorCode = Extract<
  ErrorCode,
  "FILE_EMPTY" | "IMAGE_TOO_LARGE" | "IMAGE_UNREADABLE" | "IMAGE_RESOLUTION" | "IMAGE_RATIO"
>;

export function refused(code: PictureErrorCode, values: Readonly<Record<string, number>> = {}): Refusal {
  return { key: `errors.code.${code}`, values };
}

/** Checks a file before a byte of it is read. Null when it passes. */
export function checkFile(
  file: { readonly name: string; readonly type: string; readonly size: number },
  { megabytes }: PictureLimits = defaultPictureLimits,
): Refusal | null {
  const name = file.name.toLowerCase();
  const isNamedJpeg = acceptedExtensions.some((extension) => name.endsWith(extension));
  // Some systems give no type at all; the content decides then.
  const isTypedJpeg = file.type === "" || acceptedTypes.has(file.type.toLowerCase());
  if (!isNamedJpeg || !isTypedJpeg)
    return { key: "common.drop.wrong_type", values: { types: acceptedExtensions.join(", ") } };
  if (file.size === 0) return refused("FILE_EMPTY");
  if (file.size > megabytes * 1024 * 1024) return refused("IMAGE_TOO_LARGE", { maxFileSize: megabytes });
  return null;
}

/** Checks the size in pixels; a partial panorama is checked by the sphere that it belongs to. Null when it passes. */
export function checkDimensions(
  width: number,
  height: number,
  area: PictureArea | null = null,
): Refusal | null {
  const { minWidth, minHeight } = limits.visit.image;
  const whole = area === null ? { width, height } : { width: area.full_width, height: area.full_height };
  if (whole.width < minWidth || whole.height < minHeight) return refused("IMAGE_RESOLUTION");
  const isSphere = area === null ? isEquirectangular(width, height) : isWideEnough(area, width, height);
  return isSphere ? null : refused("IMAGE_RATIO");
}

/**
 * Whether width : height is 2:1 within the tolerance, both ends included. In whole numbers: 2.1 - 2 is more than
 * 0.1 in floating point, and a picture exactly on the edge must pass.
 */
export function isEquirectangular(width: number, height: number): boolean {
  const thousandths = Math.round(limits.visit.ratioTolerance * 1000);
  return height > 0 && Math.abs(width - 2 * height) * 1000 <= thousandths * height;
}

/** The dropped files that still fit; `isCut` when some did not. */
export function takeFirst<T>(
  dropped: readonly T[],
  already: number,
  max: number,
): { taken: readonly T[]; isCut: boolean } {
  const room = Math.max(0, max - already);
  return { taken: dropped.slice(0, room), isCut: dropped.length > room };
}

/** Initial name of a room: the file's name without its extension. */
export function roomNameOf(fileName: string): string {
  const dot = fileName.lastIndexOf(".");
  const name = (dot > 0 ? fileName.slice(0, dot) : fileName).trim();
  return name.slice(0, limits.name);
}
