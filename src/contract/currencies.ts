/**
 * Currencies and how their amounts are written. Imports nothing: screens that show a price do not bring the schemas into
 * the browser.
 */
/** ISO 4217 codes of the currencies that bills can be written in. */
export const currencies = [
  "AED",
  "AUD",
  "BHD",
  "BRL",
  "CAD",
  "CHF",
  "CNY",
  "CZK",
  "DKK",
  "EGP",
  "EUR",
  "GBP",
  "HKD",
  "HUF",
  "IDR",
  "ILS",
  "INR",
  "IQD",
  "JOD",
  "JPY",
  "KES",
  "KRW",
  "KWD",
  "LBP",
  "LYD",
  "MAD",
  "MXN",
  "MYR",
  "NGN",
  "NOK",
  "NZD",
  "OMR",
  "PHP",
  "PKR",
  "PLN",
  "QAR",
  "RON",
  "SAR",
  "SEK",
  "SGD",
  "THB",
  "TND",
  "TRY",
  "USD",
  "VND",
  "ZAR",
] as const;
export type Currency = (typeof currencies)[number];

/** Digits after the point where they are not two. Source: ISO 4217. */
const digits: Partial<Record<Currency, number>> = {
  BHD: 3,
  IQD: 3,
  JOD: 3,
  JPY: 0,
  KRW: 0,
  KWD: 3,
  LYD: 3,
  OMR: 3,
  TND: 3,
  VND: 0,
};

/** How many decimal digits the currency is written with: 2 for the dollar, 3 for the Kuwaiti dinar, 0 for the yen. */
export const minorDigits = (currency: Currency): number => digits[currency] ?? 2;

/** `1250`, `USD` becomes `"12.50"`; a negative amount keeps its sign. Exact: no floating point is involved. */
export function toDecimal(amount: number, currency: Currency): string {
  const places = minorDigits(currency);
  const text = String(Math.abs(amount)).padStart(places + 1, "0");
  const sign = amount < 0 ? "-" : "";
  return places === 0 ? `${sign}${text}` : `${sign}${text.slice(0, -places)}.${text.slice(-places)}`;
}

/** What was typed (`"12.5"`, Western digits, a point) as minor units; undefined where it is no amount of that currency. */
export function fromDecimal(text: string, currency: Currency): number | undefined {
  const places = minorDigits(currency);
  const parts = /^(\d{1,12})(?:\.(\d*))?$/.exec(text.trim());
  if (parts === null) return undefined;
  const [, whole = "", fraction = ""] = parts;
  if (fraction.length > places) return undefined;
  return Number(whole + fraction.padEnd(places, "0"));
}
