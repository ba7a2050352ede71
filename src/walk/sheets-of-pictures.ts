import type { WalkPath, WalkTap } from "./types.ts";

/**
 * Floor plan of each picture: that of the taps around it. Between taps on different floor plans the change is where the
 * path climbs, else halfway.
 */
export function sheetsOfPictures({ pictures, floorChanges }: WalkPath, taps: readonly WalkTap[]): string[] {
  const sorted = taps.toSorted((a, b) => a.picture - b.picture);
  const out: string[] = [];
  let sheet = sorted[0]!.sheet;
  for (const [i, tap] of sorted.entries()) {
    const before = sorted[i - 1];
    if (before !== undefined && before.sheet !== tap.sheet) {
      const change = floorChanges.find(({ at }) => at > before.picture && at <= tap.picture);
      const at = change?.at ?? Math.ceil((before.picture + tap.picture) / 2);
      while (out.length < at) out.push(sheet);
      sheet = tap.sheet;
    }
    while (out.length <= tap.picture) out.push(sheet);
  }
  while (out.length < pictures.length) out.push(sheet);
  return out;
}
