import type { Sheet } from "#contract/sheets.ts";

/** Whether a sheet has a plan that snags can be pinned on. */
export const hasImage = (sheet: Sheet): sheet is Sheet & { readonly image: string } => sheet.image !== null;

/** Pixels between the middles of two pins that share a place. */
const apart = 30;

/**
 * Snags of one room stand on one place of the plan: those that share it are set around it in a ring, so that each can
 * be seen and pressed. Pixels from the place, by the snag's id; nothing for who stands alone.
 */
export function ringsOf(
  snags: readonly { readonly id: number; readonly x: number; readonly y: number }[],
): ReadonlyMap<number, { readonly left: number; readonly top: number }> {
  const places = Map.groupBy(snags, ({ x, y }) => `${x.toFixed(3)} ${y.toFixed(3)}`);
  const rings = new Map<number, { left: number; top: number }>();
  for (const sharing of places.values()) {
    if (sharing.length === 1) continue;
    const radius = apart / 2 / Math.sin(Math.PI / sharing.length);
    for (const [at, { id }] of sharing.entries()) {
      const angle = (2 * Math.PI * at) / sharing.length - Math.PI / 2;
      const round = (pixels: number) => Math.round(pixels * 10) / 10 + 0;
      rings.set(id, { left: round(radius * Math.cos(angle)), top: round(radius * Math.sin(angle)) });
    }
  }
  return rings;
}
