import { type RawBuilder, sql } from "kysely";
import type { SearchType } from "#contract/kinds.ts";
import { limits } from "#contract/limits.ts";

import type { Database } from "#server/platform/database.ts";

/** A word and, where it has no match, the spellings that may have been meant: one of them must match. */
export type Word = readonly string[];

/** A user's query, in the form compared with the items. */
export interface SearchQuery {
  /** The whole query, normalised. Empty when there is nothing to search for. */
  readonly whole: string;
  /** Each must match. */
  readonly words: readonly Word[];
}

/** The kinds to search. */
export type Kinds = readonly SearchType[];

/** Limit of words in a query; further ones are ignored. */
const maxWords = 12;

/** Removes characters that PostgreSQL does not accept in a text: NUL, and unpaired surrogates. */
export const cleanText = (text: string): string =>
  text.replaceAll("\0", "").toWellFormed().trim().slice(0, limits.search.text);

/** Normalised by the database's own function: a second implementation would differ at some letter. */
export async function readQuery(db: Database, text: string): Promise<SearchQuery> {
  const clean = cleanText(text);
  if (clean === "") return queryOf("");
  const { rows } = await sql<{ norm: string }>`select left(app_norm(${clean}), 200) as norm`.execute(db);
  return queryOf(rows[0]?.norm ?? "");
}

export function queryOf(norm: string): SearchQuery {
  const words = [...new Set(norm.split(" "))].filter((word) => word !== "");
  return { whole: norm, words: words.slice(0, maxWords).map((word) => [word]) };
}

const letters = (word: string) => Array.from(word).length;
export const isArabic = (word: string): boolean => /^\p{Script=Arabic}/u.test(word);

/**
 * One or two letters occur nearly everywhere, so they match only at the beginning of words, after an optional Arabic
 * article. A character that is no letter or digit (`%`, `_`, an emoji) begins no word and matches anywhere.
 */
export const isShort = (word: string): boolean => letters(word) <= 2 && /^[\p{L}\p{N}]/u.test(word);
/** Three letters or digits in a row: the minimum for a trigram index. */
export const isIndexed = (word: string): boolean => !isShort(word) && /[\p{L}\p{N}]{3}/u.test(word);
/**
 * Fewer characters occur in random codes by chance: three letters in five of 10,000 codes, four in two of 100,000.
 * Four digits are a year, or the number of a snag.
 */
const isForCodes = (word: string) => isIndexed(word) && (letters(word) >= 5 || /^\d{4}$/.test(word));

/** Arabic prefixes (articles) that may precede a word. */
export const articles = ["ال", "وال", "فال", "بال", "كال", "لل"] as const;

export const like = (text: string) => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
const literally = (text: string) => text.replaceAll(/[^\p{L}\p{N}]/gu, String.raw`\$&`);
const beginningsOf = (word: string) => (isArabic(word) ? ["", ...articles] : [""]);

/** A regular expression for the beginning of a word. */
const beginning = (word: string) => String.raw`\m(?:${beginningsOf(word).join("|")})${literally(word)}`;

const textHas = (spelling: string) =>
  isShort(spelling)
    ? sql<boolean>`s.haystack ~ ${beginning(spelling)}`
    : sql<boolean>`s.haystack like ${like(spelling)}`;
const codeHas = (spelling: string) => sql<boolean>`s.norm_code like ${like(spelling)}`;

const any = (parts: readonly RawBuilder<boolean>[]) => sql<boolean>`(${sql.join([...parts], sql` or `)})`;
const all = (parts: readonly RawBuilder<boolean>[]) => sql<boolean>`(${sql.join([...parts], sql` and `)})`;

/** The same as lists of patterns, for a walk along the titles: for LIKE, and for regular expressions. */
export function patternsOf(words: readonly Word[]): { likes: string[]; patterns: string[] } {
  const isPlain = (word: Word) => word.length === 1 && !word.some(isShort);
  const pattern = (spelling: string) => (isShort(spelling) ? beginning(spelling) : literally(spelling));
  return {
    likes: words.filter(isPlain).flatMap((word) => word.map(like)),
    patterns: words.filter((word) => !isPlain(word)).map((word) => word.map(pattern).join("|")),
  };
}

/** The item's text contains every word. Reads `s`, a row of search_items. */
export const textHasAll = (words: readonly Word[]): RawBuilder<boolean> =>
  all(words.map((word) => any(word.map(textHas))));

/** The item's code contains one of the words; undefined when none is long enough for that. */
export function codeHasOne(words: readonly Word[]): RawBuilder<boolean> | undefined {
  const long = words.flat().filter(isForCodes);
  return long.length === 0 ? undefined : any(long.map(codeHas));
}

/** The item has every word, each in its text or its code. */
export const hasAll = (words: readonly Word[]): RawBuilder<boolean> =>
  all(words.map((word) => any([...word.map(textHas), ...word.filter(isForCodes).map(codeHas)])));

/** Its title or its code is exactly this. */
export const isExact = ({ whole }: SearchQuery): RawBuilder<boolean> =>
  sql<boolean>`(s.sort = ${whole} or s.norm_code = ${whole})`;
