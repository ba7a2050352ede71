import type { Language } from "#contract/languages.ts";
import { call, quiet } from "./client.ts";
import { writeCookie } from "./cookies.ts";
import { loadRest, loadTexts, speak } from "./i18n.ts";
import { bootLanguage, session } from "./session.ts";
import { onRemembered, recall, remember, storageKeys } from "./storage.ts";
import { createStore, useStore } from "./store.ts";

export type Direction = "ltr" | "rtl";

export interface LanguageFacts {
  readonly code: Language;
  /** In its own script, so that its readers recognize it. */
  readonly name: string;
  readonly letters: string;
  readonly flag: string;
  readonly direction: Direction;
}

const facts: Readonly<Record<Language, LanguageFacts>> = {
  en: { code: "en", name: "English", letters: "EN", flag: "🇬🇧", direction: "ltr" },
  ar: { code: "ar", name: "العربية", letters: "ع", flag: "🇸🇦", direction: "rtl" },
};

export const languages: readonly LanguageFacts[] = Object.values(facts);

export const directionOf = (language: Language): Direction => facts[language].direction;
export const languageName = (language: Language): string => facts[language].name;

const language = createStore<Language>("en");
const loading = createStore(true);

export function isLanguage(text: string | null | undefined): text is Language {
  return text === "en" || text === "ar";
}

/** Stored choice, then the language the server detected for this page, then the browser's preference, then English. */
export function detectLanguage(
  stored: string | null,
  offered: string | null,
  preferred: readonly string[],
): Language {
  if (isLanguage(stored)) return stored;
  if (isLanguage(offered)) return offered;
  return preferred.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage) ?? "en";
}

/** Starts in the detected language and follows the other tabs of this browser. */
export async function startLanguage(): Promise<void> {
  onRemembered(storageKeys.language, (value) => {
    if (isLanguage(value) && value !== language.get()) void show(value);
  });
  const first = detectLanguage(recall(storageKeys.language), bootLanguage, navigator.languages);
  // The few words shown before the texts have loaded are in this language, too.
  speak(first);
  await show(first);
}

/** Handler of the language switcher: shows the language, remembers it here and, for a signed-in user, on the server. */
export async function changeLanguage(next: Language): Promise<void> {
  remember(storageKeys.language, next);
  remember(storageKeys.direction, directionOf(next));
  // For content the server writes without an account to go by: guest pages, notifications of the demo.
  writeCookie(storageKeys.language, next);
  await show(next);
  if (!session.user()) return;
  // The choice holds in this browser either way; an unreachable server must not undo it.
  await call("POST /api/language", { body: { locale: next } }, quiet).catch(() => undefined);
}

let texts: Promise<void> = Promise.resolve();

/** Settles when the texts of the selected language are loaded: of a first screen, those that it shows. */
export const whenTexts = () => texts;

let rest: Promise<void> | undefined;

/** Settles when all texts of the selected language are loaded; the first call requests them. */
export function whenAllTexts(): Promise<void> {
  rest ??= addRest().finally(() => {
    rest = undefined;
  });
  return rest;
}

async function addRest(): Promise<void> {
  await texts;
  const now = language.get();
  if ((await loadRest(now)) && now === language.get()) speak(now);
}

function show(next: Language): Promise<void> {
  texts = load(next);
  return texts;
}

async function load(next: Language): Promise<void> {
  loading.set(true);
  await loadTexts(next);
  speak(next);
  document.documentElement.lang = next;
  document.documentElement.dir = directionOf(next);
  language.set(next);
  loading.set(false);
}

export const useLanguage = () => useStore(language);
/** True from the selection of a language until its texts are loaded. */
export const useIsLanguageLoading = () => useStore(loading);
