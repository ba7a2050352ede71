/**
 * Currencies and the format of their amounts. Imports nothing: screens that show a price do not load the schemas into
 * the browser.
 */
/** ISO 4217 codes of the currencies available for invoices. */
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

/** Decimal digits where they are not two. Source: ISO 4217. */
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

/** Number of decimal digits of the currency: 2 for the dollar, 3 for the Kuwaiti dinar, 0 for the yen. */
export const minorDigits = (currency: Currency): number => digits[currency] ?? 2;

/** `1250`, `USD` becomes `"12.50"`; a negative amount keeps its sign. Exact: no floating point is involved. */
export function toDecimal(amount: number, currency: Currency): string {
  const places = minorDigits(currency);
  const text = String(Math.abs(amount)).padStart(places + 1, "0");
  const sign = amount < 0 ? "-" : "";
  return places === 0 ? `${sign}${text}` : `${sign}${text.slice(0, -places)}.${text.slice(-places)}`;
}

/**
 * Parses typed text (`"12.5"`, Western digits, a point) into minor units; undefined if it is no amount of that
 * currency.
 */
export function fromDecimal(text: string, currency: Currency): number | undefined {
  const places = minorDigits(currency);
  const parts = /^(\d{1,12})(?:\.(\d*))?$/.exec(text.trim());
  if (parts === null) return undefined;
  const [, whole = "", fraction = ""] = parts;
  if (fraction.length > places) return undefined;
  return Number(whole + fraction.padEnd(places, "0"));
}
