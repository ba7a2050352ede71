import { type RawBuilder, sql } from "kysely";
import type { Language } from "#contract/languages.ts";

/**
 * Titles are sorted by their normalised text, letter by letter. As in the collations of both languages, digits and
 * symbols come first; then, for an Arabic reader, Arabic before all other scripts.
 */
const latin = "a";
const arabic = "\u0600";
const last = "\u{10FFFF}";

/** A range of titles: from `low` on, before `high`. */
export interface Stretch {
  readonly low: string;
  readonly high: string;
}

const wholeOrder: Readonly<Record<Language, readonly Stretch[]>> = {
  en: [{ low: "", high: last }],
  ar: [
    { low: "", high: latin },
    { low: arabic, high: last },
    { low: latin, high: arabic },
  ],
};

/** All possible titles, range by range in the reader's order. */
export const allTitles = (language: Language): readonly Stretch[] => wholeOrder[language];

/** Letters of a title that form its key, as stored in search_places. */
const placeLetters = 3;

/** Ranges of these keys (beginnings of titles, in the database's order), in the reader's order. */
export function stretchesOf(places: readonly string[], language: Language): Stretch[] {
  const stretches = places.map((low) => ({
    low,
    // A title shorter than a key is a range by itself; no normalised title continues with a control character.
    high: low + (Array.from(low).length < placeLetters ? "\u0001" : last),
  }));
  return wholeOrder[language].flatMap((part) =>
    stretches.filter(({ low }) => isBefore(part.low, low) && !isBefore(part.high, low)),
  );
}

/** By code points, as in the database; JavaScript compares UTF-16 units. */
const isBefore = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b)) <= 0;

/** Sort key of rows, before equal titles: reads `s`. */
export const titleOrder = (language: Language): RawBuilder<unknown> =>
  language === "ar"
    ? sql`(case when s.sort < ${latin} then 0 when s.sort >= ${arabic} then 1 else 2 end), s.sort, s.kind, s.id`
    : sql`s.sort, s.kind, s.id`;

/** The same order for loaded rows. */
export function byTitle(language: Language) {
  const partOf = (sort: string) =>
    wholeOrder[language].findIndex(({ low, high }) => isBefore(low, sort) && !isBefore(high, sort));
  return (a: Titled, b: Titled): number =>
    partOf(a.sort) - partOf(b.sort) ||
    Buffer.compare(Buffer.from(a.sort), Buffer.from(b.sort)) ||
    (a.kind === b.kind ? a.id - b.id : a.kind < b.kind ? -1 : 1);
}

interface Titled {
  readonly sort: string;
  readonly kind: string;
  readonly id: number;
}
