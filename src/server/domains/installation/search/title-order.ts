import { type RawBuilder, sql } from "kysely";
import type { Language } from "#contract/languages.ts";

/**
 * Titles go by their normalised text, letter by letter. As the collations of both languages have it, digits and
 * signs come first; then, for an Arabic reader, Arabic before all other scripts.
 */
const latin = "a";
const arabic = "\u0600";
const last = "\u{10FFFF}";

/** A stretch of titles: from `low` on, before `high`. */
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

/** All titles there can be, stretch by stretch in the reader's order. */
export const allTitles = (language: Language): readonly Stretch[] => wholeOrder[language];

/** Letters of a title that make its place: how search_places keeps them. */
const placeLetters = 3;

/** Stretches of these places (beginnings of titles, in the database's order), in the reader's order. */
export function stretchesOf(places: readonly string[], language: Language): Stretch[] {
  const stretches = places.map((low) => ({
    low,
    // A title shorter than a place is one by itself; nothing normalised goes on with a control character.
    high: low + (Array.from(low).length < placeLetters ? "\u0001" : last),
  }));
  return wholeOrder[language].flatMap((part) =>
    stretches.filter(({ low }) => isBefore(part.low, low) && !isBefore(part.high, low)),
  );
}

/** By code points, as the database compares; JavaScript compares halves of letters. */
const isBefore = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b)) <= 0;

/** What rows are ordered by, before equal titles: over `s`. */
export const titleOrder = (language: Language): RawBuilder<unknown> =>
  language === "ar"
    ? sql`(case when s.sort < ${latin} then 0 when s.sort >= ${arabic} then 1 else 2 end), s.sort, s.kind, s.id`
    : sql`s.sort, s.kind, s.id`;

/** The same order over rows that are here already. */
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
