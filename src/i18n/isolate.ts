import type { CrewLanguage } from "#contract/crews.ts";

/**
 * Isolates a value inside a sentence of that language, between U+2068 and U+2069, if its letters or signs would reverse
 * the order: names of the other script, and in Arabic and Urdu everything except Arabic letters, digits and spaces (“-2
 * Basement”).
 */
export const isolate = (value: string, language: CrewLanguage): string =>
  needsIsolation(value, language) ? `\u2068${value}\u2069` : value;

// A text that begins with an isolate is already isolated.
const needsIsolation = (value: string, language: CrewLanguage): boolean =>
  !value.startsWith("\u2068") &&
  (language === "ar" || language === "ur"
    ? /[^\p{Script=Arabic}\p{M}\d\s]/u.test(value)
    : /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(value));
