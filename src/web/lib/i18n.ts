import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import type { Language } from "#contract/languages.ts";
import { builtInTexts } from "./built-in-texts.ts";
import { ApiError, call } from "./client.ts";

export const i18n = i18next.createInstance();

/**
 * Texts come by language in one object, domain by domain: `t("visits.name_required")`. There is one i18next
 * namespace only, so that a key reads the same in a screen, in a refusal of the server and in the file.
 */
void i18n.use(initReactI18next).init({
  lng: "en",
  fallbackLng: false,
  resources: { en: { translation: builtInTexts.en }, ar: { translation: builtInTexts.ar } },
  interpolation: { escapeValue: false },
  react: { useSuspense: false },
  initAsync: false,
});

const loaded = new Set<Language>();

/** Fetches the texts of a language once. Falls back to those the pages were built with, so it never fails. */
export async function loadTexts(language: Language): Promise<void> {
  if (loaded.has(language)) return;
  try {
    const texts = await withRetries(() =>
      call("GET /api/translations/{lang}", { params: { lang: language } }, { toast: false }),
    );
    i18n.addResourceBundle(language, "translation", texts, true, true);
    loaded.add(language);
  } catch {
    // Not marked as loaded: the next change of language asks the server again.
    await loadBuiltTexts(language).catch(() => undefined);
  }
}

/** The files this build was made from, as a chunk of its own that is fetched only when the server has no answer. */
async function loadBuiltTexts(language: Language): Promise<void> {
  const { textsOf } = await import("./all-texts.ts");
  i18n.addResourceBundle(language, "translation", await textsOf(language), true, true);
}

const attempts = 5;
const firstDelay = 350;

/** At most five more tries from 350 ms, doubling. What the server refuses by 400 to 499 is not asked again. */
export async function withRetries<T>(
  load: () => Promise<T>,
  wait: (milliseconds: number) => Promise<void> = pause,
  tried = 0,
): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const refused = error instanceof ApiError && error.status >= 400 && error.status < 500;
    if (refused || tried >= attempts) throw error;
    await wait(firstDelay * 2 ** tried);
    return withRetries(load, wait, tried + 1);
  }
}

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
