import { sql } from "kysely";
import type { MonthUsage } from "#contract/plans.tiers.ts";
import type { Database } from "#server/platform/database.ts";
import "./tables.ts";

/** A month of the calendar, UTC; `month` from 1 to 12. */
export interface Month {
  readonly year: number;
  readonly month: number;
}

export const monthAt = (now: Date): Month => ({ year: now.getUTCFullYear(), month: now.getUTCMonth() + 1 });

/** The form used in tables: its first day, `2026-03-01`. */
export const firstDay = ({ year, month }: Month): string =>
  `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}-01`;

/** The months that end with this one, oldest first. */
export const monthsUpTo = ({ year, month }: Month, count: number): Month[] =>
  Array.from({ length: count }, (_, index) => {
    const at = year * 12 + month - 1 - (count - 1 - index);
    return { year: Math.floor(at / 12), month: (at % 12) + 1 };
  });

export const monthsOfYear = (year: number): Month[] => monthsUpTo({ year, month: 12 }, 12);

/** Items created in each of these months by a user, or (null) by all; zero for months without any. */
export async function usageOf(
  db: Database,
  userId: number | null,
  months: readonly Month[],
): Promise<MonthUsage[]> {
  const rows = await db
    .selectFrom("usage_months")
    .select(["month", (of) => of.fn.sum<number>("projects").as("projects")])
    .select((of) => [of.fn.sum<number>("visits").as("visits"), of.fn.sum<number>("videos").as("videos")])
    .select(sql<number>`sum(bytes)::bigint`.as("bytes"))
    .where("month", "in", months.map(firstDay))
    .$if(userId !== null, (query) => query.where("id_user", "=", userId ?? 0))
    .groupBy("month")
    .execute();
  const found = new Map(rows.map((row) => [row.month, row]));
  return months.map((month) => {
    const row = found.get(firstDay(month));
    return {
      ...month,
      projects: row?.projects ?? 0,
      visits: row?.visits ?? 0,
      videos: row?.videos ?? 0,
      bytes: row?.bytes ?? 0,
    };
  });
}
