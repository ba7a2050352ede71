import type { Language } from "#contract/languages.ts";
import ar from "#i18n/ar/work/schedules.json" with { type: "json" };
import en from "#i18n/en/work/schedules.json" with { type: "json" };

const texts = { en: en.file, ar: ar.file } satisfies Record<Language, object>;

/** Texts in files for Project. */
export const wordsIn = (language: Language) => ({
  note: ({ open, closed }: { readonly open: number; readonly closed: number }): string =>
    texts[language].snags.replace("{{open}}", String(open)).replace("{{closed}}", String(closed)),
});
