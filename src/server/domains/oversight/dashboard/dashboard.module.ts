import { dashboardApi } from "#contract/dashboard.ts";
import { siteDays } from "#server/domains/sites/projects/site-days.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";
import { handlers } from "#server/platform/http/module.ts";
import { changesSince } from "./changes.ts";
import { createDashboardRepository } from "./dashboard.repository.ts";
import { samples } from "./samples.ts";
import { markSeen, seenUntil } from "./seen-changes.ts";
import { createStorage, freeBytes } from "./storage.ts";

export interface DashboardOptions {
  readonly db: Database;
  readonly clock: Clock;
  /** A folder on the upload volume. */
  readonly directory: string;
  /** The address behind a key of the object store. */
  readonly address: (objectKey: string) => string;
}

export function dashboardModule({ db, clock, directory, address }: DashboardOptions) {
  const repository = createDashboardRepository(db, clock);
  const storage = createStorage(db, clock);
  return {
    samples,
    handlers: handlers(dashboardApi, {
      "GET /api/dashboard": async ({ user }) => {
        const today = await siteDays(db, clock.now());
        const [counts, snags, cameras, stills, live, used, free] = await Promise.all([
          repository.snagCounts(user, today),
          repository.pressingSnags(user, today),
          repository.cameras(user),
          repository.cameraStills(user),
          repository.live(user),
          storage(user.id),
          user.super_admin ? freeBytes(directory) : null,
        ]);
        return {
          snags: { ...counts, items: snags },
          cameras: {
            ...cameras,
            items: stills.map(({ last_seen_at, still, ...camera }) => ({
              ...camera,
              last_seen_at: last_seen_at?.toISOString() ?? null,
              still: still === null ? null : address(still),
            })),
          },
          live: [...live],
          storage: { used: used ?? null, free },
        };
      },
      "GET /api/dashboard/changes": async ({ user }) => {
        const since = await seenUntil(db, user.id);
        const found = await changesSince(db, user, { since, now: clock.now() }, address);
        return { since: since?.toISOString() ?? null, ...found };
      },
      "PUT /api/dashboard/seen": async ({ body, user }) => {
        await markSeen(db, user.id, new Date(body.until), clock.now());
        return {};
      },
    }),
  };
}
