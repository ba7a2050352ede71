import type { FastifyRequest } from "fastify";
import { type Language, languages } from "#contract/languages.ts";
import ar from "#i18n/ar/media/viewer.json" with { type: "json" };
import arShell from "#i18n/ar/shell.json" with { type: "json" };
import en from "#i18n/en/media/viewer.json" with { type: "json" };
import enShell from "#i18n/en/shell.json" with { type: "json" };
import { preference } from "#server/platform/cookies.ts";

/** The texts of the pages that are rendered here rather than in the browser. */
export const pageTexts: Readonly<Record<Language, typeof en>> = { en, ar };
/** Shown by a page of the application until its script runs. */
export const loadingTexts: Readonly<Record<Language, string>> = {
  en: enShell.loading_language,
  ar: arShell.loading_language,
};

/** Gregorian months and Western digits in both languages, as everywhere in the product. */
const locales: Readonly<Record<Language, string>> = { en: "en-GB", ar: "ar-u-ca-gregory-nu-latn" };

export const directionOf = (language: Language) =>
  languages.find(({ code }) => code === language)?.direction ?? "ltr";

/** 20 November 2026; empty when the instant cannot be parsed. */
export function longDate(instant: string, language: Language): string {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return "";
  return new Intl.DateTimeFormat(locales[language], { dateStyle: "long" }).format(date);
}

/** The language to serve a page in: requested by `?lang=`, the account's, the browser's cookie, its preference. */
export function pageLanguage(request: FastifyRequest, account?: Language): Language {
  const { lang } = request.query as { lang?: unknown };
  const candidates = [
    lang,
    account,
    preference(request, "app-language"),
    ...preferredLanguages(request.headers),
  ];
  return candidates.find(isLanguage) ?? "en";
}

const isLanguage = (value: unknown): value is Language => languages.some(({ code }) => code === value);

/** `Accept-Language: ar-QA;q=0.8, en` as `["en", "ar"]`. */
export function preferredLanguages({
  "accept-language": header = "",
}: {
  "accept-language"?: string | undefined;
}): string[] {
  return header
    .split(",", 20)
    .map((entry) => {
      const [tag = "", quality = ""] = entry.trim().split(";");
      const weight = /^\s*q=([\d.]+)$/.exec(quality)?.[1];
      return { tag: tag.slice(0, 2).toLowerCase(), weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag);
}
