import type { Language } from "#contract/languages.ts";
import ar from "#i18n/ar/media/spot_codes.json" with { type: "json" };
import en from "#i18n/en/media/spot_codes.json" with { type: "json" };

const words = { en: en.printed, ar: ar.printed } satisfies Record<Language, object>;

/** Texts of printed labels. */
export const labelWords = (language: Language) => words[language];
