import { foldLetters, wordsOf } from "../fold.ts";
import { cut, type Piece } from "../marks.ts";

export interface Match {
  /** The higher the better; comparable only for the same words. */
  readonly score: number;
  /** The label with the matched letters marked. */
  readonly pieces: readonly Piece[];
}

type Spans = readonly (readonly [start: number, end: number])[];

/**
 * Score of a label for the search text; null when one of the words does not match. A word matches, best first: at the
 * start of the label, at the start of one of its words, as the first letters of its words (`np` is New Project),
 * anywhere in it, at the start of a hidden word, or as letters in the label's order that start where a word starts.
 */
export function match(label: string, hidden: string, typed: string): Match | null {
  const { folded, from } = foldLetters(label);
  const others = wordsOf(hidden);
  const spans: [number, number][] = [];
  let score = 0;
  for (const word of wordsOf(typed)) {
    const fit = fitLabel(folded, word) ?? fitHidden(others, word);
    if (fit === null) return null;
    score += fit.score;
    spans.push(
      ...fit.spans.map(([start, end]): [number, number] => [from[start] ?? 0, from[end] ?? label.length]),
    );
  }
  // Of two equal matches the shorter one wins.
  return { score: score - folded.length / 100, pieces: cut(label, spans) };
}

interface Fit {
  readonly score: number;
  readonly spans: Spans;
}

function fitLabel(folded: string, word: string): Fit | null {
  const at = folded.indexOf(word);
  if (at === 0) return { score: 100, spans: [[0, word.length]] };
  const start = startsOf(folded).find((place) => folded.startsWith(word, place));
  if (start !== undefined) return { score: 80, spans: [[start, start + word.length]] };
  const letters = fitLetters(folded, word);
  if (letters?.every(([place]) => startsOf(folded).includes(place)) === true)
    return { score: 60, spans: letters };
  if (at > 0 && word.length > 1) return { score: 50, spans: [[at, at + word.length]] };
  return letters && { score: 30 - letters.length, spans: letters };
}

function fitHidden(others: readonly string[], word: string): Fit | null {
  return others.some((other) => other.startsWith(word)) ? { score: 40, spans: [] } : null;
}

/** The letters of the word in order, each as early as possible, the first at the start of a word. */
function fitLetters(folded: string, word: string): Spans | null {
  if (word.length < 2) return null;
  for (const start of startsOf(folded)) {
    const spans: [number, number][] = [];
    let at = start;
    for (const letter of word) {
      at = folded.indexOf(letter, at);
      if (at < 0) break;
      const last = spans.at(-1);
      if (last?.[1] === at) last[1] = at + 1;
      else spans.push([at, at + 1]);
      at += 1;
    }
    // Letters scattered over the whole label are accidental.
    if (at > 0 && spans[0]?.[0] === start && spans.length <= Math.max(2, word.length / 2)) return spans;
  }
  return null;
}

/** Where the words of a label start. The article of an Arabic word may be left out. */
function startsOf(folded: string): number[] {
  const words = [...folded.matchAll(/[\p{L}\p{N}]+/gu)];
  return words.flatMap(({ index, 0: word }) => (word.startsWith("ال") ? [index, index + 2] : [index]));
}
