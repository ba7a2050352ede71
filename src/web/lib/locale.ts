import type { Language } from "#contract/languages.ts";

/**
 * Gregorian calendar and Western digits in both languages: a site's papers use them, and a date must read the
 * same in a mail, on a drawing and here. English writes the day first, as the region does; hours count to 24.
 */
const locales: Record<Language, string> = { en: "en-GB", ar: "ar-u-ca-gregory-nu-latn" };

/** In which the page is written right now. */
export const languageOfPage = (): Language => (document.documentElement.lang === "ar" ? "ar" : "en");

export function localeOf(language: Language): string {
  return locales[language];
}
