import type { Language } from "#contract/languages.ts";
import { readTexts } from "#i18n/text-files.ts";
import { textAt } from "#i18n/text-tree.ts";

/** The text of a key with its values, as in an email's subject and plain text: without direction isolates. */
export function mailText(
  language: Language,
  key: string,
  values: Readonly<Record<string, string | number>> = {},
): string {
  const text = textAt(readTexts(language), key);
  if (text === undefined) throw new Error(`There is no text "${key}".`);
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ""));
}
