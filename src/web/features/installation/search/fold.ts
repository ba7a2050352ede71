/** Letters that people write for one another and that no decomposition brings together. */
const alike: Readonly<Record<string, string>> = { ٱ: "ا", ى: "ي", ة: "ه", ـ: "" };

/** As two people write the same word: without case, accents and Arabic vowel marks; one alef, one yeh, one heh. */
export function fold(text: string): string {
  return foldLetters(text).folded.trim();
}

export interface Folded {
  readonly folded: string;
  /** For each unit of `folded`, and one past its end: where in the text it comes from. */
  readonly from: readonly number[];
}

/** As `fold`, with the way back, so that what matched can be marked where it stands. */
export function foldLetters(text: string): Folded {
  let folded = "";
  const from: number[] = [];
  let at = 0;
  for (const letter of text) {
    const plain = foldLetter(letter);
    for (let unit = 0; unit < plain.length; unit++) from.push(at);
    folded += plain;
    at += letter.length;
  }
  from.push(text.length);
  return { folded, from };
}

function foldLetter(letter: string): string {
  if (/^[a-z0-9 ]$/.test(letter)) return letter;
  const plain = letter.toLowerCase().normalize("NFKD").replaceAll(/\p{M}/gu, "");
  return alike[plain] ?? plain.replaceAll(/\p{Nd}/gu, westernDigit);
}

/** Arabic-Indic and Persian figures are counted from a zero of their own. */
function westernDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  if (code >= 0x660 && code <= 0x669) return String(code - 0x660);
  if (code >= 0x6f0 && code <= 0x6f9) return String(code - 0x6f0);
  return digit;
}

/** The words somebody typed, folded. */
export const wordsOf = (typed: string): string[] => fold(typed).split(/\s+/).filter(Boolean);
