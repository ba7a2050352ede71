import type { Quotas } from "#server/domains/money/plans/quotas.ts";
import type { WalkFilms } from "#server/media/index.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Bus } from "#server/platform/events/bus.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import { type Authorized, authorize } from "#server/platform/policy.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { sheetPolicy } from "../sheets/sheets.policy.ts";
import type { VisitRecord } from "../visits/visits.policy.ts";
import { walksChanged } from "./walks.events.ts";
import type { readWalk } from "./walks.jobs.ts";
import { type By, lockWalk, type WalkRow } from "./walks.repository.ts";

export interface WalkServiceOptions {
  readonly db: Database;
  readonly bus: Pick<Bus, "emit">;
  readonly jobs: Pick<Jobs, "send">;
  readonly quotas: Pick<Quotas, "addBytes">;
  readonly walkFilms: Pick<WalkFilms, "keepWalk">;
  /** Links positioned rooms. */
  readonly ways: { propose(trx: Trx, visitIds: Iterable<number>): Promise<void> };
}

export type Visit = Authorized<VisitRecord>;
export type Caller = By & { readonly user: SessionUser };

/** Steps that the parts of the service share. */
export function createWork({ db, bus, jobs }: WalkServiceOptions) {
  const sheets = sheetPolicy(db);
  return {
    /** Changes a locked walk; notifies open pages. */
    change: (visit: Visit, walkId: number, work: (trx: Trx, walk: WalkRow) => Promise<void>) =>
      db.transaction().execute(async (trx) => {
        await work(trx, await lockWalk(trx, visit.id, walkId));
        await bus.emit(trx, walksChanged, { id_project: visit.id_project, id_visit: visit.id });
      }),
    send: (trx: Trx, job: typeof readWalk, id_walk: number) =>
      jobs.send(trx, job, { id_walk }, { key: String(id_walk) }),
    /** Floor plans that the caller may not change are refused as a room's position on them would be. */
    async checkSheets(visit: Visit, user: SessionUser, ids: readonly number[]): Promise<void> {
      for (const id of new Set(ids)) {
        const sheet = await authorize(sheets, "edit", id, user);
        if (sheet.id_project !== visit.id_project) throw new AppError("NOT_FOUND");
      }
    },
  };
}
