/** The list with one item taken from `from` and put at `to`. */
export function moved<T>(items: readonly T[], from: number, to: number): T[] {
  const next = [...items];
  const [item] = next.splice(from, 1);
  if (item !== undefined) next.splice(to, 0, item);
  return next;
}

/**
 * The index of the row whose centre is nearest to `y`, given the upper and lower edges of the rows in order. Above the
 * first row the first, below the last row the last; between two rows the nearer one.
 */
export function placeAt(y: number, rows: readonly { top: number; bottom: number }[]): number {
  const middles = rows.map(({ top, bottom }) => Math.abs(y - (top + bottom) / 2));
  return Math.max(0, middles.indexOf(Math.min(...middles)));
}
