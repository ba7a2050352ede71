import { tourApi } from "#contract/tour.ts";
import type { Portraits } from "#server/media/index.ts";
import type { Database } from "#server/platform/database.ts";
import type { Bus } from "#server/platform/events/bus.ts";
import { handlers } from "#server/platform/http/module.ts";
import type { PictureWire } from "../visits/wire.ts";
import { createBindingsRepository } from "./bindings.repository.ts";
import { bindingHandlers } from "./bindings.ts";
import { createCounterparts } from "./bindings-counterparts.ts";
import { hotspotHandlers } from "./hotspots.ts";
import { infoHandlers } from "./infos.ts";
import { matchHandlers } from "./matches.ts";
import { createPointsRepository } from "./points.repository.ts";

export interface TourOptions {
  readonly db: Database;
  readonly bus: Pick<Bus, "emit">;
  readonly pictures: PictureWire;
  readonly portraits: Pick<Portraits, "keepPortrait" | "keepClip">;
  /** The address behind a key of the object store. */
  readonly address: (objectKey: string) => string;
}

export function tourModule(options: TourOptions) {
  const points = createPointsRepository(options.db, options.address);
  const bindings = createBindingsRepository(options.db);
  const own = { ...options, points, bindings };
  return {
    counterparts: createCounterparts(bindings),
    pointsOf: points.of,
    handlers: handlers(tourApi, {
      ...hotspotHandlers(own),
      ...infoHandlers(own),
      ...bindingHandlers(own),
      ...matchHandlers(own),
    }),
  };
}
