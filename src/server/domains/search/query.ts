import { type RawBuilder, sql } from "kysely";
import { limits } from "#contract/limits.ts";
import type { SearchType } from "#contract/search.ts";
import type { Database } from "#server/platform/database.ts";

/** What a person wrote, as it is compared with what there is. */
export interface SearchQuery {
  /** The whole, normalised. Empty when there is nothing to look for. */
  readonly whole: string;
  /** Its words; each must be found. */
  readonly words: readonly string[];
}

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
  return { whole: norm, words: words.slice(0, maxWords) };
}

/** The kinds to look among, in the order that breaks ties of equal titles. */
export type Kinds = readonly SearchType[];

const letters = (word: string) => [...word].length;
/**
 * One letter or two stand in nearly everything, so they are looked for where words begin, an Arabic article before
 * them aside. What is no letter or digit (`%`, `_`, an emoji) begins no word and is looked for anywhere.
 */
export const isShort = (word: string): boolean => letters(word) <= 2 && /^[\p{L}\p{N}]/u.test(word);

const like = (word: string) => `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
const article = "(?:[وفبك]?ال|لل)?";
const beginning = (word: string) =>
  String.raw`\m${/^\p{Script=Arabic}/u.test(word) ? article : ""}${word.replaceAll(/[^\p{L}\p{N}]/gu, String.raw`\$&`)}`;

/** The item's text has the word. */
export const textHas = (word: string): RawBuilder<boolean> =>
  isShort(word) ? sql<boolean>`s.haystack ~ ${beginning(word)}` : sql<boolean>`s.haystack like ${like(word)}`;

/** The item's code has the word; a letter or two of a random code say nothing. */
export const codeHas = (word: string): RawBuilder<boolean> => sql<boolean>`s.norm_code like ${like(word)}`;
export const isForCodes = (word: string): boolean => letters(word) >= 3;

/** The item has every word, each in its text or its code. */
export const hasAll = (words: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(
    words.map((word) => (isForCodes(word) ? sql`(${textHas(word)} or ${codeHas(word)})` : textHas(word))),
    sql` and `,
  )})`;

export const isExact = ({ whole }: SearchQuery): RawBuilder<boolean> =>
  sql<boolean>`(s.sort = ${whole} or s.norm_code = ${whole.slice(0, 100)})`;
