import type { Language } from "#contract/languages.ts";
import { createFormatter, type Formatter } from "./formatter.ts";
import { useLanguage } from "./language.ts";

export { createFormatter, type DateStyle, type Formatter } from "./formatter.ts";
export { localeOf } from "./locale.ts";

const formatters = new Map<Language, Formatter>();

/** The formatter of the language on screen. */
export function useFormat(): Formatter {
  const language = useLanguage();
  let formatter = formatters.get(language);
  if (formatter === undefined) {
    formatter = createFormatter(language);
    formatters.set(language, formatter);
  }
  return formatter;
}
