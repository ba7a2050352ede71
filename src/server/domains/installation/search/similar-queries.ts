import { sql } from "kysely";
import type { Database } from "#server/platform/database.ts";
import type { SearchQuery, Word } from "./query.ts";

/** Limit of spellings tried for one word, itself included. */
const most = 10;

/**
 * Alternative spellings, likeliest first: words at an edit distance of one, then for long words of two. Numbers, codes
 * and one or two letters are taken literally.
 */
export async function similarQueries(db: Database, query: SearchQuery): Promise<SearchQuery[]> {
  const near = await Promise.all(query.words.flat().map((word) => nearWords(db, word)));
  return [1, 2]
    .map((slips) => ({
      whole: query.whole,
      words: near.map(
        ({ word, others }): Word => [
          word,
          ...others
            .filter((other) => other.slips === slips || other.slips < slips)
            .map((other) => other.word)
            .slice(0, most - 1),
        ],
      ),
    }))
    .filter(({ words }, at, all) => {
      const spellings = words.flat().length;
      return spellings > (at === 0 ? words.length : (all[at - 1]?.words.flat().length ?? 0));
    });
}

interface Near {
  readonly word: string;
  readonly others: readonly { readonly word: string; readonly slips: number }[];
}

async function nearWords(db: Database, word: string): Promise<Near> {
  const letters = Array.from(word);
  if (letters.length < 3 || !/^[\p{L}'-]+$/u.test(word)) return { word, others: [] };
  const { rows } = await sql<{ word: string }>`select search_near(${word}) as word`.execute(db);
  const allowed = letters.length < 6 ? 1 : 2;
  const others = rows
    .map((row) => ({ word: row.word, slips: slipsBetween(letters, Array.from(row.word)) }))
    .filter(({ slips }) => slips > 0 && slips <= allowed)
    .toSorted((a, b) => a.slips - b.slips);
  return { word, others };
}

/** Number of letters omitted, inserted, substituted or swapped with their neighbour (optimal string alignment). */
export function slipsBetween(a: readonly string[], b: readonly string[]): number {
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (const [row, letter] of a.entries()) {
    const current = [row + 1];
    for (const [column, other] of b.entries()) {
      const at = (list: readonly number[], index: number) => list[index] ?? Number.POSITIVE_INFINITY;
      const isSwap = row > 0 && column > 0 && letter === b[column - 1] && other === a[row - 1];
      current.push(
        Math.min(
          at(previous, column + 1) + 1,
          at(current, column) + 1,
          at(previous, column) + (letter === other ? 0 : 1),
          isSwap ? at(before, column - 1) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    before = previous;
    previous = current;
  }
  return previous[b.length] ?? 0;
}
