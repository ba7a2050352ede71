import type { PictureArea, PicturePose } from "./visits.ts";

/**
 * Area of the sphere that a picture covers, and its tilt; each null for the default (whole sphere, level) and for
 * missing data.
 */
export interface SpherePart {
  readonly area: PictureArea | null;
  readonly pose: PicturePose | null;
}

/** A photo of the whole sphere by a level camera, the usual case. */
export const WHOLE_SPHERE: SpherePart = { area: null, pose: null };

/** Smallest size in degrees that fills a view. */
const LEAST = { across: 60, down: 30 };
/** Tolerated relative deviation of sizes, by rounding. */
const ROUNDING = 0.01;

/**
 * The heading of the picture's centre is a compass heading: north is that much to its left. Returned as a yaw, -180 to
 * 180; null when the packet does not contain it.
 */
export function readNorth(xmp: string | null): number | null {
  const heading = numberIn(xmp, "PoseHeadingDegrees");
  if (heading === null) return null;
  return (((-heading % 360) + 540) % 360) - 180;
}

/**
 * Reads the crop and the tilt of a photo sphere. Invalid data, or data about a picture other than this one of `width`
 * by `height` pixels, counts as absent. Never throws.
 */
export function readSphere(xmp: string | null, width: number, height: number): SpherePart {
  if (xmp === null || isOtherProjection(xmp)) return WHOLE_SPHERE;
  return { area: readArea(xmp, width, height), pose: readPose(xmp) };
}

function readPose(xmp: string): PicturePose | null {
  const pitch = numberIn(xmp, "PosePitchDegrees") ?? 0;
  const roll = numberIn(xmp, "PoseRollDegrees") ?? 0;
  if (Math.abs(pitch) > 90 || Math.abs(roll) > 180) return null;
  return pitch === 0 && roll === 0 ? null : { pitch, roll };
}

/** The sizes in the packet are those of the stitched picture; a picture reduced since is recognised by their ratio. */
function readArea(xmp: string, width: number, height: number): PictureArea | null {
  const of = (name: string) => numberIn(xmp, name) ?? Number.NaN;
  const scale = width / of("CroppedAreaImageWidthPixels");
  const area = {
    full_width: of("FullPanoWidthPixels") * scale,
    full_height: of("FullPanoHeightPixels") * scale,
    left: of("CroppedAreaLeftPixels") * scale,
    top: of("CroppedAreaTopPixels") * scale,
  };
  const { full_width, full_height, left, top } = area;
  const isThisPicture = Math.abs((of("CroppedAreaImageHeightPixels") * scale) / height - 1) <= ROUNDING;
  const isSphere = Math.abs(full_width / full_height / 2 - 1) <= ROUNDING;
  const slack = full_width * ROUNDING;
  const lies = (from: number, length: number, whole: number) =>
    from >= -slack && from + length <= whole + slack;
  if (!isThisPicture || !isSphere || !lies(left, width, full_width) || !lies(top, height, full_height))
    return null;
  if (width >= full_width - 1 && height >= full_height - 1) return null;
  const within = (from: number, length: number, whole: number) => Math.max(0, Math.min(from, whole - length));
  return {
    full_width: Math.max(full_width, width),
    full_height: Math.max(full_height, height),
    left: within(left, width, full_width),
    top: within(top, height, full_height),
  };
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Converts the same part of the sphere to the pixels of another size of the picture. */
export function scaledArea(area: PictureArea, { from, to }: { from: Size; to: Size }): PictureArea {
  const [across, down] = [to.width / from.width, to.height / from.height];
  return {
    full_width: area.full_width * across,
    full_height: area.full_height * down,
    left: area.left * across,
    top: area.top * down,
  };
}

/** Whether a part of the sphere is large enough for an interactive view. */
export const isWideEnough = ({ full_width, full_height }: PictureArea, width: number, height: number) =>
  (width / full_width) * 360 >= LEAST.across && (height / full_height) * 180 >= LEAST.down;

function isOtherProjection(xmp: string): boolean {
  const said = valueIn(xmp, "ProjectionType", "[a-zA-Z]{1,40}");
  return said !== null && said.toLowerCase() !== "equirectangular";
}

function numberIn(xmp: string | null, name: string): number | null {
  const text = valueIn(xmp, name, "[-+]?\\d{1,6}(?:\\.\\d{1,20})?");
  return text === null ? null : Number(text);
}

/** A property of the packet, written as an attribute or as an element. */
function valueIn(xmp: string | null, name: string, pattern: string): string | null {
  return xmp?.match(new RegExp(`GPano:${name}(?:\\s*=\\s*["']|>)\\s*(${pattern})\\s*["'<]`))?.[1] ?? null;
}
