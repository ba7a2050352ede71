import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Language } from "#contract/languages.ts";

const folder = join(import.meta.dirname, "../src/i18n");

/** The text under `namespace.key` in a language, as a person reads it on the screen. */
export function words(language: Language) {
  return (key: string, values: Readonly<Record<string, string | number>> = {}): string => {
    const [namespace = "", ...path] = key.split(".");
    const texts: unknown = JSON.parse(readFileSync(join(folder, language, `${namespace}.json`), "utf8"));
    const text = path.reduce<unknown>(
      (node, name) => (node as Record<string, unknown> | undefined)?.[name],
      texts,
    );
    if (typeof text !== "string") throw new Error(`No text "${key}" in ${language}.`);
    return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ""));
  };
}

export type Words = ReturnType<typeof words>;
