import type { Language } from "#contract/languages.ts";

type Values = Readonly<Record<string, string | number>>;

/** A tree of texts as in the locale files. */
export type TextTree = { readonly [key: string]: string | TextTree };

/** The keys of a text tree, joined by dots. */
export type Paths<T> = {
  [K in keyof T & string]: T[K] extends string ? K : `${K}.${Paths<T[K]>}`;
}[keyof T & string];

/** The stems of the keys that have plural forms. */
export type Counted<Key> = Key extends `${infer Stem}_other` ? Stem : never;

/** Translator for pages without React, in one language. */
export interface PageTranslator<Key extends string> {
  readonly language: Language;
  readonly direction: "ltr" | "rtl";
  /** Returns the text of a key with its `{{places}}` filled. */
  readonly say: (key: Key, values?: Values) => string;
  /** Returns the plural form of a text that fits a number, which also fills `{{count}}`. */
  readonly count: (stem: Counted<Key>, count: number) => string;
  /** 20 November 2026; empty when the instant cannot be read. */
  readonly date: (instant: string) => string;
  /** 20 Nov 2026, as everywhere in the product; for instants, in the reader's time zone. */
  readonly shortDate: (instant: string) => string;
  /** The same for a calendar day, `2026-11-20`, which no time zone shifts. */
  readonly day: (day: string) => string;
}

/**
 * A few lines instead of i18next: on a slow connection of a guest the saved twenty kilobytes matter, and the files, the
 * placeholders and the plural suffixes are the same.
 */
export function createPageTranslator<Key extends string>(
  language: Language,
  texts: TextTree,
): PageTranslator<Key> {
  const find = (key: string): string | undefined => {
    let found: string | TextTree | undefined = texts;
    for (const part of key.split(".")) found = typeof found === "object" ? found[part] : undefined;
    return typeof found === "string" ? found : undefined;
  };
  const fill = (text: string, values: Values) =>
    text.replaceAll(/\{\{(\w+)\}\}/g, (place, name: string) => String(values[name] ?? place));
  // Calendar and digits of the region's documents, as in the rest of the product.
  const locale = language === "ar" ? "ar-u-ca-gregory-nu-latn" : "en-GB";
  const written = (instant: string, options: Intl.DateTimeFormatOptions) => {
    const date = new Date(instant);
    return Number.isNaN(date.getTime()) ? "" : date.toLocaleDateString(locale, options);
  };
  const short = { day: "numeric", month: "short", year: "numeric" } as const;
  return {
    language,
    direction: language === "ar" ? "rtl" : "ltr",
    say: (key, values = {}) => fill(find(key) ?? key, values),
    count(stem, count) {
      const form = new Intl.PluralRules(locale).select(count);
      return fill(find(`${stem}_${form}`) ?? find(`${stem}_other`) ?? stem, {
        count: count.toLocaleString(locale),
      });
    },
    date: (instant) => written(instant, { dateStyle: "long" }),
    shortDate: (instant) => written(instant, short),
    day: (day) => written(day, { ...short, timeZone: "UTC" }),
  };
}
