import type { Language } from "#contract/languages.ts";
import { readTexts } from "#i18n/text-files.ts";
import {
  createTranslate,
  type TextKey,
  type TextTree,
  type TextValues,
  type Translate,
} from "#web/lib/translate.ts";
import { translate } from "#web/lib/words-on-screen.ts";

const texts: Partial<Record<Language, TextTree>> = {};

/**
 * The text of a key as the screen shows it in that language. Tests find texts by key, so that wording is free to
 * change; texts fixed word for word by the specification are written out instead.
 *
 * @throws when there is no such text.
 */
export function says(language: Language): Translate {
  texts[language] ??= readTexts(language);
  return known(createTranslate(language, texts[language]));
}

/** The same in the language on screen. */
export const say: Translate = (key, values) => known(translate.get())(key, values);

/** For texts within longer ones: matches where the text of the key occurs. */
export const saying = (language: Language) => (key: TextKey, values?: TextValues) =>
  new RegExp(says(language)(key, values).replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));

function known(text: Translate): Translate {
  return (key, values) => {
    const found = text(key, values);
    if (found === key) throw new Error(`There is no text "${key}".`);
    return found;
  };
}
