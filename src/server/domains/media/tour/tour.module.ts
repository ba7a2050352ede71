import { tourApi } from "#contract/tour.ts";
import type { Portraits } from "#server/media/index.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import type { Bus } from "#server/platform/events/bus.ts";
import { handlers } from "#server/platform/http/module.ts";
import { jobWorker, scheduledJob } from "#server/platform/jobs/work.ts";
import { comparePhotos } from "../visits/visits.jobs.ts";
import type { PictureWire } from "../visits/wire.ts";
import { createBindingsRepository } from "./bindings.repository.ts";
import { bindingHandlers } from "./bindings.ts";
import { createCounterparts } from "./bindings-counterparts.ts";
import { claims } from "./claims.ts";
import { hotspotHandlers } from "./hotspots.ts";
import { infoHandlers } from "./infos.ts";
import { matchHandlers } from "./matches.ts";
import type { MatchesOptions } from "./matches-read.ts";
import { createMissingWays } from "./missing-ways.ts";
import { type ComparisonsOptions, createPhotoComparisons } from "./photo-comparisons.ts";
import { createPointsRepository } from "./points.repository.ts";
import { samples } from "./samples.ts";
import { proposeMissingWays } from "./tour.jobs.ts";
import type { ProposedWays } from "./ways.ts";

export interface TourOptions {
  readonly db: Database;
  readonly bus: Pick<Bus, "emit">;
  readonly pictures: PictureWire;
  readonly ways: ProposedWays;
  /** The rooms of a visit in walking order. */
  readonly roomsIn: MatchesOptions["roomsIn"];
  readonly walkFilms: ComparisonsOptions["walkFilms"];
  readonly portraits: Pick<Portraits, "keepPortrait" | "keepClip">;
  /** The address behind a key of the object store. */
  readonly address: (objectKey: string) => string;
}

export function tourModule(options: TourOptions) {
  const points = createPointsRepository(options.db, options.address);
  const bindings = createBindingsRepository(options.db);
  const propose = createMissingWays(options);
  const own = { ...options, points, bindings };
  const compare = createPhotoComparisons(own);
  return {
    offers: {
      counterparts: createCounterparts(bindings),
      /** The same within a transaction. */
      counterpartsIn: (source: Database | Trx) => createCounterparts(createBindingsRepository(source)),
      pointsIn: points.of,
    },
    jobs: [
      jobWorker(proposeMissingWays, async (_, { signal }) => void (await propose(signal))),
      jobWorker(comparePhotos, ({ id_visit }, { signal }) => compare(id_visit, signal)),
    ],
    schedules: [scheduledJob("45 1 * * *", proposeMissingWays)],
    claims,
    samples,
    handlers: handlers(tourApi, {
      ...hotspotHandlers(own),
      ...infoHandlers(own),
      ...bindingHandlers(own),
      ...matchHandlers(own),
    }),
  };
}
