/** `EVERY_CASE=1` (`npm run test:all`): nothing is left out. Without it, what is slow or runs to thousands shows its kinds. */
export const everyCase = process.env["EVERY_CASE"] === "1";

/** A few of `all`, others at each `turn` (0, 1, 2 …): after `all.length / count` turns each was taken. All of them with `EVERY_CASE=1`. */
export function someOf<T>(all: readonly T[], turn: number, count: number): readonly T[] {
  if (everyCase || count >= all.length) return all;
  return Array.from({ length: count }, (_, index) => all[(turn * count + index) % all.length] as T);
}
