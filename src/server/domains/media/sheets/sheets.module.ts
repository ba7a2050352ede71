import { sheetsApi } from "#contract/sheets.ts";
import type { Sightings } from "#server/domains/installation/audit/sightings.ts";
import type { Archive, Pictures, PlanName, Plans } from "#server/media/index.ts";
import { recordActivity } from "#server/platform/activity.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Bus } from "#server/platform/events/bus.ts";
import { handlers } from "#server/platform/http/module.ts";
import { authorize } from "#server/platform/policy.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { claims } from "./claims.ts";
import { createImportPlan } from "./import-plan.ts";
import { proposePlaces } from "./proposals.ts";
import { setRoomPositions } from "./room-positions.ts";
import { samples } from "./samples.ts";
import { type Change, createSheetChanges, done } from "./sheet-changes.ts";
import { sheetsChanged } from "./sheets.events.ts";
import { sheetsExport } from "./sheets.export.ts";
import { sheetPolicy } from "./sheets.policy.ts";
import { createSheetsRepository, type SheetSummary } from "./sheets.repository.ts";
import { mayWalk, roomToWire, type SheetWire, sheetToWire, versionToWire } from "./sheets.wire.ts";
import { projectsShowing, versionsOf } from "./versions.ts";

export interface SheetsOptions extends SheetWire {
  readonly db: Database;
  readonly bus: Pick<Bus, "emit">;
  readonly pictures: Pick<Pictures, "thumbnail">;
  readonly plans: Plans;
  readonly archive: Archive;
  readonly sightings: Sightings;
  /** Updates the links between positioned rooms, whose directions follow the floor plan. */
  readonly ways: { propose(trx: Trx, visitIds: Iterable<number>): Promise<void> };
}

export function sheetsModule(options: SheetsOptions) {
  const { db, bus, plans, ways } = options;
  const repository = createSheetsRepository(db);
  const policy = sheetPolicy(db);
  const show = async (id: number, { user }: { user: SessionUser }, standing: Standing) =>
    sheetToWire(await repository.summary(id), { ...options, standing, user });
  const changes = createSheetChanges({ db, bus, plans, ways, repository });

  const change = async (call: Change) => {
    await changes.change(call);
    return show(call.subject.id, call, call.subject);
  };

  return {
    policies: { sheet: policy },
    offers: {
      /** Floor plans that other parts of the server fetched for a user. */
      bring: createImportPlan({ db, bus, plans, policy, repository }),
      /** Notifies viewers of a sheet that its tiles are available. */
      async planSettled(trx: Trx, plan: PlanName): Promise<void> {
        for (const id_project of await projectsShowing(trx, plan))
          await bus.emit(trx, sheetsChanged, { id_project });
      },
    },
    claims,
    exportParts: [sheetsExport(db, options.archive)],
    samples,
    handlers: handlers(sheetsApi, {
      "GET /api/maps": async ({ subject, user }) =>
        (await repository.list(subject.id)).map((sheet: SheetSummary) =>
          sheetToWire(sheet, { ...options, standing: subject, user }),
        ),
      "POST /api/maps": async (call) => show(await changes.create(call), call, call.subject),
      "GET /api/maps/{id}": async ({ subject, user, request }) => {
        await options.sightings.seen({ ...subject, kind: "sheet" }, user, request);
        return show(subject.id, { user }, subject);
      },
      "PUT /api/maps/{id}": change,
      "POST /api/maps/{id}": ({ body: { _method, ...body }, ...call }) => change({ ...call, body }),
      "DELETE /api/maps": async ({ body, user, request }) => {
        // All are checked before the first is deleted: all or none.
        const sheets = await Promise.all(body.ids.map((id) => authorize(policy, "delete", id, user)));
        await db.transaction().execute(async (trx) => {
          for (const sheet of sheets) {
            const visits = await repository.visitsOn(trx, sheet);
            await repository.remove(trx, sheet);
            await ways.propose(trx, visits);
            await recordActivity(trx, done("deleted", sheet, user, request));
          }
          for (const id_project of new Set(sheets.map((sheet) => sheet.id_project)))
            await bus.emit(trx, sheetsChanged, { id_project });
        });
        return {};
      },
      "GET /api/maps/{id}/versions": async ({ subject }) =>
        (await versionsOf(db, subject.id)).map((row) => versionToWire(row, options, subject)),
      "PUT /api/maps/{id}/versions/{version}": async ({ subject, params, user, request }) => {
        const wanted = (await versionsOf(db, subject.id)).find(({ version }) => version === params.version);
        if (wanted === undefined) throw new AppError("NOT_FOUND");
        await changes.restore(subject, wanted, { user, request });
        return show(subject.id, { user }, subject);
      },
      "POST /api/maps/{id}/arrange": async ({ subject, body, user }) =>
        mayWalk(subject, user) ? proposePlaces(db, repository, subject, body.id_visit) : [],
      "GET /api/maps/{id}/rooms": async ({ subject, query, user }) => {
        if (!mayWalk(subject, user)) return [];
        const rooms =
          query.id_visit === undefined
            ? await repository.placed(subject.id)
            : await repository.ofVisit(subject, query.id_visit);
        return rooms.map((room) => roomToWire(room, options));
      },
      "PUT /api/maps/{id}/room-positions": async ({ subject, body, user, request }) => {
        await setRoomPositions({ db, bus, ways, repository }, { subject, body, user, request });
        if (!mayWalk(subject, user)) return [];
        return (await repository.placed(subject.id)).map((room) => roomToWire(room, options));
      },
    }),
  };
}

type Standing = Parameters<typeof mayWalk>[0];
