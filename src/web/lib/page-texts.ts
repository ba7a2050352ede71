import type { Language } from "#contract/languages.ts";
import { mergeTexts } from "#i18n/text-tree.ts";
import type { TextTree } from "./translate.ts";

const texts: Readonly<Record<Language, Record<string, TextTree>>> = { en: {}, ar: {} };

/**
 * For pages whose texts come in parts: adds some, by domain, and returns all loaded texts of that language. A
 * `Translate` made from the returned tree also finds texts that are added later; add them before the component that
 * shows them renders.
 */
export const addTexts = (language: Language, more: Readonly<Record<string, TextTree>>): TextTree =>
  Object.assign(texts[language], mergeTexts(texts[language], more));
