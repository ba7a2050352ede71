import { limits } from "#contract/limits.ts";
import { askAddress, GeocoderFailure, type KnownAddress } from "#server/integrations/geocoder/nominatim.ts";
import { type ProbeText, probeText } from "#server/integrations/probes/probe-text.ts";
import type { Database } from "#server/platform/database.ts";
import type { Log } from "#server/platform/log.ts";
import { createGeoRepository, type GeoPoint } from "./geo.repository.ts";
import { createGeocoderQueue, QueueFull } from "./geocoder-queue.ts";

export interface GeoOptions {
  readonly db: Database;
  readonly log: Pick<Log, "warn">;
  /** Address of the Nominatim server; empty: no requests are made. */
  readonly server: () => string;
  /** Identifies this platform to the server. */
  readonly userAgent: string;
  /** Milliseconds between two requests, and the timeout of a response. */
  readonly pause?: number;
  readonly patience?: number;
  /** Limit of waiting requests. */
  readonly waiting?: number;
  /** Milliseconds for which calls are paused after the server refused us, and after any other failure. */
  readonly rests?: { readonly refused: number; readonly failed: number };
}

export type Reversed =
  | { readonly found: KnownAddress }
  | { readonly trouble: "off" | "busy" | "unreachable" };

const HOUR = 3_600_000;
/** Five decimals, about a metre; no minus before a zero. */
const rounded = (degrees: number) => Math.round(degrees * 1e5) / 1e5 + 0;

/** Addresses of points: cached, requested once for any number of parallel callers, never faster than allowed. */
export function createGeo(options: GeoOptions) {
  const { db, log, server, userAgent } = options;
  const { pause = limits.geo.pause, patience = limits.geo.patience } = options;
  const { waiting = limits.geo.waiting, rests = { refused: 60_000, failed: 5000 } } = options;
  const repository = createGeoRepository(db);
  const turn = createGeocoderQueue(repository, { pause, most: waiting });
  const underWay = new Map<string, Promise<Reversed>>();

  async function lookUp(point: GeoPoint): Promise<Reversed> {
    const kept = await repository.find(point);
    if (kept !== undefined) return kept;
    try {
      // Another process may have requested the same meanwhile.
      const found = await turn(() => repository.find(point));
      return found ?? { found: await ask(point) };
    } catch (error) {
      if (error instanceof QueueFull) return { trouble: "busy" };
      if (error instanceof GeocoderFailure) return { trouble: "unreachable" };
      throw error;
    }
  }

  async function ask(point: GeoPoint): Promise<KnownAddress> {
    try {
      const found = await askAddress({ ...point, server: server(), userAgent, patience });
      await repository.keep(point, found);
      await repository.forgetFailures();
      return found;
    } catch (error) {
      if (error instanceof GeocoderFailure) {
        log.warn({ reason: error.message }, "no address from the geocoding service");
        const { isRefusal, seconds } = error;
        const first = Math.max(isRefusal ? rests.refused : rests.failed, (seconds ?? 0) * 1000);
        await repository.pause(Math.min(first, HOUR), isRefusal ? HOUR : Math.max(first, 60_000));
      }
      throw error;
    }
  }

  return {
    /** The address of a point. Never throws because of the service: its failures are logged. */
    async reverse(at: GeoPoint): Promise<Reversed> {
      if (server() === "") return { trouble: "off" };
      const point = { ...at, latitude: rounded(at.latitude), longitude: rounded(at.longitude) };
      const key = Object.values(point).join();
      const shared = underWay.get(key);
      if (shared !== undefined) return shared;
      const own = lookUp(point).finally(() => underWay.delete(key));
      underWay.set(key, own);
      return own;
    },

    /** Requests a sample address, in its slot. Returns a sentence for the administrator; throws `GeocoderFailure`. */
    async test(): Promise<ProbeText> {
      if (server() === "") throw new GeocoderFailure(probeText("no_address"));
      try {
        await turn(async () => undefined);
      } catch (error) {
        if (error instanceof QueueFull) throw new GeocoderFailure(probeText("paused"));
        throw error;
      }
      const found = await ask({ latitude: 24.7136, longitude: 46.6753, zoom: 18, language: "en" });
      return probeText(found === null ? "place_unknown" : "place_found");
    },

    /** Deletes cached addresses after their retention period. */
    prune: repository.prune,
  };
}
