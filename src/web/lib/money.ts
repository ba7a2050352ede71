import { type Currency, minorDigits, toDecimal } from "#contract/currencies.ts";
import type { Language } from "#contract/languages.ts";
import { useLanguage } from "./language.ts";
import { localeOf } from "./locale.ts";

/** Formats whole minor units (`1250`, `USD`) for the language: `US$12.50`, `12.50 US$`. */
export function moneyText(amount: number, currency: Currency, language: Language): string {
  const places = minorDigits(currency);
  const format = new Intl.NumberFormat(localeOf(language), {
    style: "currency",
    currency,
    minimumFractionDigits: places,
    maximumFractionDigits: places,
  });
  // A string is formatted digit by digit; a number would become a binary fraction on the way.
  return wholeSign(format.formatToParts(toDecimal(amount, currency) as `${number}`), language);
}

/** Keeps the order of a currency sign within Arabic, where `US$` would be read as `$US`. */
export const wholeSign = (parts: readonly Intl.NumberFormatPart[], language: Language): string =>
  parts
    .map(({ type, value }) => (type === "currency" && language === "ar" ? `\u2068${value}\u2069` : value))
    .join("");

/** The name of a currency in the language: 'US Dollar'. */
export function currencyName(currency: string, language: Language): string {
  return new Intl.DisplayNames([localeOf(language)], { type: "currency" }).of(currency) ?? currency;
}

/** Formats amounts in the language on screen. */
export function useMoney(): (amount: number, currency: Currency) => string {
  const language = useLanguage();
  return (amount, currency) => moneyText(amount, currency, language);
}
