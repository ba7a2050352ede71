import { foldLetters, wordsOf } from "./fold.ts";

export interface Piece {
  readonly text: string;
  readonly isMatch: boolean;
}

type Span = readonly [start: number, end: number];

/** Splits the text into pieces, matches marked: the whole search text, otherwise each of its words. */
export function markPieces(text: string, typed: string): Piece[] {
  const words = wordsOf(typed);
  const { folded, from } = foldLetters(text);
  const whole = words.join(" ");
  const sought = folded.includes(whole) ? [whole] : words;
  return cut(
    text,
    sought
      .flatMap((word) => spansOf(folded, word))
      .map(([start, end]) => [from[start] ?? 0, after(from, end)]),
  );
}

function spansOf(folded: string, word: string): Span[] {
  const spans: Span[] = [];
  if (word === "") return spans;
  for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length))
    spans.push([at, at + word.length]);
  return spans;
}

/** Index of the unit after the match in the text: vowel marks that fold to nothing stay with their letter. */
const after = (from: readonly number[], end: number): number => from[end] ?? from.at(-1) ?? 0;

/** The text split at the spans, which may touch and overlap. */
export function cut(text: string, spans: readonly Span[]): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const [start, end] of joined(spans)) {
    if (start > at) pieces.push({ text: text.slice(at, start), isMatch: false });
    pieces.push({ text: text.slice(start, end), isMatch: true });
    at = end;
  }
  if (at < text.length) pieces.push({ text: text.slice(at), isMatch: false });
  return pieces;
}

function joined(spans: readonly Span[]): Span[] {
  const all: [number, number][] = [];
  for (const [start, end] of [...spans].sort((a, b) => a[0] - b[0])) {
    const last = all.at(-1);
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end);
    else all.push([start, end]);
  }
  return all;
}
