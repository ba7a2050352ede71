import { crewLanguageLooks } from "#contract/crews.languages.ts";
import type { CrewLanguage } from "#contract/crews.ts";
import type answer from "#i18n/en/work/crews.answer.json";
import { createTranslate } from "#web/lib/translate.ts";
import { translate } from "#web/lib/words-on-screen.ts";

declare module "#web/lib/text-keys.ts" {
  interface Elsewhere {
    crews_answer: { crews: { answer: typeof answer } };
  }
}

/** One file per language; the server preloads the right one with the page. */
const files: Readonly<Record<CrewLanguage, () => Promise<{ default: typeof answer }>>> = {
  en: () => import("#i18n/en/work/crews.answer.json", { with: { type: "json" } }),
  ar: () => import("#i18n/ar/work/crews.answer.json", { with: { type: "json" } }),
  ur: () => import("#i18n/ur/work/crews.answer.json", { with: { type: "json" } }),
  hi: () => import("#i18n/hi/work/crews.answer.json", { with: { type: "json" } }),
  bn: () => import("#i18n/bn/work/crews.answer.json", { with: { type: "json" } }),
};

/** Shows the page in a language. Rejects when its texts could not be loaded; the page then stays as it is. */
export async function speak(language: CrewLanguage): Promise<void> {
  const { default: texts } = await files[language]();
  document.documentElement.lang = language;
  document.documentElement.dir = crewLanguageLooks[language].direction;
  // Besides its own texts the page needs the one text of the UI kit.
  translate.set(createTranslate(language, { crews: { answer: texts }, common: { close: texts.close } }));
}

/** 28 November 2026 of a day (`2026-11-28`), or with the time of an instant. */
export function written(at: string, language: CrewLanguage): string {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(at);
  const date = new Date(isDay ? `${at}T12:00:00` : at);
  if (Number.isNaN(date.getTime())) return "";
  return date.toLocaleString(crewLanguageLooks[language].locale, {
    day: "numeric",
    month: "short",
    ...(isDay ? { year: "numeric" } : { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }),
  });
}
