import type { Language } from "#contract/languages.ts";
import { ApiError } from "#web/lib/client.ts";
import type { Words } from "./words.ts";

/** What went wrong, in the reader's words. The sentences of all refusals are fetched when the first one is met. */
export async function failureText(error: unknown, words: Words, language: Language): Promise<string> {
  if (!(error instanceof ApiError)) return words.say("failed");
  const field = Object.values(error.fields).flat()[0];
  const own = field === undefined ? null : words.refusal(field);
  if (own !== null) return own;
  const { code, network } = await errorTexts(language);
  if (error.status === 0) return network;
  const sentence = (code as Readonly<Record<string, string>>)[error.code] ?? words.say("failed");
  return sentence.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => String(error.values[name] ?? whole));
}

async function errorTexts(language: Language) {
  const { default: texts } = await (language === "ar"
    ? import("#i18n/ar/errors.json", { with: { type: "json" } })
    : import("#i18n/en/errors.json", { with: { type: "json" } }));
  return texts;
}
