import type { Language } from "#contract/languages.ts";
import { localeOf } from "./locale.ts";

const dateStyles = {
  /** 20 Nov 2026 */
  date: { day: "numeric", month: "short", year: "numeric" },
  /** 20 November 2026 */
  long: { day: "numeric", month: "long", year: "numeric" },
  /** 20 Nov 2026, 14:05 */
  moment: {
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  },
  /** 20 Nov */
  day: { day: "numeric", month: "short" },
  /** 14:05 */
  time: { hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
  /** Nov 2026 */
  month: { month: "short", year: "numeric" },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

export type DateStyle = keyof typeof dateStyles;

const steps = [
  ["year", 31_557_600],
  ["month", 2_629_800],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
] as const;

export interface Formatter {
  /** An instant (ISO text or Date) in the user's own time zone; an unreadable one gives an empty text. */
  date(instant: string | Date, style?: DateStyle): string;
  /** '3 days ago', 'in 2 hours'; 'now' under a minute. */
  ago(instant: string | Date, now?: Date): string;
  number(value: number, options?: Intl.NumberFormatOptions): string;
  /** A share from 0 to 1 as a whole percentage. */
  percent(share: number): string;
  /** Bytes in the largest fitting unit, 1024-based like the limits. */
  bytes(count: number): string;
  list(items: readonly string[]): string;
}

export function createFormatter(language: Language): Formatter {
  const locale = localeOf(language);
  const read = (instant: string | Date) => (typeof instant === "string" ? new Date(instant) : instant);
  const number = (value: number, options?: Intl.NumberFormatOptions) =>
    new Intl.NumberFormat(locale, options).format(value);
  return {
    number,
    percent: (share) => number(share, { style: "percent", maximumFractionDigits: 0 }),
    list: (items) => new Intl.ListFormat(locale, { type: "conjunction" }).format(items),
    date(instant, style = "date") {
      const value = read(instant);
      if (Number.isNaN(value.getTime())) return "";
      return new Intl.DateTimeFormat(locale, dateStyles[style]).format(value);
    },
    ago(instant, now = new Date()) {
      const seconds = (read(instant).getTime() - now.getTime()) / 1000;
      if (Number.isNaN(seconds)) return "";
      const relative = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
      const step = steps.find(([, size]) => Math.abs(seconds) >= size);
      return step ? relative.format(Math.trunc(seconds / step[1]), step[0]) : relative.format(0, "second");
    },
    bytes(count) {
      const units = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;
      const power = count < 1 ? 0 : Math.min(Math.floor(Math.log2(count) / 10), units.length - 1);
      const value = count / 1024 ** power;
      return number(value, {
        style: "unit",
        unit: units[power] ?? "byte",
        // The short Arabic units are abbreviations that are not in use.
        unitDisplay: power === 0 || language === "ar" ? "long" : "short",
        maximumFractionDigits: value < 10 && power > 0 ? 1 : 0,
      });
    },
  };
}
