import { formatViewLink } from "./view-link.ts";

/** Query parameters of a comparison of two dates, also part of shared links. */
export const comparisonInAddress = ["compare", "with", "side", "lock", "offset"] as const;
/** Query parameters kept from room to room: the language, editing or following, a scanned label, a time-lapse, and the comparison. */
const keptInAddress: readonly string[] = [
  "lang",
  "edit",
  "guide",
  "here",
  "timelapse",
  ...comparisonInAddress,
];

/** Writes a view into the address, with the kept parameters. */
export function writeAddress(seen: Parameters<typeof formatViewLink>[0]): void {
  const kept = new URLSearchParams(location.search);
  const names = Array.from(kept.keys());
  for (const name of names) if (!keptInAddress.includes(name)) kept.delete(name);
  const path = formatViewLink(seen);
  history.replaceState(history.state, "", kept.size === 0 ? path : `${path}?${kept}`);
}

/** A link to a view, with the current comparison. */
export function linkTo(seen: Parameters<typeof formatViewLink>[0]): string {
  const url = new URL(formatViewLink(seen), location.origin);
  const asked = new URLSearchParams(location.search);
  for (const name of comparisonInAddress) {
    const value = asked.get(name);
    if (value !== null) url.searchParams.set(name, value);
  }
  return url.href;
}
