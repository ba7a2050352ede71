import { createRequire } from "node:module";
import type { Bidi } from "bidi-js";
import { type Face, faceOf, type Weight } from "./fonts.ts";

/** Measures a text as it will be drawn; implemented by the document. */
export type Measure = (text: string, face: Face, size: number) => number;

export interface TextStyle {
  readonly size: number;
  readonly weight: Weight;
  /** Our own texts have the direction of the page; user input, for each paragraph, that of its first letter. */
  readonly isOwn?: boolean;
}

export interface Atom {
  readonly text: string;
  readonly face: Face;
  readonly level: number;
  readonly width: number;
}
/** Atoms that are not separated by a line break, and the blank after them. */
export interface Word {
  readonly atoms: readonly Atom[];
  readonly width: number;
  readonly blank: Atom | null;
}

// The package exports a function, while its types declare a module around it.
const bidi = (createRequire(import.meta.url)("bidi-js") as () => Bidi)();
const UNKNOWN = 0xfffd;
/** Control characters that change the direction of following text and are never drawn. */
const TURNING = /[\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff\p{Cc}]|\ufe0e|\ufe0f/gu;

/** Splits a paragraph into words, each with the level of its letters: odd ones are read from right to left. */
export function wordsOf(paragraph: string, base: "ltr" | "rtl", style: TextStyle, measure: Measure): Word[] {
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

/** Adjacent letters of one face, one level, and either blank or not. */
function runsOf(text: string, levels: Uint8Array, weight: Weight): Run[] {
  const runs: Run[] = [];
  for (let at = 0; at < text.length; ) {
    const letter = String.fromCodePoint(text.codePointAt(at) ?? UNKNOWN);
    const level = levels[at] ?? 0;
    at += letter.length;
    if (letter.replaceAll(TURNING, "") === "" && letter !== "\t") continue;
    const isBlank = /[\t \u3000]/.test(letter);
    const last = runs.at(-1);
    // Marks stay with their base letter, even if another face contains them.
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
 * Prepared for the shaper, which reverses letters of Arabic script by itself and nothing else: other signs within them
 * are reversed here, and digits that count as letters of that script are reversed back.
 */
function atomOf({ text, face, level }: Run, style: TextStyle, measure: Measure): Atom {
  let drawn = text;
  if (level % 2 === 1) {
    const letters = Array.from(text, (letter) => bidi.getMirroredCharacter(letter) ?? letter);
    drawn = (face.script === "arabic" ? letters : letters.toReversed()).join("");
  } else if (/[\u06f0-\u06f9]/.test(text)) drawn = Array.from(text).toReversed().join("");
  return { text: drawn, face, level, width: measure(drawn, face, style.size) };
}
