/** Control characters, line and paragraph separators, and marks that reverse the text direction. */
const unwanted = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu;
const LONGEST = 255;

/**
 * The name of an uploaded file in a form that can be stored and shown: PostgreSQL holds no NUL, XML and headers no
 * control character. At most 255 UTF-16 units, no half of a character; empty when nothing is left.
 */
export const fileNameOf = (sent: string): string =>
  sent
    .toWellFormed()
    .replaceAll(unwanted, "")
    .slice(0, LONGEST)
    .replace(/[\ud800-\udbff]$/, "")
    .trim();
