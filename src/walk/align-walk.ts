import type { AlignedWalk, Features, GreyPicture, KnownSpot, WalkKeyframe, WalkPath } from "./types.ts";

/** Features of one 360 photo; scale it to a width of 1,024 first. */
export function featuresOf(picture: GreyPicture): Features {
  throw new Error(`Not available yet: ${picture.at}`);
}

/** Finds pictures of earlier visits along a walk. The taps agree with the path; lone or contradicting matches are dropped. */
export function alignWalk(
  path: WalkPath,
  keyframes: readonly WalkKeyframe[],
  spots: readonly KnownSpot[],
): AlignedWalk {
  throw new Error(`Not available yet: ${path.version}, ${keyframes.length}, ${spots.length}`);
}

/** Spots that show the position of a single 360 photo, best first; confidence as in `SpotMatch`. */
export function proposeSpots(
  features: Features,
  spots: readonly KnownSpot[],
): readonly { readonly spot: string; readonly confidence: number; readonly turn: number }[] {
  throw new Error(`Not available yet: ${features.count}, ${spots.length}`);
}
