import { tourApi } from "#contract/tour.ts";
import type { Database } from "#server/platform/database.ts";
import { handlers } from "#server/platform/http/module.ts";
import { pending } from "#server/platform/http/pending.ts";

export interface TourOptions {
  readonly db: Database;
}

export function tourModule(_options: TourOptions) {
  return { handlers: handlers(tourApi, { ...pending(tourApi) }) };
}
