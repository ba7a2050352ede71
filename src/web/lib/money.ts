import { type Currency, minorDigits, toDecimal } from "#contract/currencies.ts";
import type { Language } from "#contract/languages.ts";
import { useLanguage } from "./language.ts";
import { localeOf } from "./locale.ts";

/** Whole minor units (`1250`, `USD`) as the language writes them: `US$12.50`, `12.50 US$`. */
export function moneyText(amount: number, currency: Currency, language: Language): string {
  const places = minorDigits(currency);
  const format = new Intl.NumberFormat(localeOf(language), {
    style: "currency",
    currency,
    minimumFractionDigits: places,
    maximumFractionDigits: places,
  });
  // A text is formatted digit by digit; as a number it would be a fraction on the way.
  return wholeSign(format.formatToParts(toDecimal(amount, currency) as `${number}`), language);
}

/** The sign of a currency keeps its order within Arabic, where `US$` would be read as `$US`. */
export const wholeSign = (parts: readonly Intl.NumberFormatPart[], language: Language): string =>
  parts
    .map(({ type, value }) => (type === "currency" && language === "ar" ? `\u2068${value}\u2069` : value))
    .join("");

/** The name of a currency in the language: 'US Dollar'. */
export function currencyName(currency: string, language: Language): string {
  return new Intl.DisplayNames([localeOf(language)], { type: "currency" }).of(currency) ?? currency;
}

/** Amounts in the language on screen. */
export function useMoney(): (amount: number, currency: Currency) => string {
  const language = useLanguage();
  return (amount, currency) => moneyText(amount, currency, language);
}
