import type { Language } from "#contract/languages.ts";

/**
 * Gregorian calendar and Western digits in both languages: construction documents use them, and a date must read the
 * same in an email, on a drawing and here. English writes the day first, as is usual in the region; the clock has 24
 * hours.
 */
const locales: Record<Language, string> = { en: "en-GB", ar: "ar-u-ca-gregory-nu-latn" };

/** The language in which the page is currently written. */
export const languageOfPage = (): Language => (document.documentElement.lang === "ar" ? "ar" : "en");

export function localeOf(language: Language): string {
  return locales[language];
}
