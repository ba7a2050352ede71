import type { Language } from "#contract/languages.ts";
import ar from "#i18n/ar/work/comparisons.json" with { type: "json" };
import en from "#i18n/en/work/comparisons.json" with { type: "json" };

const words = { en: en.printed, ar: ar.printed } satisfies Record<Language, object>;
const locales: Readonly<Record<Language, string>> = { en: "en-GB", ar: "ar-u-ca-gregory-nu-latn" };

/** Texts of a printed comparison. */
export const comparisonWords = (language: Language) => words[language];

/** `20 November 2026`, as on the screens. */
export const dayIn = (language: Language, at: Date): string =>
  new Intl.DateTimeFormat(locales[language], { dateStyle: "long", timeZone: "UTC" }).format(at);
