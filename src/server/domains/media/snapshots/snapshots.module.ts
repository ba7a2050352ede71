import { limits } from "#contract/limits.ts";
import { type Snapshot, snapshotsApi } from "#contract/snapshots.ts";
import { type Portraits, snapshotShape, snapshotThumbnailShape } from "#server/media/index.ts";
import { type Activity, recordActivity } from "#server/platform/activity.ts";
import type { Database } from "#server/platform/database.ts";
import { definedOnly } from "#server/platform/defined-only.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Bus } from "#server/platform/events/bus.ts";
import { handlers, type UploadedFile } from "#server/platform/http/module.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { claims } from "./claims.ts";
import { samples } from "./samples.ts";
import { snapshotsChanged } from "./snapshots.events.ts";
import { snapshotFlags, snapshotPolicy } from "./snapshots.policy.ts";
import { createSnapshotsRepository, type SnapshotSummary } from "./snapshots.repository.ts";

export interface SnapshotsOptions {
  readonly db: Database;
  readonly bus: Pick<Bus, "emit">;
  readonly portraits: Pick<Portraits, "keepPortrait">;
  /** The address behind a key of the object store. */
  readonly address: (objectKey: string) => string;
}

export function snapshotsModule({ db, bus, portraits, address }: SnapshotsOptions) {
  const repository = createSnapshotsRepository(db);
  const show = async (user: SessionUser, id: number) =>
    wireSnapshot(await repository.one(user, id), user, address);
  /** One at a time: each holds the whole picture while it is decoded. */
  const keep = async (file: UploadedFile) => ({
    image: await portraits.keepPortrait(file, snapshotShape),
    thumbnail: await portraits.keepPortrait(file, snapshotThumbnailShape),
  });

  return {
    policies: { snapshot: snapshotPolicy(db) },
    claims,
    samples,
    handlers: handlers(snapshotsApi, {
      "GET /api/snapshots": async ({ query, user }) => {
        const { rows, total } = await repository.list(user, query);
        const items = rows.map((row) => wireSnapshot(row, user, address));
        return { items, total, page: query.page, per_page: query.per_page };
      },
      "POST /api/snapshots": async ({ subject: visit, body, files, user, request }) => {
        const kept = await keep(files.file);
        const id = await db.transaction().execute(async (trx) => {
          const values = { ...body, ...kept, id_user: user.id };
          const made = await repository.insert(trx, values, limits.snapshot.perVisit);
          if (made === undefined)
            throw new AppError("VALIDATION", { fields: { id_room: ["snapshots.room_elsewhere"] } });
          if (made === "full")
            throw new AppError("SNAPSHOTS_FULL", { values: { n: limits.snapshot.perVisit } });
          const { id: id_visit, id_project, name } = visit;
          await bus.emit(trx, snapshotsChanged, { id_project, id_visit });
          await recordActivity(trx, done("taken", { id: id_visit, id_project, name }, user, request));
          return made;
        });
        return show(user, id);
      },
      "PUT /api/snapshots/{id}": async ({ subject, body, files, user, request }) => {
        // The drawing is part of the picture: one without the other would be inconsistent.
        if ((body.drawing === undefined) !== (files.file === undefined))
          throw new AppError("VALIDATION", { fields: { drawing: ["snapshots.drawing_alone"] } });
        const kept = files.file === undefined ? {} : await keep(files.file);
        const { visit: name } = await repository.one(user, subject.id);
        await db.transaction().execute(async (trx) => {
          await repository.update(trx, subject, definedOnly({ ...body, ...kept }));
          const { id_project, id_visit } = subject;
          await bus.emit(trx, snapshotsChanged, { id_project, id_visit });
          await recordActivity(trx, done("changed", { id: id_visit, id_project, name }, user, request));
        });
        return show(user, subject.id);
      },
      "DELETE /api/snapshots/{id}": async ({ subject, user, request }) => {
        const { visit: name } = await repository.one(user, subject.id);
        await db.transaction().execute(async (trx) => {
          await repository.remove(trx, subject);
          const { id_project, id_visit } = subject;
          await bus.emit(trx, snapshotsChanged, { id_project, id_visit });
          await recordActivity(trx, done("deleted", { id: id_visit, id_project, name }, user, request));
        });
        return {};
      },
    }),
  };
}

function wireSnapshot(
  row: SnapshotSummary,
  user: SessionUser,
  address: (objectKey: string) => string,
): Snapshot {
  const { id_user, person_name, person_code, person_avatar } = row;
  return {
    id: row.id,
    id_snapshot: row.id,
    id_visit: row.id_visit,
    visit: row.visit,
    visit_code: row.visit_code,
    visit_date: row.visit_date.toISOString(),
    id_room: row.id_room,
    room: row.room ?? "",
    id_project: row.id_project,
    project: row.project,
    yaw: row.yaw,
    pitch: row.pitch,
    fov: row.fov,
    note: row.note,
    drawing: row.drawing,
    url: address(row.image),
    thumbnail: address(row.thumbnail),
    author:
      id_user === null
        ? null
        : {
            id_user,
            name: person_name ?? "",
            code: person_code ?? "",
            avatar: person_avatar === null ? null : address(person_avatar),
          },
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    can: snapshotFlags(row, user),
  };
}

/** Snapshots have no name: the log uses their visit's name. */
function done(
  verb: "taken" | "changed" | "deleted",
  { id, id_project, name }: { readonly id: number; readonly id_project: number; readonly name: string },
  user: SessionUser,
  { ip }: { readonly ip: string },
): Activity {
  const subject = { kind: "visit", id, name };
  return { id_user: user.id, action: `snapshot.${verb}`, subject, id_project, address: ip };
}
