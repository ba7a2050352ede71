import type { Language } from "#contract/languages.ts";
import type en from "#i18n/en/installation/notifications.json";
import { isolate } from "#i18n/isolate.ts";
import { readTexts } from "#i18n/text-files.ts";
import { fillText, oneLine } from "#server/platform/mail/text.ts";
import type { NotificationTypeName } from "./notification-types.ts";

export type NewsValues = Readonly<Record<string, string | number>>;

/** Title and message; as written in i18n, or with values filled in. */
export interface Words {
  readonly title: string;
  readonly message: string;
}

type Texts = Readonly<Record<string, string>>;

/** Listing every type here makes a type without texts a compile error. */
type News = Readonly<Record<NotificationTypeName | "unknown", Texts>> & typeof en.news;
const newsOf = (language: Language): News =>
  (readTexts(language)["notifications"] as unknown as { news: News }).news;
/** Texts of the notifications' own file, and of the domains' files. */
const texts: Readonly<Record<Language, News>> = { en: newsOf("en"), ar: newsOf("ar") };
const plurals: Readonly<Record<Language, Intl.PluralRules>> = {
  en: new Intl.PluralRules("en"),
  ar: new Intl.PluralRules("ar"),
};

/** Whether there are texts for a type of notification. */
export const hasWords = (sort: string, language: Language): boolean => Object.hasOwn(texts[language], sort);

/** Limit of one value in characters: every name fits, and a broadcast stays far below 10 KB. */
const longest = 120;

/**
 * The texts of a notification with unfilled placeholders; `count` selects the plural form. A type known only to another
 * version of this program gets generic texts.
 */
export function wordsOf(sort: string, language: Language, count: number): Words {
  const known: Readonly<Record<string, Texts | string>> = texts[language];
  const own = Object.hasOwn(known, sort) ? known[sort] : undefined;
  const written = typeof own === "object" ? own : texts[language].unknown;
  const form = (key: string) => written[`${key}_${plurals[language].select(count)}`] ?? written[key] ?? "";
  return { title: form("title"), message: form("message") };
}

/** The value that holds a user's own words, quoted in emails as written; its length is limited by the contract. */
export const quoted = "message";

/** Values in their stored form: names on one line and of limited length. */
export function tidyValues(values: NewsValues): NewsValues {
  const entries = Object.entries(values).map(
    ([key, value]) =>
      [key, typeof value === "number" ? value : key === quoted ? value : oneLine(value, longest)] as const,
  );
  return Object.fromEntries(entries);
}

/** The count of a notification: its own, or else the number of notifications that it stands for. */
export const countOf = (values: Readonly<Record<string, unknown>>, standsFor: number): number =>
  typeof values["count"] === "number" ? values["count"] : standsFor;

/** Renders the whole text for a reader of this language. Names of the other direction cannot break the sentence. */
export function writeNews(
  sort: string,
  values: Readonly<Record<string, unknown>>,
  standsFor: number,
  language: Language,
): Words {
  const count = countOf(values, standsFor);
  const { title, message } = wordsOf(sort, language, count);
  const shown = { ...shownValues(values, language), count: String(count) };
  const apart = (value: string) => isolate(value, language);
  return { title: fillText(title, shown, apart), message: fillText(message, shown, apart) };
}

/** Values that can be part of a sentence. A user or a device without a name gets a generic word instead. */
export function shownValues(
  values: Readonly<Record<string, unknown>>,
  language: Language,
): Record<string, string> {
  const { somebody, device } = texts[language];
  const instead: Readonly<Record<string, string>> = { actor: somebody, name: somebody, device };
  return Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) =>
      typeof value === "string" || typeof value === "number"
        ? [[key, value === "" ? (instead[key] ?? "") : String(value)]]
        : [],
    ),
  );
}
