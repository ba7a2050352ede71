import { type Face, faceOf } from "./fonts.ts";
import { type Measure, type TextStyle, type Word, wordsOf } from "./shaping.ts";

export type { Measure, TextStyle } from "./shaping.ts";

/** Letters of one face and one direction, as passed to the drawing: brackets already mirrored. */
export interface Piece {
  readonly text: string;
  readonly face: Face;
  readonly x: number;
}

export interface Line {
  /** From left to right, regardless of direction. */
  readonly pieces: readonly Piece[];
  readonly width: number;
}

export interface SetText {
  readonly lines: readonly Line[];
  readonly style: TextStyle;
  readonly lineHeight: number;
  readonly height: number;
  /** The widest line. */
  readonly width: number;
}

const ARABIC = /\p{Script=Arabic}/u;

/**
 * Breaks a text into lines no wider than `width` points and puts the letters of every line into visual order: Unicode's
 * bidirectional algorithm per paragraph, each paragraph in its own direction, `base` where it has none. At most `most`
 * lines; overflow ends in an ellipsis.
 */
export function setText(
  text: string,
  {
    width,
    base,
    style,
    measure,
    most = Number.POSITIVE_INFINITY,
  }: {
    width: number;
    base: "ltr" | "rtl";
    style: TextStyle;
    measure: Measure;
    most?: number;
  },
): SetText {
  const lines: Line[] = [];
  for (const paragraph of text
    .toWellFormed()
    .normalize("NFC")
    .split(/\r\n?|[\n\u2028\u2029]/)) {
    const left = most - lines.length;
    if (left <= 0) break;
    const words = wordsOf(paragraph, base, style, measure);
    for (const line of fill(words, width, left, (part) => ellipsis(part, style, measure)))
      lines.push(lineOf(line));
  }
  const lineHeight = style.size * (ARABIC.test(text) || base === "rtl" ? 1.6 : 1.4);
  return {
    lines,
    style,
    lineHeight,
    height: lines.length * lineHeight,
    width: Math.max(0, ...lines.map((line) => line.width)),
  };
}

type Fit = (words: readonly Word[]) => Word;

/** First fit. A word wider than a line is broken where the line ends. */
function* fill(words: readonly Word[], width: number, most: number, ellipsisFor: Fit): Generator<Word[]> {
  let line: Word[] = [];
  let used = 0;
  let given = 0;
  const queue = words.flatMap((word) => (word.width <= width ? [word] : broken(word, width)));
  if (queue.length === 0) yield [];
  for (const [at, word] of queue.entries()) {
    if (line.length > 0 && used + word.width > width) {
      if (given + 1 === most) {
        yield shortened(line, width, ellipsisFor);
        return;
      }
      yield line;
      given += 1;
      line = [];
      used = 0;
    }
    line.push(word);
    used += word.width + (word.blank?.width ?? 0);
    if (at === queue.length - 1) yield line;
  }
}

function shortened(line: readonly Word[], width: number, ellipsisFor: Fit): Word[] {
  const kept = [...line];
  const sign = ellipsisFor(line);
  const wide = () => kept.reduce((sum, word) => sum + word.width + (word.blank?.width ?? 0), 0);
  while (kept.length > 1 && wide() + sign.width > width) kept.pop();
  return [...kept, sign];
}

function ellipsis(line: readonly Word[], style: TextStyle, measure: Measure): Word {
  const level = line.at(-1)?.atoms.at(-1)?.level ?? 0;
  const face = faceOf(0x2026, style.weight) ?? line.at(-1)?.atoms.at(-1)?.face;
  if (face === undefined) return { atoms: [], width: 0, blank: null };
  const width = measure("…", face, style.size);
  return { atoms: [{ text: "…", face, level, width }], width, blank: null };
}

/** Splits into words of one atom, each as long as fits on a line: approximated by the mean width of its letters. */
function broken(word: Word, width: number): Word[] {
  return word.atoms.flatMap((atom, at): Word[] => {
    const letters = [...new Intl.Segmenter().segment(atom.text)].map(({ segment }) => segment);
    const fits = Math.max(1, Math.floor(((letters.length * width) / Math.max(atom.width, width)) * 0.9));
    const chunks = Array.from({ length: Math.ceil(letters.length / fits) }, (_, index) =>
      letters.slice(index * fits, (index + 1) * fits),
    );
    const isLast = at === word.atoms.length - 1;
    return chunks.map((chunk, index): Word => {
      const share = (chunk.length / letters.length) * atom.width;
      const isEnd = isLast && index === chunks.length - 1;
      return {
        atoms: [{ ...atom, text: chunk.join(""), width: share }],
        width: share,
        blank: isEnd ? word.blank : null,
      };
    });
  });
}

/** Rule L2: from the highest level down, every run of that level or above is reversed. */
function lineOf(words: readonly Word[]): Line {
  const atoms = words.flatMap(({ atoms, blank }, at) =>
    blank === null || at === words.length - 1 ? atoms : [...atoms, blank],
  );
  const levels = atoms.map(({ level }) => level);
  const order = atoms.map((_, index) => index);
  for (let level = Math.max(0, ...levels); level >= 1; level -= 1)
    for (let from = 0; from < order.length; from += 1) {
      let to = from;
      while (to < order.length && (levels[order[to] ?? 0] ?? 0) >= level) to += 1;
      if (to > from + 1) order.splice(from, to - from, ...order.slice(from, to).toReversed());
      if (to > from) from = to;
    }
  let x = 0;
  const pieces = order.flatMap((index): Piece[] => {
    const atom = atoms[index];
    if (atom === undefined) return [];
    const piece = { text: atom.text, face: atom.face, x };
    x += atom.width;
    return [piece];
  });
  return { pieces: pieces.filter(({ text }) => text.trim() !== ""), width: x };
}
