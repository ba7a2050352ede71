import type { PlacedPicture, UncertainStretch } from "./types.ts";

/** Runs of uncertain pictures. */
export function stretchesOf(pictures: readonly PlacedPicture[]): UncertainStretch[] {
  const found: UncertainStretch[] = [];
  for (let i = 0; i < pictures.length; i++) {
    if (!pictures[i]!.isUncertain) continue;
    const from = i;
    while (pictures[i + 1]?.isUncertain === true) i++;
    found.push({ from, to: i });
  }
  return found;
}
