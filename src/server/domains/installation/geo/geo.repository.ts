import { sql } from "kysely";
import { limits } from "#contract/limits.ts";
import type { KnownAddress } from "#server/integrations/geocoder/nominatim.ts";
import type { Database } from "#server/platform/database.ts";
import "./tables.ts";

/** Key of a remembered address. */
export interface GeoPoint {
  /** Degrees, five decimals. */
  readonly latitude: number;
  readonly longitude: number;
  readonly zoom: number;
  readonly language: string;
}

const milliseconds = (count: number) => sql`${count} * interval '1 millisecond'`;
const oldest = sql<Date>`now() - ${limits.geo.keptDays} * interval '1 day'`;

/** Remembered addresses, and the slots in which the service may be called. The database's clock counts. */
export function createGeoRepository(db: Database) {
  return {
    async find(point: GeoPoint): Promise<{ found: KnownAddress } | undefined> {
      const row = await db
        .selectFrom("geo_addresses")
        .select("answer")
        .where("latitude", "=", point.latitude)
        .where("longitude", "=", point.longitude)
        .where("zoom", "=", point.zoom)
        .where("language", "=", point.language)
        .where("fetched_at", ">", oldest)
        .executeTakeFirst();
      return row?.answer;
    },

    async keep(point: GeoPoint, found: KnownAddress): Promise<void> {
      const answer = JSON.stringify({ found });
      await sql`
        insert into geo_addresses (latitude, longitude, zoom, language, answer)
        values (${point.latitude}, ${point.longitude}, ${point.zoom}, ${point.language}, ${answer}::jsonb)
        on conflict (latitude, longitude, zoom, language)
        do update set answer = excluded.answer, fetched_at = now()`.execute(db);
    },

    /**
     * Takes the next slot among all processes. Returns the milliseconds until it begins, or undefined when `most` slots
     * are taken already or calls are paused.
     */
    async takeTurn(pause: number, most: number): Promise<number | undefined> {
      const { rows } = await sql<{ wait: number }>`
        update geo_turns
        set next_at = greatest(next_at, clock_timestamp()) + ${milliseconds(pause)}
        where next_at < clock_timestamp() + ${milliseconds(pause * most)}
          and paused_until <= clock_timestamp()
        returning (extract(epoch from next_at - ${milliseconds(pause)} - clock_timestamp()) * 1000)::float8 as wait`.execute(
        db,
      );
      return rows[0]?.wait;
    },

    async isPaused(): Promise<boolean> {
      const { rows } = await sql<{ is_paused: boolean }>`
        select paused_until > clock_timestamp() as is_paused from geo_turns`.execute(db);
      return rows[0]?.is_paused === true;
    },

    /** Pauses calls: `first` milliseconds after one failure, doubling with each, `longest` at most. */
    async pause(first: number, longest: number): Promise<void> {
      await sql`
        update geo_turns
        set failures = failures + 1,
          paused_until = greatest(
            paused_until,
            clock_timestamp() + least(${longest}, ${first} * power(2, least(failures, 10))) * interval '1 millisecond'
          )`.execute(db);
    },

    async forgetFailures(): Promise<void> {
      await sql`update geo_turns set failures = 0 where failures > 0`.execute(db);
    },

    async prune(): Promise<void> {
      await db.deleteFrom("geo_addresses").where("fetched_at", "<=", oldest).execute();
    },
  };
}

export type GeoRepository = ReturnType<typeof createGeoRepository>;
