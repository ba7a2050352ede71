import { type Currency, fromDecimal } from "#contract/currencies.ts";

const arabicZero = "٠".codePointAt(0) ?? 0;
const persianZero = "۰".codePointAt(0) ?? 0;

/** Digits of either script, separators as people type them: `١٬٢٥٠٫٥`, `1,250.5` and `1250,5` are all `1250.5`. */
function plain(text: string): string {
  const western = text
    .trim()
    .replaceAll(/[٠-٩]/g, (digit) => String((digit.codePointAt(0) ?? 0) - arabicZero))
    .replaceAll(/[۰-۹]/g, (digit) => String((digit.codePointAt(0) ?? 0) - persianZero))
    .replaceAll(/[\s٬]/g, "")
    .replaceAll("٫", ".");
  if (/^\d{1,3}(?:,\d{3})+(?:\.\d*)?$/.test(western)) return western.replaceAll(",", "");
  return /^\d+,\d*$/.test(western) ? western.replace(",", ".") : western;
}

/** Parses the text of a price field into whole minor units; undefined where it is not an amount of the currency. */
export const typedMoney = (text: string, currency: Currency): number | undefined =>
  fromDecimal(plain(text), currency);
