import type { SpherePart } from "#contract/gpano.ts";
import type { PicturePose } from "#contract/visits.ts";
import type { RgbImage } from "./project.ts";

/** Viewing direction in the level world, in degrees; `fov` is vertical. */
export interface SphereView {
  readonly yaw: number;
  readonly pitch: number;
  readonly fov: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** A picture's position on the sphere; the numbers of `area` refer to its own size. */
export type PlacedPicture = SpherePart & Size;

const RADIANS = Math.PI / 180;

export const isWholeSphere = ({ area, pose }: SpherePart) => area === null && pose === null;

/**
 * Renders a view from the centre of a sphere of which the picture covers a part, or on which it is tilted; black where
 * the picture has no pixels. `image` holds its pixels, scaled down or not. Each pixel is the mean of `samples` x
 * `samples` points, each blended from its four neighbours: slower than `projectFlat`, which handles only whole, level
 * spheres.
 */
export function projectPart(
  image: RgbImage,
  place: PlacedPicture,
  view: SphereView,
  { width, height }: Size,
  samples = 1,
): RgbImage {
  const data = new Uint8Array(width * height * 3);
  const directionAt = directionsOf(view, place.pose, height);
  const pointAt = pointsOf(image, place);
  const wraps = place.area === null || place.width >= place.area.full_width - 1;
  const sum = [0, 0, 0];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      sum.fill(0);
      for (let sample = 0; sample < samples * samples; sample += 1) {
        const across = x + ((sample % samples) + 0.5) / samples - width / 2;
        const up = height / 2 - y - (Math.floor(sample / samples) + 0.5) / samples;
        const [u, v] = pointAt(directionAt(across, up));
        addBlended(image, u, v, wraps, sum);
      }
      for (const [channel, total] of sum.entries())
        data[(y * width + x) * 3 + channel] = total / samples ** 2 + 0.5;
    }
  }
  return { data, width, height };
}

type Direction = readonly [yaw: number, pitch: number];

/** Converts a point of the view to a direction of the picture, in radians. */
function directionsOf(view: SphereView, pose: PicturePose | null, height: number) {
  const focal = height / 2 / Math.tan((view.fov * RADIANS) / 2);
  const [sinYaw, cosYaw] = [Math.sin(view.yaw * RADIANS), Math.cos(view.yaw * RADIANS)];
  const [sin, cos] = [Math.sin(view.pitch * RADIANS), Math.cos(view.pitch * RADIANS)];
  const untilted = untiltedBy(pose);
  return (across: number, up: number): Direction => {
    const ahead = focal * cos - up * sin;
    const wy = focal * sin + up * cos;
    const wx = across * cosYaw + ahead * sinYaw;
    const wz = ahead * cosYaw - across * sinYaw;
    return untilted(wx, wy, wz);
  };
}

/** Converts a direction of the level world to one of the picture. The tilt is undone as GPano defines it. */
function untiltedBy(pose: PicturePose | null) {
  const { pitch = 0, roll = 0 } = pose ?? {};
  const [sp, cp] = [Math.sin(pitch * RADIANS), Math.cos(pitch * RADIANS)];
  const [sr, cr] = [Math.sin(roll * RADIANS), Math.cos(roll * RADIANS)];
  return (wx: number, wy: number, wz: number): Direction => {
    const lifted = cp * wy - sp * wz;
    const x = cr * wx - sr * lifted;
    const y = sr * wx + cr * lifted;
    const z = sp * wy + cp * wz;
    return [Math.atan2(x, z), Math.atan2(y, Math.hypot(x, z))];
  };
}

/**
 * The whole, level sphere of a picture that covers a part of one, or that is tilted; black where the picture has no
 * pixels. `image` holds its pixels, scaled down or not.
 */
export function levelSphere(image: RgbImage, place: PlacedPicture, { width, height }: Size): RgbImage {
  const data = new Uint8Array(width * height * 3);
  const untilted = untiltedBy(place.pose);
  const pointAt = pointsOf(image, place);
  const wraps = place.area === null || place.width >= place.area.full_width - 1;
  const sum = [0, 0, 0];
  for (let y = 0; y < height; y += 1) {
    const pitch = (0.5 - (y + 0.5) / height) * Math.PI;
    const [wy, reach] = [Math.sin(pitch), Math.cos(pitch)];
    for (let x = 0; x < width; x += 1) {
      const yaw = ((x + 0.5) / width - 0.5) * 2 * Math.PI;
      const [u, v] = pointAt(untilted(Math.sin(yaw) * reach, wy, Math.cos(yaw) * reach));
      sum.fill(0);
      addBlended(image, u, v, wraps, sum);
      for (const [channel, total] of sum.entries()) data[(y * width + x) * 3 + channel] = total + 0.5;
    }
  }
  return { data, width, height };
}

/** Converts a direction to a point of the available pixels. */
function pointsOf(image: Size, { area, width, height }: PlacedPicture) {
  const full = area ?? { full_width: width, full_height: height, left: 0, top: 0 };
  const [scaleX, scaleY] = [image.width / width, image.height / height];
  return ([yaw, pitch]: Direction): readonly [u: number, v: number] => [
    ((yaw / (2 * Math.PI) + 0.5) * full.full_width - full.left) * scaleX,
    ((0.5 - pitch / Math.PI) * full.full_height - full.top) * scaleY,
  ];
}

function addBlended({ data, width, height }: RgbImage, u: number, v: number, wraps: boolean, sum: number[]) {
  if (v < 0 || v > height || (!wraps && (u < 0 || u > width))) return;
  const [column, row] = [Math.floor(u - 0.5), Math.floor(v - 0.5)];
  const [wx, wy] = [u - 0.5 - column, v - 0.5 - row];
  const across = (at: number) => 3 * (wraps ? (at + width) % width : Math.min(Math.max(at, 0), width - 1));
  const down = (at: number) => 3 * width * Math.min(Math.max(at, 0), height - 1);
  const [left, right, upper, lower] = [across(column), across(column + 1), down(row), down(row + 1)];
  for (let channel = 0; channel < 3; channel += 1) {
    const top = mix(data[upper + left + channel], data[upper + right + channel], wx);
    const bottom = mix(data[lower + left + channel], data[lower + right + channel], wx);
    sum[channel] = (sum[channel] ?? 0) + mix(top, bottom, wy);
  }
}

const mix = (a = 0, b = 0, share: number) => a + (b - a) * share;

/** The view closest to the default one (ahead, 60 degrees high, twice as wide) that the part of a sphere fills. */
export function standingView({ area, width, height }: PlacedPicture): SphereView {
  if (area === null) return { yaw: 0, pitch: 0, fov: 60 };
  const left = (area.left / area.full_width) * 360 - 180;
  const top = 90 - (area.top / area.full_height) * 180;
  const [across, down] = [(width / area.full_width) * 360, (height / area.full_height) * 180];
  const byWidth = across < 180 ? (2 / RADIANS) * Math.atan(Math.tan((across / 2) * RADIANS) / 2) : 180;
  const fov = Math.min(60, down, byWidth);
  const half = Math.atan(2 * Math.tan((fov / 2) * RADIANS)) / RADIANS;
  const yaw = across >= 359 ? 0 : Math.min(Math.max(0, left + half), left + across - half);
  return { yaw, pitch: Math.min(Math.max(0, top - down + fov / 2), top - fov / 2), fov };
}
