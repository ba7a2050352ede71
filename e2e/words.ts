import type { Language } from "#contract/languages.ts";
import { isolate } from "#i18n/isolate.ts";
import { readTexts } from "#i18n/text-files.ts";
import { textAt } from "#i18n/text-tree.ts";

/** Text under `namespace.key` in a language, as shown on the screen. */
export function words(language: Language) {
  const texts = readTexts(language);
  return (key: string, values: Readonly<Record<string, string | number>> = {}): string => {
    const text = textAt(texts, key);
    if (text === undefined) throw new Error(`No text "${key}" in ${language}.`);
    return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) =>
      isolate(String(values[name] ?? ""), language),
    );
  };
}

export type Words = ReturnType<typeof words>;
