import type { Language } from "#contract/languages.ts";
import ar from "#i18n/ar/media/photos.json" with { type: "json" };
import en from "#i18n/en/media/photos.json" with { type: "json" };

const words = { en: en.paper, ar: ar.paper } satisfies Record<Language, object>;

/** Texts of the report and of the tables of an export. */
export const photoWords = (language: Language) => words[language];

/** `Asia/Riyadh`'s date and time of an instant, in the language. */
export const timeIn = (language: Language, at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat(`${language}-u-nu-latn-ca-gregory`, {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone,
  }).format(at);
