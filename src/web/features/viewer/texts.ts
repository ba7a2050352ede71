import type { Language } from "#contract/languages.ts";
import ar from "#i18n/ar/viewer.json" with { type: "json" };
import en from "#i18n/en/viewer.json" with { type: "json" };
import type { Texts } from "#web/lib/text-keys.ts";

type ViewerTexts = Texts["viewer"];
type Values = Readonly<Record<string, string | number>>;

/** The keys of a tree of texts, joined by dots. */
export type Paths<T> = {
  [K in keyof T & string]: T[K] extends string ? K : `${K}.${Paths<T[K]>}`;
}[keyof T & string];

/** A key of the viewer's texts, such as `share.title`. */
export type ViewerTextKey = Paths<ViewerTexts>;
type CountedKey<K = ViewerTextKey> = K extends `${infer Stem}_other` ? Stem : never;

/** The viewer's words in one language. */
export interface Speaker {
  readonly language: Language;
  readonly direction: "ltr" | "rtl";
  /** The text of a key with its `{{places}}` filled. */
  readonly say: (key: ViewerTextKey, values?: Values) => string;
  /** The form of a text that fits a number, which also fills `{{count}}`. */
  readonly count: (stem: CountedKey, count: number) => string;
  /** 20 November 2026; empty when the instant cannot be read. */
  readonly date: (instant: string) => string;
}

type Tree = { readonly [key: string]: string | Tree };

/**
 * A few lines instead of i18next: the page of a guest on a bad line is worth the twenty kilobytes, and the files,
 * the placeholders and the plural endings are the same.
 */
export function createSpeaker(language: Language, texts: Tree): Speaker {
  const find = (key: string): string | undefined => {
    let found: string | Tree | undefined = texts;
    for (const part of key.split(".")) found = typeof found === "object" ? found[part] : undefined;
    return typeof found === "string" ? found : undefined;
  };
  const fill = (text: string, values: Values) =>
    text.replaceAll(/\{\{(\w+)\}\}/g, (place, name: string) => String(values[name] ?? place));
  // The calendar and the figures of the region's papers, as in the rest of the product.
  const locale = language === "ar" ? "ar-u-ca-gregory-nu-latn" : "en-GB";
  return {
    language,
    direction: language === "ar" ? "rtl" : "ltr",
    say: (key, values = {}) => fill(find(key) ?? key, values),
    count(stem, count) {
      const form = new Intl.PluralRules(locale).select(count);
      return fill(find(`${stem}_${form}`) ?? find(`${stem}_other`) ?? stem, { count });
    },
    date(instant) {
      const date = new Date(instant);
      return Number.isNaN(date.getTime()) ? "" : date.toLocaleDateString(locale, { dateStyle: "long" });
    },
  };
}

/** Both languages travel together: half of them is 1.5 KB, and fetching the right one would cost a round trip. */
const texts: Readonly<Record<Language, Tree>> = { en, ar };

export const speakerOf = (language: Language): Speaker => createSpeaker(language, texts[language]);
