import { type RawBuilder, sql } from "kysely";
import type { SearchType } from "#contract/kinds.ts";

import type { Database } from "#server/platform/database.ts";
import { articles, isArabic, isShort, like, type Word } from "./query.ts";

/** Beginnings of titles, in order, by kind. */
export type TitleRanges = ReadonlyMap<SearchType, readonly string[]>;

/**
 * Above this number of words that contain it, a piece of text is scattered everywhere: leaving ranges out would save
 * nothing.
 */
const most = { words: 200, places: 20_000 };
/** Words of the query that are used: the longest are the most selective. */
const asked = 3;
/** The highest code point, which ends the range of a prefix. */
const last = "\u{10FFFF}";

/**
 * The ranges of titles in which items can have all these words: none has them elsewhere. Undefined when the words occur
 * nearly everywhere.
 */
export async function findTitleRanges(
  db: Database,
  words: readonly Word[],
): Promise<TitleRanges | undefined> {
  const longest = words.toSorted((a, b) => (b[0]?.length ?? 0) - (a[0]?.length ?? 0)).slice(0, asked);
  const found = await Promise.all(longest.map((word) => placesOfWord(db, word)));
  let common: Place[] | undefined;
  for (const places of found) {
    if (places === undefined) continue;
    const keys = new Set(places.map(keyOf));
    common = common === undefined ? places : common.filter((place) => keys.has(keyOf(place)));
  }
  if (common === undefined) return undefined;
  const byKind = Map.groupBy(common, ({ kind }) => kind);
  return new Map([...byKind].map(([kind, places]) => [kind, places.map(({ place }) => place)]));
}

interface Place {
  readonly kind: SearchType;
  readonly place: string;
}
const keyOf = ({ kind, place }: Place) => `${kind} ${place}`;

async function placesOfWord(db: Database, word: Word): Promise<Place[] | undefined> {
  const conditions = word.map(conditionOf);
  if (conditions.some((condition) => condition === undefined)) return undefined;
  const isNumber = word.some((spelling) => /\d/.test(spelling));
  const markers = isNumber ? ["0~", "0#"] : ["0~"];
  const { rows } = await sql<Place & { words: number }>`
    with w as materialized (
      select distinct word from (select word from search_words
        where ${sql.join(conditions, sql` or `)} limit ${most.words * 2}) as capped limit ${most.words + 1}),
    n as materialized (select count(*) as words from w)
    select distinct p.kind, p.place, 0 as words from search_places p
    where p.word = any (case when (select words from n) <= ${most.words}
      then array(select word from w) || ${markers}::text[] else array[]::text[] end)
    union all select '', '', n.words from n where n.words > ${most.words}
    order by place limit ${most.places}`.execute(db);
  const isScattered = rows.length === most.places || rows.some(({ words }) => words > most.words);
  return isScattered ? undefined : rows;
}

/**
 * Letters, digits and symbols that every PostgreSQL classifies as we do. Others (scripts without letters in this sense,
 * emoji) are ignored, which yields too many ranges, never too few.
 */
const runs = /[a-z0-9\u00DF-\u024F\u0621-\u063A\u0641-\u064A]+/gu;
const sign = /[!-/:-@[-`{-~]/;

/** Matches the words of the vocabulary that can be part of this one; undefined if unknown. */
function conditionOf(spelling: string): RawBuilder<boolean> | undefined {
  const [longest = ""] = (spelling.match(runs) ?? []).toSorted((a, b) => b.length - a.length);
  if (isShort(spelling)) {
    if (!spelling.startsWith(longest) || longest === "") return undefined;
    const beginnings = [longest, ...(isArabic(longest) ? articles.map((article) => article + longest) : [])];
    return sql<boolean>`(${sql.join(
      beginnings.map((text) => sql`(word >= ${text} and word < ${text + last})`),
      sql` or `,
    )})`;
  }
  if (longest === spelling) return sql<boolean>`word like ${like(spelling)}`;
  if (sign.test(spelling) && spelling.length === 1) return sql<boolean>`word = ${spelling}`;
  // Pieces with symbols are stored whole, too, except their long numbers.
  const whole = sql<boolean>`word like ${like(spelling)}`;
  if (/\d/.test(spelling)) return sql<boolean>`(${whole} or word like '%0#%')`;
  return sign.test(spelling) ? whole : undefined;
}
