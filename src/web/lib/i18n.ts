import type { Language, TextPart } from "#contract/languages.ts";
import { limits } from "#contract/limits.ts";
import { mergeTexts } from "#i18n/text-tree.ts";
import { builtInTexts } from "./built-in-texts.ts";
import { ApiError, call } from "./client.ts";
import { isKeptPage } from "./session.ts";
import { createTranslate, type TextTree } from "./translate.ts";
import { translate } from "./words-on-screen.ts";

const loaded = new Map<Language, TextTree>();
/** Languages of which only the texts of the first screens are loaded. */
const partial = new Set<Language>();
let part: "doors" | "public" | undefined;
let isInSteps = false;

/** From here on only the texts of the sign-in pages, or of the public pages, are loaded: this page needs no others. */
export function onlyTextsOf(those: "doors" | "public"): void {
  part = those;
}

/** The next language begins with the texts of the first screens; `loadRest` completes it. */
export function beginWithFirstTexts(): void {
  isInSteps = true;
}

/** Switches to a language with the texts loaded so far. */
export function speak(language: Language): void {
  const texts = mergeTexts(builtInTexts[language], loaded.get(language) ?? {});
  translate.set(createTranslate(language, texts, partial.has(language)));
}

/** Loads the texts of a language once. Falls back to those of the build, so it never fails. */
export async function loadTexts(language: Language): Promise<void> {
  if (loaded.has(language)) return;
  const isFirst = isInSteps;
  isInSteps = false;
  // The cached offline page includes its texts, of the same build.
  const kept = isKeptPage ? await loadBuiltTexts(language) : null;
  const fetched = kept ?? (await fetchTexts(language, isFirst ? "start" : part).catch(() => null));
  if (isFirst && kept === null && fetched !== null) partial.add(language);
  const texts = fetched ?? (await loadBuiltTexts(language));
  if (texts !== null) loaded.set(language, texts);
}

/**
 * Completes a language that began with the texts of the first screens. Falls back like `loadTexts`. Returns whether
 * texts were added.
 */
export async function loadRest(language: Language): Promise<boolean> {
  if (!partial.has(language)) return false;
  const texts = await fetchTexts(language, "rest").catch(() => loadBuiltTexts(language));
  // Without either, the next attempt may find the server again.
  if (texts === null || !partial.delete(language)) return false;
  loaded.set(language, mergeTexts(loaded.get(language) ?? {}, texts));
  return true;
}

const fetchTexts = (language: Language, some: TextPart | undefined): Promise<TextTree> =>
  withRetries(async () => {
    const texts = await call("GET /api/translations/{lang}", {
      params: { lang: language },
      query: { part: some },
    });
    return texts as TextTree;
  });

/** The files of this build, as a separate chunk that is loaded only when the server does not answer. */
async function loadBuiltTexts(language: Language): Promise<TextTree | null> {
  try {
    const { textsOf } = await import("./all-texts.ts");
    return await textsOf(language);
  } catch {
    return null;
  }
}

const { retries, firstDelay } = limits.texts;

/** At most five retries from 350 ms, doubling. A refusal with 400 to 499 is not retried. */
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
