import type { Language } from "#contract/languages.ts";
import { limits } from "#contract/limits.ts";
import { mergeTexts } from "#i18n/text-tree.ts";
import { builtInTexts } from "./built-in-texts.ts";
import { ApiError, call } from "./client.ts";
import { isKeptPage } from "./session.ts";
import { createTranslate, type TextTree } from "./translate.ts";
import { translate } from "./words-on-screen.ts";

const loaded = new Map<Language, TextTree>();
let part: "doors" | "public" | undefined;

/** From here on only the texts of the screens before signing in, or of the public pages, are fetched: this page will not need more. */
export function onlyTextsOf(those: "doors" | "public"): void {
  part = those;
}

/** Shows a language with whatever texts of it there are. */
export function speak(language: Language): void {
  const texts = mergeTexts(builtInTexts[language], loaded.get(language) ?? {});
  translate.set(createTranslate(language, texts));
}

/** Fetches the texts of a language once. Falls back to those the pages were built with, so it never fails. */
export async function loadTexts(language: Language): Promise<void> {
  if (loaded.has(language)) return;
  // The page that is kept for when there is no connection has its words beside it, of the same build.
  const kept = isKeptPage ? await loadBuiltTexts(language) : null;
  const texts = kept ?? (await fetchTexts(language).catch(() => loadBuiltTexts(language)));
  if (texts !== null) loaded.set(language, texts);
}

const fetchTexts = (language: Language): Promise<TextTree> =>
  withRetries(async () => {
    const texts = await call("GET /api/translations/{lang}", { params: { lang: language }, query: { part } });
    return texts as TextTree;
  });

/** The files this build was made from, as a chunk of its own that is fetched only when the server has no answer. */
async function loadBuiltTexts(language: Language): Promise<TextTree | null> {
  try {
    const { textsOf } = await import("./all-texts.ts");
    return await textsOf(language);
  } catch {
    return null;
  }
}

const { retries, firstDelay } = limits.texts;

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
    if (refused || tried >= retries) throw error;
    await wait(firstDelay * 2 ** tried);
    return withRetries(load, wait, tried + 1);
  }
}

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
