/** Letters that are used interchangeably and that no decomposition unifies. */
const alike: Readonly<Record<string, string>> = { ٱ: "ا", ى: "ي", ة: "ه", ـ: "" };

/** Normalises spelling: removes case, accents and Arabic vowel marks; one alef, one yeh, one heh. */
export function fold(text: string): string {
  return foldLetters(text).folded.trim();
}

export interface Folded {
  readonly folded: string;
  /** For each unit of `folded`, and one past its end: its index in the text. */
  readonly from: readonly number[];
}

/** Like `fold`, with a mapping back, so that matches can be marked in the text. */
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

/** Arabic-Indic and Persian digits count from their own zero. */
function westernDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  if (code >= 0x660 && code <= 0x669) return String(code - 0x660);
  if (code >= 0x6f0 && code <= 0x6f9) return String(code - 0x6f0);
  return digit;
}

/** The words of the search text, folded. */
export const wordsOf = (typed: string): string[] => fold(typed).split(/\s+/).filter(Boolean);
