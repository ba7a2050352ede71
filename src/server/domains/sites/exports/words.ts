import type { Language } from "#contract/languages.ts";
import ar from "#i18n/ar/sites/exports.json" with { type: "json" };
import en from "#i18n/en/sites/exports.json" with { type: "json" };

const words = { en: en.files, ar: ar.files } satisfies Record<Language, object>;

export type FileWords = (typeof words)["en"];

/** Texts of an export's own files. */
export const wordsIn = (language: Language): FileWords => words[language];

/** For people: the date in the language's own format. Western digits in both. */
export const dayIn = (language: Language, date: Date): string =>
  new Intl.DateTimeFormat(language === "ar" ? "ar-u-nu-latn-ca-gregory" : "en-GB", {
    day: "numeric",
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  }).format(date);

/** For file names: the sortable date. */
export const dayOf = (date: Date): string => date.toISOString().slice(0, 10);
