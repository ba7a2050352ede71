import { checkedOutCommit, partOfCommit } from "../scripts/lib/part-of-commit.ts";

/**
 * `EVERY_CASE=1` (`npm run test:all`): nothing is left out. Without it, slow tests and those with thousands of cases
 * cover one case of each kind.
 */
export const everyCase = process.env["EVERY_CASE"] === "1";

/** Counts from 1 to 3, by the commit: three consecutive turns of `someOf` with a third each use everything. */
export const turnOfCommit = partOfCommit(checkedOutCommit(), 3);

/** A few of `all`, others at each `turn` (0, 1, 2 …), so that each is used in the end. All of them with `EVERY_CASE=1`. */
export function someOf<T>(all: readonly T[], turn: number, count: number): readonly T[] {
  if (everyCase) return all;
  const first = (turn * count) % all.length;
  return all.filter((_, index) => (index - first + all.length) % all.length < count);
}
