import { limits } from "#contract/limits.ts";
import type { Plans } from "#server/media/index.ts";
import { type Activity, changedNames, recordActivity } from "#server/platform/activity.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { definedOnly } from "#server/platform/defined-only.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Bus } from "#server/platform/events/bus.ts";
import type { CallContext, UploadedFile } from "#server/platform/http/module.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { sheetsChanged } from "./sheets.events.ts";
import type { createSheetsRepository } from "./sheets.repository.ts";
import { addVersion, type versionsOf } from "./versions.ts";

export interface SheetChangesOptions {
  readonly db: Database;
  readonly bus: Pick<Bus, "emit">;
  readonly plans: Plans;
  /** Updates the links between positioned rooms, whose directions follow the floor plan. */
  readonly ways: { propose(trx: Trx, visitIds: Iterable<number>): Promise<void> };
  readonly repository: ReturnType<typeof createSheetsRepository>;
}

type Creation = Pick<CallContext<"POST /api/maps">, "body" | "files" | "user" | "request">;
export type Change = Pick<
  CallContext<"PUT /api/maps/{id}">,
  "subject" | "body" | "files" | "user" | "request"
>;
type Version = Awaited<ReturnType<typeof versionsOf>>[number];

/** Creates and changes sheets, each step in one transaction with its event and its line in the log. */
export function createSheetChanges({ db, bus, plans, ways, repository }: SheetChangesOptions) {
  const keep = async (file: UploadedFile | undefined, page: number | undefined) =>
    file && { plan: await plans.keepPlan(file, page ?? 1), name: fileName(file.name) };

  return {
    /** Returns the id of the sheet. */
    async create({ body, files, user, request }: Creation): Promise<number> {
      const { order, id_project, page, ...values } = body;
      const kept = await keep(files.file, page);
      return db.transaction().execute(async (trx) => {
        const row = { ...definedOnly({ ...values, position: order }), id_project, name: body.name };
        const made = await repository.insert(trx, row, limits.sheet.perProject);
        if (made === undefined) throw new AppError("SHEETS_FULL", { values: { n: limits.sheet.perProject } });
        if (kept !== undefined) {
          await plans.claimPlan(trx, kept.plan);
          await addVersion(trx, { ...kept, id_sheet: made, id_user: user.id });
        }
        await bus.emit(trx, sheetsChanged, { id_project });
        await recordActivity(trx, done("created", { id: made, id_project, name: body.name }, user, request));
        return made;
      });
    },

    async change({ subject, body, files, user, request }: Change): Promise<void> {
      const { order, page, ...values } = body;
      const kept = await keep(files.file, page);
      const row = definedOnly({ ...values, position: order });
      const changed = [...changedNames(subject, row), ...(kept === undefined ? [] : ["plan"])];
      await db.transaction().execute(async (trx) => {
        await repository.update(trx, subject, row);
        if (kept !== undefined) {
          await plans.claimPlan(trx, kept.plan);
          await addVersion(trx, { ...kept, id_sheet: subject.id, id_user: user.id });
        }
        if (changed.length === 0) return;
        // North and scale change the directions of its rooms' links.
        if (changed.some((name) => name === "north" || name === "width_metres"))
          await ways.propose(trx, await repository.visitsOn(trx, subject));
        await bus.emit(trx, sheetsChanged, { id_project: subject.id_project });
        await recordActivity(trx, { ...done("changed", subject, user, request), changed });
      });
    },

    /** Restores an earlier version as the newest. */
    restore: (
      subject: Change["subject"],
      wanted: Version,
      { user, request }: Pick<Change, "user" | "request">,
    ): Promise<void> =>
      db.transaction().execute(async (trx) => {
        if (wanted.version === subject.version) return;
        await plans.claimPlan(trx, wanted.plan);
        await addVersion(trx, { ...wanted, id_sheet: subject.id, id_user: user.id });
        await bus.emit(trx, sheetsChanged, { id_project: subject.id_project });
        await recordActivity(trx, { ...done("changed", subject, user, request), changed: ["plan"] });
      }),
  };
}

/** As named by the user: without folders, never empty, of limited length. */
const fileName = (name: string): string => name.split(/[/\\]/).at(-1)?.trim().slice(-200) || "plan";

export function done(
  verb: "created" | "changed" | "deleted",
  { id, id_project, name }: { readonly id: number; readonly id_project: number; readonly name: string },
  user: SessionUser,
  { ip }: { readonly ip: string },
): Activity {
  const subject = { kind: "sheet", id, name };
  return { id_user: user.id, action: `sheet.${verb}`, subject, id_project, address: ip };
}
