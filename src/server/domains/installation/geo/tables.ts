import type { Generated } from "kysely";
import type { KnownAddress } from "#server/integrations/geocoder/nominatim.ts";

/** Response of the geocoding service for a point, in one language. */
export interface GeoAddressesTable {
  /** Degrees, five decimals. */
  latitude: number;
  longitude: number;
  zoom: number;
  language: string;
  answer: { found: KnownAddress };
  fetched_at: Generated<Date>;
}

/** One row for the whole installation. */
export interface GeoTurnsTable {
  next_at: Generated<Date>;
  paused_until: Generated<Date>;
  failures: Generated<number>;
}

declare module "#server/platform/database.ts" {
  interface Tables {
    geo_addresses: GeoAddressesTable;
    geo_turns: GeoTurnsTable;
  }
}
