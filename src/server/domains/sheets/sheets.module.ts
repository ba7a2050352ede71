import { limits } from "#contract/limits.ts";
import { type Sheet, type SheetRoom, sheetsApi } from "#contract/sheets.ts";
import { type Pictures, type Portraits, planShape } from "#server/media/index.ts";
import { type Activity, changedNames, recordActivity } from "#server/platform/activity.ts";
import type { Database } from "#server/platform/database.ts";
import { definedOnly } from "#server/platform/defined.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Bus } from "#server/platform/events/bus.ts";
import { handlers, type UploadedFile } from "#server/platform/http/module.ts";
import { pending } from "#server/platform/http/pending.ts";
import { authorize } from "#server/platform/policy.ts";
import type { SessionUser } from "#server/platform/session.ts";
import type { ProjectStanding } from "../projects/projects.policy.ts";
import { sheetsChanged } from "./sheets.events.ts";
import { sheetFlags, sheetPolicy } from "./sheets.policy.ts";
import { createSheetsRepository, type PlacedRoom, type SheetSummary } from "./sheets.repository.ts";

export interface SheetsOptions {
  readonly db: Database;
  readonly bus: Pick<Bus, "emit">;
  readonly pictures: Pick<Pictures, "thumbnail"> & Pick<Portraits, "keepPortrait">;
  /** The address behind a key of the object store. */
  readonly address: (objectKey: string) => string;
}

export function sheetsModule({ db, bus, pictures, address }: SheetsOptions) {
  const repository = createSheetsRepository(db);
  const policy = sheetPolicy(db);
  const toWire = (sheet: SheetSummary, standing: ProjectStanding, user: SessionUser): Sheet => ({
    id: sheet.id,
    id_sheet: sheet.id,
    id_project: sheet.id_project,
    name: sheet.name,
    floor: sheet.floor,
    order: sheet.position,
    north: sheet.north,
    width_metres: sheet.width_metres,
    image: sheet.image === null ? null : address(sheet.image),
    width: null,
    height: null,
    tiles: null,
    original: null,
    version: sheet.image === null ? 0 : 1,
    room_count: mayWalk(standing, user) ? sheet.room_count : 0,
    created_at: sheet.created_at.toISOString(),
    updated_at: sheet.updated_at.toISOString(),
    can: sheetFlags(standing, user),
  });
  const roomToWire = ({ picture_sha256, is_ready, visit_date, ...room }: PlacedRoom): SheetRoom => ({
    ...room,
    visit_date: visit_date.toISOString(),
    thumbnail: is_ready ? pictures.thumbnail(picture_sha256) : null,
  });
  const keepPlan = async (file: UploadedFile | undefined) =>
    file === undefined ? undefined : pictures.keepPortrait(file, planShape);

  return {
    policy,
    handlers: handlers(sheetsApi, {
      ...pending(sheetsApi),
      "GET /api/maps": async ({ subject, user }) =>
        (await repository.list(subject.id)).map((sheet) => toWire(sheet, subject, user)),
      "POST /api/maps": async ({ subject, body, files, user, request }) => {
        const { order, id_project, page: _page, ...values } = body;
        const image = await keepPlan(files.file);
        const id = await db.transaction().execute(async (trx) => {
          const row = definedOnly({ ...values, position: order, image });
          const made = await repository.insert(
            trx,
            { ...row, id_project, name: body.name },
            limits.sheet.perProject,
          );
          if (made === undefined)
            throw new AppError("SHEETS_FULL", { values: { n: limits.sheet.perProject } });
          await bus.emit(trx, sheetsChanged, { id_project });
          await recordActivity(
            trx,
            done("created", { id: made, id_project, name: body.name }, user, request),
          );
          return made;
        });
        return toWire(await repository.summary(id), subject, user);
      },
      "GET /api/maps/{id}": async ({ subject, user }) =>
        toWire(await repository.summary(subject.id), subject, user),
      "PUT /api/maps/{id}": async ({ subject, body, files, user, request }) => {
        const { order, page: _page, ...values } = body;
        const image = await keepPlan(files.file);
        const row = definedOnly({ ...values, position: order, image });
        const changed = changedNames(subject, row);
        await db.transaction().execute(async (trx) => {
          await repository.update(trx, subject, row);
          if (changed.length === 0) return;
          await bus.emit(trx, sheetsChanged, { id_project: subject.id_project });
          await recordActivity(trx, { ...done("changed", subject, user, request), changed });
        });
        return toWire(await repository.summary(subject.id), subject, user);
      },
      "DELETE /api/maps": async ({ body, user, request }) => {
        // All are looked at before the first goes: it is all of them or none.
        const sheets = await Promise.all(body.ids.map((id) => authorize(policy, "delete", id, user)));
        await db.transaction().execute(async (trx) => {
          for (const sheet of sheets) {
            await repository.remove(trx, sheet);
            await recordActivity(trx, done("deleted", sheet, user, request));
          }
          for (const id_project of new Set(sheets.map((sheet) => sheet.id_project)))
            await bus.emit(trx, sheetsChanged, { id_project });
        });
        return {};
      },
      "GET /api/maps/{id}/rooms": async ({ subject, query, user }) => {
        if (!mayWalk(subject, user)) return [];
        const rooms =
          query.id_visit === undefined
            ? await repository.placed(subject.id)
            : await repository.ofVisit(subject, query.id_visit);
        return rooms.map(roomToWire);
      },
      "PUT /api/maps/{id}/room-positions": async ({ subject, body, user }) => {
        await db.transaction().execute(async (trx) => {
          if (!(await repository.place(trx, subject, body.rooms)))
            throw new AppError("VALIDATION", { fields: { rooms: ["sheets.room_elsewhere"] } });
          await bus.emit(trx, sheetsChanged, { id_project: subject.id_project });
        });
        return mayWalk(subject, user) ? (await repository.placed(subject.id)).map(roomToWire) : [];
      },
    }),
  };
}

/** The places on a plan are those of visits: who may not see these sees the plan alone. */
const mayWalk = ({ grants }: ProjectStanding, user: SessionUser): boolean =>
  user.super_admin || grants?.includes("visits.view") === true;

function done(
  verb: "created" | "changed" | "deleted",
  { id, id_project, name }: { readonly id: number; readonly id_project: number; readonly name: string },
  user: SessionUser,
  { ip }: { readonly ip: string },
): Activity {
  const subject = { kind: "sheet", id, name };
  return { id_user: user.id, action: `sheet.${verb}`, subject, id_project, address: ip };
}
