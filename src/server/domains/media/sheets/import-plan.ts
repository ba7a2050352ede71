import { limits } from "#contract/limits.ts";
import type { ProjectRecord } from "#server/domains/sites/projects/projects.policy.ts";
import type { Plans } from "#server/media/index.ts";
import { recordActivity } from "#server/platform/activity.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Bus } from "#server/platform/events/bus.ts";
import { authorize, type Policy } from "#server/platform/policy.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { sheetsChanged } from "./sheets.events.ts";
import type { SheetRecord } from "./sheets.policy.ts";
import type { createSheetsRepository } from "./sheets.repository.ts";
import { addVersion, versionsOf } from "./versions.ts";

export interface ImportPlanOptions {
  readonly db: Database;
  readonly bus: Pick<Bus, "emit">;
  readonly plans: Plans;
  readonly policy: Policy<SheetRecord>;
  readonly repository: ReturnType<typeof createSheetsRepository>;
}

export interface ImportedPlan {
  readonly id_project: number;
  /** The sheet that gets a new floor plan; null creates a sheet. */
  readonly id_sheet: number | null;
  readonly name: string;
  readonly file: {
    readonly path: string;
    readonly bytes: number;
    readonly sha256: string;
    readonly name: string;
  };
  /** Starting at 1. */
  readonly page: number;
}

/**
 * Adds a floor plan that another part of the server fetched for a user: checked like an upload, and with their rights
 * only. `settle` runs in the same transaction. A repeated import of the same page of the same file changes nothing.
 */
export function createImportPlan({ db, bus, plans, policy, repository }: ImportPlanOptions) {
  return async function bring(
    projects: Policy<ProjectRecord>,
    user: SessionUser,
    { id_project, id_sheet, name, file, page }: ImportedPlan,
    settle: (trx: Trx, id_sheet: number) => Promise<void>,
  ): Promise<number> {
    if (id_sheet === null) await authorize(projects, "add_sheet", id_project, user);
    else await authorize(policy, "edit", id_sheet, user);
    const plan = await plans.keepPlan(file, page);
    const [shown] = id_sheet === null ? [] : await versionsOf(db, id_sheet);
    const isShown = shown?.plan.sha256 === plan.sha256 && shown.plan.page === plan.page;
    return db.transaction().execute(async (trx) => {
      const id = id_sheet ?? (await repository.insert(trx, { id_project, name }, limits.sheet.perProject));
      if (id === undefined) throw new AppError("SHEETS_FULL", { values: { n: limits.sheet.perProject } });
      await settle(trx, id);
      if (isShown) return id;
      await plans.claimPlan(trx, plan);
      await addVersion(trx, { id_sheet: id, plan, name: file.name, id_user: user.id });
      await bus.emit(trx, sheetsChanged, { id_project });
      await recordActivity(trx, {
        id_user: user.id,
        action: id_sheet === null ? "sheet.created" : "sheet.changed",
        subject: { kind: "sheet", id, name },
        ...(id_sheet !== null && { changed: ["plan"] }),
        id_project,
        address: "",
      });
      return id;
    });
  };
}
export type ImportPlan = ReturnType<typeof createImportPlan>;
