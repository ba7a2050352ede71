import { formatViewLink } from "./view-link.ts";

/** What the address says of a comparison of two dates; a link to what is seen says it as well. */
export const comparisonInAddress = ["compare", "with", "side", "lock", "offset"] as const;
/** What the address keeps from room to room: the language, that somebody edits or follows, what is compared. */
const keptInAddress: readonly string[] = ["lang", "edit", "guide", ...comparisonInAddress];

/** The address of what is named, with what it keeps. */
export function writeAddress(seen: Parameters<typeof formatViewLink>[0]): void {
  const kept = new URLSearchParams(location.search);
  const names = Array.from(kept.keys());
  for (const name of names) if (!keptInAddress.includes(name)) kept.delete(name);
  const path = formatViewLink(seen);
  history.replaceState(history.state, "", kept.size === 0 ? path : `${path}?${kept}`);
}

/** A link to what is named, and to the comparison that is seen. */
export function linkTo(seen: Parameters<typeof formatViewLink>[0]): string {
  const url = new URL(formatViewLink(seen), location.origin);
  const asked = new URLSearchParams(location.search);
  for (const name of comparisonInAddress) {
    const value = asked.get(name);
    if (value !== null) url.searchParams.set(name, value);
  }
  return url.href;
}
