/**
 * The tile that an arrow key leads to from `index`; null for other keys and at the edges. Mirrored in right-to-left
 * languages.
 */
export function step(
  key: string,
  index: number,
  width: number,
  count: number,
  isRightToLeft: boolean,
): number | null {
  const ahead = isRightToLeft ? "ArrowLeft" : "ArrowRight";
  const back = isRightToLeft ? "ArrowRight" : "ArrowLeft";
  const by = { [ahead]: 1, [back]: -1, ArrowDown: width, ArrowUp: -width }[key];
  if (by === undefined) return null;
  const to = index + by;
  return to >= 0 && to < count ? to : null;
}
