import { type RawBuilder, sql } from "kysely";
import type { Database, Trx } from "#server/platform/database.ts";
import { dayAt, siteTime } from "#server/platform/site-time.ts";
import "./tables.ts";

/** The current day in the time zone of each project. */
export interface SiteDays {
  /** `{"Asia/Riyadh": "2026-11-21"}` as JSON. */
  readonly byZone: string;
  /** The latest of them: an index can use it. */
  readonly latest: string;
  /** The current hours, `{"Asia/Riyadh": 7}` as JSON. */
  readonly hours: string;
}

/** Computed here: the database may know other time zones, and reads an offset such as `+03:00` the other way round. */
export async function siteDays(source: Database | Trx, now: Date): Promise<SiteDays> {
  const zones = await source.selectFrom("projects").select("time_zone").distinct().execute();
  const days = Object.fromEntries(zones.map(({ time_zone }) => [time_zone, dayAt(now, time_zone)]));
  const latest = Object.values(days).toSorted().at(-1) ?? dayAt(now, "UTC");
  const hours = zones.map(({ time_zone }) => [time_zone, Number(siteTime(now, time_zone).hour)]);
  return { byZone: JSON.stringify(days), latest, hours: JSON.stringify(Object.fromEntries(hours)) };
}

/** The current day of the project `p`. */
export const todayIn = ({ byZone }: SiteDays): RawBuilder<string> =>
  sql<string>`(${byZone}::jsonb ->> p.time_zone)::date`;

/** The current hour in the time zone of the project `p`. */
export const hourIn = ({ hours }: SiteDays): RawBuilder<number> =>
  sql<number>`(${hours}::jsonb ->> p.time_zone)::int`;
