import bidiFactory, { type Bidi } from "bidi-js";
import { type Face, faceOf, type Weight } from "./fonts.ts";

/** What measures a text as it will be drawn; the document does. */
export type Measure = (text: string, face: Face, size: number) => number;

export interface TextStyle {
  readonly size: number;
  readonly weight: Weight;
  /** Our own words read as the page does; what people wrote, each paragraph as its first letter does. */
  readonly isOwn?: boolean;
}

/** Letters of one face and one direction, as they are handed to the drawing: brackets already turned. */
export interface Piece {
  readonly text: string;
  readonly face: Face;
  readonly x: number;
}

export interface Line {
  /** From left to right, whatever they say. */
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

interface Atom {
  readonly text: string;
  readonly face: Face;
  readonly level: number;
  readonly width: number;
}
/** Atoms that no line is broken between, and the blank after them. */
interface Word {
  readonly atoms: readonly Atom[];
  readonly width: number;
  readonly blank: Atom | null;
}

// The package gives the function itself; its types believe in a module around it.
const bidi = (bidiFactory as unknown as () => Bidi)();
const UNKNOWN = 0xfffd;
/** They turn what follows and are never drawn. */
const TURNING = /[\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff\ufe0e\ufe0f\p{Cc}]/gu;
const ARABIC = /\p{Script=Arabic}/u;

/**
 * Breaks a text into lines no wider than `width` points and puts the letters of every line into the order in which they are seen: the
 * algorithm of Unicode per paragraph, each paragraph in its own direction, `base` where it has none. At most `most`
 * lines; what does not fit ends in an ellipsis.
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

function wordsOf(paragraph: string, base: "ltr" | "rtl", style: TextStyle, measure: Measure): Word[] {
  // A paragraph without a letter has no direction of its own either.
  const isFree = style.isOwn !== true && /\p{L}/u.test(paragraph);
  const { levels } = bidi.getEmbeddingLevels(paragraph, isFree ? "auto" : base);
  const words: Word[] = [];
  let atoms: Atom[] = [];
  const end = (blank: Atom | null) => {
    if (atoms.length > 0 || blank !== null)
      words.push({ atoms, width: atoms.reduce((sum, atom) => sum + atom.width, 0), blank });
    atoms = [];
  };
  for (const run of runsOf(paragraph, levels, style.weight)) {
    const atom = atomOf(run, style, measure);
    if (run.isBlank) end(atom);
    else if (atom.text !== "") atoms.push(atom);
  }
  end(null);
  return words;
}

interface Run {
  text: string;
  readonly face: Face;
  readonly level: number;
  readonly isBlank: boolean;
}

/** Letters next to each other of one face, one level, and either blank or not. */
function runsOf(text: string, levels: Uint8Array, weight: Weight): Run[] {
  const runs: Run[] = [];
  for (let at = 0; at < text.length; ) {
    const letter = String.fromCodePoint(text.codePointAt(at) ?? UNKNOWN);
    const level = levels[at] ?? 0;
    at += letter.length;
    if (letter.replaceAll(TURNING, "") === "" && letter !== "\t") continue;
    const isBlank = /[\t \u3000]/.test(letter);
    const last = runs.at(-1);
    // Marks stay with the letter that they stand on, whoever else could draw them.
    const isMark = /\p{M}|\u200c|\u200d/u.test(letter);
    const own = faceOf(letter.codePointAt(0) ?? UNKNOWN, weight);
    const face = (isMark && last !== undefined ? last.face : own) ?? faceOf(UNKNOWN, weight);
    if (face === undefined) continue;
    const drawn = own === undefined && !isMark ? "\ufffd" : isBlank ? " " : letter;
    if (last && last.face.name === face.name && last.level === level && last.isBlank === isBlank)
      last.text += isBlank ? "" : drawn;
    else runs.push({ text: drawn, face, level, isBlank });
  }
  return runs;
}

/**
 * As it is handed to the shaper, which turns letters of Arabic script by itself and nothing else: other signs within
 * them are turned here, and figures that are counted among that script's letters are turned back.
 */
function atomOf({ text, face, level }: Run, style: TextStyle, measure: Measure): Atom {
  let drawn = text;
  if (level % 2 === 1) {
    const letters = [...text].map((letter) => bidi.getMirroredCharacter(letter) ?? letter);
    drawn = (face.script === "arabic" ? letters : letters.toReversed()).join("");
  } else if (/[\u06f0-\u06f9]/.test(text)) drawn = [...text].toReversed().join("");
  return { text: drawn, face, level, width: measure(drawn, face, style.size) };
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

/** Into words of one atom, each as long as a line has place for: near enough by the mean width of its letters. */
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

/** Rule L2: from the highest level down, every stretch of that level or above is turned around. */
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
      if (to > from + 1) order.splice(from, to - from, ...order.slice(from, to).reverse());
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
