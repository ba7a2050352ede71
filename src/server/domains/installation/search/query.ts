import { type RawBuilder, sql } from "kysely";
import { type SearchType } from "#contract/kinds.ts";
import { limits } from "#contract/limits.ts";

import type { Database } from "#server/platform/database.ts";

/** A word and, where nothing has it, the spellings that may have been meant: one of them must be found. */
export type Word = readonly string[];

/** What a person wrote, as it is compared with what there is. */
export interface SearchQuery {
  /** The whole, normalised. Empty when there is nothing to look for. */
  readonly whole: string;
  /** Each must be found. */
  readonly words: readonly Word[];
}

/** The kinds to look among. */
export type Kinds = readonly SearchType[];

/** More words than that are looked for as far as they go: nobody means them all. */
const maxWords = 12;

/** What PostgreSQL does not take in a text is left out: NUL, and halves of letters. */
export const cleanText = (text: string): string =>
  text.replaceAll("\0", "").toWellFormed().trim().slice(0, limits.search.text);

/** By the database's own function: twins in two languages would differ at some letter. */
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
 * One letter or two stand in nearly everything, so they are looked for where words begin, an Arabic article before
 * them aside. What is no letter or digit (`%`, `_`, an emoji) begins no word and is looked for anywhere.
 */
export const isShort = (word: string): boolean => letters(word) <= 2 && /^[\p{L}\p{N}]/u.test(word);
/** Three letters or digits in a row: what an index of triples can find at all. */
export const isIndexed = (word: string): boolean => !isShort(word) && /[\p{L}\p{N}]{3}/u.test(word);
/** A letter or two of a random code say nothing. */
const isForCodes = isIndexed;

/** What an Arabic word may begin with before it begins. */
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

/** The same as lists of patterns, for a walk along the titles: what LIKE must say to, and regular expressions. */
export function patternsOf(words: readonly Word[]): { likes: string[]; patterns: string[] } {
  const isPlain = (word: Word) => word.length === 1 && !word.some(isShort);
  const pattern = (spelling: string) => (isShort(spelling) ? beginning(spelling) : literally(spelling));
  return {
    likes: words.filter(isPlain).flatMap((word) => word.map(like)),
    patterns: words.filter((word) => !isPlain(word)).map((word) => word.map(pattern).join("|")),
  };
}

/** The item's text has every word. Read over `s`, a row of search_items. */
export const textHasAll = (words: readonly Word[]): RawBuilder<boolean> =>
  all(words.map((word) => any(word.map(textHas))));

/** The item's code has one of the words; undefined when none is long enough for that. */
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
