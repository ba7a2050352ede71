import { toDecimal } from "#contract/currencies.ts";
import type { Language } from "#contract/languages.ts";
import type { Currency } from "#contract/money.ts";
import ar from "#i18n/ar/money/billing.bills.json" with { type: "json" };
import en from "#i18n/en/money/billing.bills.json" with { type: "json" };
import { fillText } from "#server/platform/mail/text.ts";
import type { Day } from "../plans/cycles.ts";

export interface BillWords {
  readonly language: Language;
  readonly isRtl: boolean;
  readonly say: typeof en;
  /** `21 November 2026` */
  day(at: Day): string;
  /** `1 Nov 2026 – 30 Nov 2026`, of the last days on both sides. */
  days(from: Day, to: Day): string;
  /** `1,250.00`: exact, whatever its size. */
  amount(amount: number, currency: Currency): string;
  /** The same with its currency: `USD 1,250.00`. */
  money(amount: number, currency: Currency): string;
  /** `5%` of 500, `7.5%` of 750. */
  percent(rate: number): string;
  fill(text: string, values: Readonly<Record<string, string | number>>): string;
}

const texts = { en, ar } as const;
/** Gregorian months and Western figures in both languages. */
const locales: Readonly<Record<Language, string>> = { en: "en-GB", ar: "ar-u-ca-gregory-nu-latn" };

export function billWords(language: Language): BillWords {
  const format = (month: "short" | "long") =>
    new Intl.DateTimeFormat(locales[language], {
      day: "numeric",
      month: language === "ar" ? "long" : month,
      year: "numeric",
      timeZone: "UTC",
    });
  const [short, long] = [format("short"), format("long")];
  const at = (day: Day) => new Date(`${day}T00:00:00Z`);
  const amount: BillWords["amount"] = (value, currency) => grouped(toDecimal(value, currency));
  return {
    language,
    isRtl: language === "ar",
    say: texts[language],
    day: (day) => long.format(at(day)),
    days: (from, to) => `${short.format(at(from))} – ${short.format(at(to))}`,
    amount,
    money: (value, currency) => `${currency} ${amount(value, currency)}`,
    percent: (rate) => `${String(rate / 100)}%`,
    fill: (text, values) =>
      fillText(
        text,
        Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)])),
      ),
  };
}

/** Groups thousands without converting to a number that would lose precision. */
function grouped(decimal: string): string {
  const [, sign = "", whole = "", rest = ""] = /^(-?)(\d+)(.*)$/.exec(decimal) ?? [];
  return `${sign}${whole.replaceAll(/\B(?=(\d{3})+$)/g, ",")}${rest}`;
}
