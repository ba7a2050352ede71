import { accessLogsApi } from "#contract/access-logs.ts";
import type { Attempts } from "#server/platform/attempts.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Bus } from "#server/platform/events/bus.ts";
import { handlers } from "#server/platform/http/module.ts";
import { pending } from "#server/platform/http/pending.ts";
import type { AppKey } from "#server/platform/key.ts";
import type { OpenVisit, SharedVisits, Visitor } from "../visits/shared-visits.ts";
import { createShares, wireShare } from "./share.service.ts";
import { createViewLog } from "./view-log.ts";
import { createViewsRepository } from "./views.repository.ts";
import { createViewCounter } from "./views.service.ts";
import type { VisitPasses } from "./visit-pass.ts";

export interface AccessLogsOptions {
  readonly db: Database;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly key: AppKey;
  readonly attempts: Attempts;
  readonly shared: Pick<SharedVisits, "openVisit">;
  readonly passes: VisitPasses;
  /** The address behind a key of the object store. */
  readonly address: (objectKey: string) => string;
}

/** A visit by its code or number, under the names that callers use. */
interface Which {
  readonly visit_code?: string | undefined;
  readonly code?: string | undefined;
  readonly visit_id?: number | undefined;
  readonly id_visit?: number | undefined;
}

export function accessLogsModule(options: AccessLogsOptions) {
  const { db, clock, shared } = options;
  const views = createViewsRepository(db);
  const counter = createViewCounter({ ...options, views });
  const log = createViewLog(db, options.address);
  const shares = createShares(options);

  /** The visit, where this visitor may look at it. By its number only members are told of it: a number can be guessed. */
  async function openOf(which: Which, visitor: Visitor): Promise<OpenVisit> {
    const code = which.visit_code ?? which.code;
    const id = which.visit_id ?? which.id_visit;
    if (code === undefined && id === undefined) throw new AppError("VISIT_ID_REQUIRED");
    const visit = await shared.openVisit(code ?? (await codeOf(id)), visitor);
    if (visit === undefined || (code === undefined && !visit.isMember)) throw new AppError("NOT_FOUND");
    return visit;
  }

  async function codeOf(id: number | undefined): Promise<string> {
    const row = await db
      .selectFrom("visits")
      .select("code")
      .where("id", "=", id ?? 0)
      .executeTakeFirst();
    if (row === undefined) throw new AppError("NOT_FOUND");
    return row.code;
  }

  return {
    unlock: shares.unlock,
    /** Removes views that were kept for their days. */
    prune: () => views.prune(clock.now()),
    handlers: handlers(accessLogsApi, {
      ...pending(accessLogsApi),
      "GET /api/viewer-count/visit": async ({ query, user, request: { headers } }) =>
        counter.count((await openOf(query, { user, headers })).id),
      "POST /api/viewer-count/log-visit": async ({ body, user, request }) => {
        const { id } = await openOf(body, { user, headers: request.headers });
        const session = await counter.begin(id, user, request);
        return { ...(await counter.count(id)), session };
      },
      "PUT /api/viewer-count/update-activity": async ({ body, user, request: { headers } }) => {
        const { id } = await openOf(body, { user, headers });
        await counter.beat(id, body.session, body.duration_seconds, body.id_room);
        return counter.count(id);
      },
      "GET /api/visits/{id}/access-logs": ({ subject, query }) => log.list(subject.id, query, clock.now()),
      "GET /api/visits/{id}/access-logs/statistics": async ({ subject, query: { period } }) => ({
        period,
        ...(await log.statistics(subject.id, period, clock.now())),
      }),
      "GET /api/visits/{id}/share": async ({ subject }) => ({
        ...wireShare(subject),
        views: (await counter.count(subject.id)).count,
      }),
      "PUT /api/visits/{id}/share": async ({ subject, body, user, request }) => {
        const { rules, undo } = await shares.change(subject, body, { user, address: request.ip });
        return { ...wireShare(rules), undo, views: (await counter.count(subject.id)).count };
      },
      "POST /api/viewer-visit/unlock": async ({ body, user, request, reply }) => {
        await shares.unlock(body.code, body.password, user, request, reply);
        return {};
      },
    }),
  };
}
