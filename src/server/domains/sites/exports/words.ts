import type { Language } from "#contract/languages.ts";
import ar from "#i18n/ar/sites/exports.json" with { type: "json" };
import en from "#i18n/en/sites/exports.json" with { type: "json" };

const words = { en: en.files, ar: ar.files } satisfies Record<Language, object>;

export type FileWords = (typeof words)["en"];

/** What stands in an export's own files. */
export const wordsIn = (language: Language): FileWords => words[language];

/** For people: the day, in the language's own words. Western figures in both. */
export const dayIn = (language: Language, date: Date): string =>
  new Intl.DateTimeFormat(language === "ar" ? "ar-u-nu-latn-ca-gregory" : "en-GB", {
    day: "numeric",
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  }).format(date);

/** For names of files: the day by which they sort. */
export const dayOf = (date: Date): string => date.toISOString().slice(0, 10);
