import { it } from "vitest";
import type { Language } from "#contract/languages.ts";
import { everyCase } from "#test/every-case.ts";

/**
 * `it` for a screen that exists in both languages: the first test runs in English, the next in Arabic, and so on, so
 * that every test runs and every screen is read in both. With `EVERY_CASE=1` each test runs in each language. Tests
 * that differ by more than their texts (digits, arrow keys), or are the only one of a `describe`, use Vitest's own
 * `test`.
 */
export function inTurns(language: Language): typeof it {
  let place = language === "en" ? 0 : 1;
  const isOurs = () => everyCase || place++ % 2 === 0;
  return new Proxy(it, {
    apply: (test, _, told: Parameters<typeof it>) => {
      if (isOurs()) test(...told);
    },
    get: (test, key) =>
      key === "each"
        ? (cases: readonly unknown[]) => test.each(cases.filter(isOurs))
        : Reflect.get(test, key),
  });
}
