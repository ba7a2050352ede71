import type { Language } from "#contract/languages.ts";
import type { MonthUsage } from "#contract/plans.tiers.ts";
import { localeOf } from "#web/lib/format.ts";

export type UsageKind = "projects" | "visits" | "videos" | "bytes";

export const totalOf = (months: readonly MonthUsage[], kind: UsageKind): number =>
  months.reduce((sum, month) => sum + month[kind], 0);

/** Localized name of a month: short below a chart, in full beside its figures. Months here have no time zone. */
export function monthName(
  { year, month }: Pick<MonthUsage, "year" | "month">,
  language: Language,
  style: "short" | "full",
): string {
  const options =
    style === "short" ? { month: "short" as const } : { month: "long" as const, year: "numeric" as const };
  return new Intl.DateTimeFormat(localeOf(language), { ...options, timeZone: "UTC" }).format(
    Date.UTC(year, month - 1, 15),
  );
}
