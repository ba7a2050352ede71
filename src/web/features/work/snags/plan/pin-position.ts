/** A position on a floor plan, 0..1 from its upper left corner; the element's own corner is placed on it. */
export const positionStyle = ({ x, y }: { x: number; y: number }) => ({
  left: `${x * 100}%`,
  top: `${y * 100}%`,
});

/** Pixels between the centers of two pins of the same position. */
const apart = 30;

/**
 * Offsets of pins. Snags of one room share a position on the floor plan: they are arranged around it in a ring, so that
 * each is visible and pressable. Pixels from the position, by the snag's id; no entry for a single snag.
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
