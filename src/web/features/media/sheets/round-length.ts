/** The largest of 1, 2, 5, 10, 20 … that is not longer. */
export function roundLength(longest: number): number {
  const power = 10 ** Math.floor(Math.log10(longest));
  return ([5, 2, 1].find((step) => step * power <= longest) ?? 1) * power;
}
