import type { Language } from "#contract/languages.ts";
import ar from "#i18n/ar/mail.json" with { type: "json" };
import en from "#i18n/en/mail.json" with { type: "json" };

/** The texts of emails. They are loaded only here: no page needs them. */
export const mailTexts: Readonly<Record<Language, typeof en>> = { en, ar };

/** Gregorian months and Western digits in both languages, as everywhere in the product. */
const locales: Readonly<Record<Language, string>> = { en: "en-GB", ar: "ar-u-ca-gregory-nu-latn" };

/** Fills the `{{places}}` of a text in one pass, so that a value that contains a placeholder stays as it is. */
export function fillText(
  text: string,
  values: Readonly<Record<string, string>>,
  dress: (value: string) => string = (value) => value,
): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => dress(values[name] ?? ""));
}

/** `60 minutes`, `3 days`: the greatest unit without a fraction; hours only from two on. */
export function durationText(minutes: number, language: Language): string {
  const [unit, count] =
    minutes % 1440 === 0
      ? (["day", minutes / 1440] as const)
      : minutes % 60 === 0 && minutes > 60
        ? (["hour", minutes / 60] as const)
        : (["minute", minutes] as const);
  return new Intl.NumberFormat(locales[language], { style: "unit", unit, unitDisplay: "long" }).format(count);
}

/** In UTC, and marked as such: the server cannot know where the reader is. */
export function instantText(at: Date, language: Language): string {
  const format = new Intl.DateTimeFormat(locales[language], {
    dateStyle: "long",
    timeStyle: "short",
    hourCycle: "h23",
    timeZone: "UTC",
  });
  return `${format.format(at)} UTC`;
}

/**
 * Makes a value fit for a header or a greeting: one line, no control characters, nothing that changes the direction of
 * the text that follows.
 */
export function oneLine(value: string, most = 200): string {
  return value
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u200E\u200F\u202A-\u202E\u2066-\u2069]+/gu, " ")
    .trim()
    .slice(0, most);
}

/** A quoted message line by line, each fit for an email; no more than one empty line in a row. */
export function quotedLines(text: string): string[] {
  const lines = text.trim().split(/\r\n|[\n\r\u2028\u2029]/u);
  return lines.map((line) => oneLine(line, 600)).filter((line, at, all) => line !== "" || all[at - 1] !== "");
}

/** Removes web addresses, email addresses and telephone numbers: the recipient has not agreed to hear from the sender. */
export function withoutAddresses(text: string, instead: string): string {
  const plain = text.replaceAll(/\S*(?::\/\/|@|\p{L}\.\p{L}{2,}|\bwww\.)\S*/gu, instead);
  return plain.replaceAll(/\+?\p{N}(?:[ ()./-]*\p{N}){6,}/gu, instead);
}

/** The name of a project for a user with an unverified address: few digits besides letters, no address, no offer. */
export function projectName(name: string): string {
  const line = oneLine(name);
  const isPlain = /^[\p{L}\p{M}\p{N} .,'’()&#–-]{1,80}$/u.test(line) && !/\.\S/u.test(line);
  return isPlain && line.replaceAll(/\P{N}/gu, "").length <= 6 ? line : "";
}

/** The name to greet with; empty for one that could pass for an address, a telephone number or an offer. */
export function greetingName(name: string): string {
  const line = oneLine(name);
  return /^[\p{L}\p{M} .'’-]{1,60}$/u.test(line) && !/\.\S/u.test(line) ? line : "";
}
