import type { Language } from "#contract/languages.ts";
import { tour as ar } from "#i18n/ar/sites/exports.json" with { type: "json" };
import { tour as en } from "#i18n/en/sites/exports.json" with { type: "json" };
import { createPageTranslator, type PageTranslator, type Paths } from "#web/lib/page-translator.ts";

export type TourText = Paths<typeof en>;
/** The page's texts in one language. */
export type TourSpeaker = PageTranslator<TourText>;

export const speakerOf = (language: Language): TourSpeaker =>
  createPageTranslator(language, language === "ar" ? ar : en);
