import type { FastifyRequest } from "fastify";
import { limits } from "#contract/limits.ts";
import type { SettingValues } from "#contract/settings.ts";
import { type Visit, visitsApi } from "#contract/visits.ts";
import type { Notices } from "#server/domains/installation/notifications/notices.ts";
import type { Quotas } from "#server/domains/money/plans/quotas.ts";
import { binDays } from "#server/domains/sites/projects/bin.ts";
import type { ProjectRecord } from "#server/domains/sites/projects/projects.policy.ts";
import type { Archive, Uploads } from "#server/media/index.ts";
import { changedNames, recordActivity } from "#server/platform/activity.ts";
import type { Clock } from "#server/platform/clock.ts";
import { newCode } from "#server/platform/code.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { definedOnly } from "#server/platform/defined-only.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Bus } from "#server/platform/events/bus.ts";
import { handlers } from "#server/platform/http/module.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import { jobWorker } from "#server/platform/jobs/work.ts";
import { type Authorized, authorize } from "#server/platform/policy.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { createAnnouncements } from "./announce.ts";
import { claims } from "./claims.ts";
import { roomHandlers } from "./room.handlers.ts";
import { createRoomsRepository } from "./rooms.repository.ts";
import { type AddRoomOptions, checkNewUpload, createAddWalkRoom } from "./rooms.service.ts";
import { samples } from "./samples.ts";
import { done } from "./visit-activity.ts";
import { roomFailed, roomReady, visitChanged, visitCreated, visitDeleted } from "./visits.events.ts";
import { visitsExport } from "./visits.export.ts";
import { announceVisit } from "./visits.jobs.ts";
import { roomPolicy, visitPolicy } from "./visits.policy.ts";
import { createVisitsRepository, type VisitFields } from "./visits.repository.ts";
import { type PictureWire, wireRoom, wireVisit } from "./wire.ts";

export interface VisitsOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly bus: Bus;
  readonly jobs: Pick<Jobs, "send">;
  readonly notices: Notices;
  readonly quotas: Pick<Quotas, "addBytes" | "freed" | "take">;
  readonly pictures: PictureWire & AddRoomOptions["pictures"];
  readonly uploads: Pick<Uploads, "finish">;
  readonly settings: { get(): Pick<SettingValues, "visit_image_mb" | "visit_files"> };
  readonly archive: Archive;
  readonly ways: AddRoomOptions["ways"];
}

export function visitsModule(options: VisitsOptions) {
  const { db, clock, bus, pictures, uploads, quotas, ways } = options;
  const visits = createVisitsRepository(db);
  const news = createAnnouncements(options);
  const rooms = createRoomsRepository(db);
  const visitRules = visitPolicy(db);
  const inForce = () => {
    const { visit_image_mb, visit_files } = options.settings.get();
    return { megabytes: visit_image_mb, files: visit_files };
  };
  const adding = { db, rooms, bus, pictures, quotas, ways, news, limits: inForce };

  const row = async (user: SessionUser, id: number) =>
    wireVisit(await visits.summary(user, id), user, pictures);
  const create = createVisits({ db, visits, bus, quotas, news });
  const show = async (user: SessionUser, id: number): Promise<Visit> => {
    const [visit, list] = await Promise.all([row(user, id), rooms.ofVisit(id)]);
    return { ...visit, rooms: list.map((room) => wireRoom(room, pictures, true)) };
  };

  return {
    policies: { visit: visitRules, room: roomPolicy(db) },
    offers: {
      /** Checks that a user may start to upload a picture to a visit. */
      async mayUpload(user: SessionUser, { id_visit, bytes }: { id_visit: number; bytes: number }) {
        await checkNewUpload(adding, await authorize(visitRules, "add_room", id_visit, user), bytes);
      },
      roomsIn: (visitId: number) => rooms.ofVisit(visitId),
      addWalkRoom: createAddWalkRoom(adding),
      /** Notifies clients of the rooms with this picture of its outcome, within the picture's transaction. */
      async pictureSettled(trx: Trx, sha256: string, state: "ready" | "failed"): Promise<void> {
        for (const { id_project, id_visit, id_room } of await rooms.placesOf(trx, sha256)) {
          await bus.emit(trx, state === "ready" ? roomReady : roomFailed, { id_project, id_visit, id_room });
          if (state === "failed") await news.failed(trx, id_room);
          await news.settled(trx, id_visit);
        }
      },
    },
    jobs: [jobWorker(announceVisit, ({ id_visit }) => news.announce(id_visit))],
    /** Purges visits that have been in the bin for the retention period. */
    sweeps: [() => visits.purge(binDays)],
    claims,
    exportParts: [visitsExport(db, options.archive)],
    samples,
    handlers: handlers(visitsApi, {
      "GET /api/visits": async ({ query, user }) => {
        const { rows, total } = await visits.list(user, query);
        return {
          items: rows.map((visit) => wireVisit(visit, user, pictures)),
          total,
          page: query.page,
          per_page: query.per_page,
        };
      },
      "POST /api/visits": async ({ body, subject, user, request }) => {
        const fields = { ...body, visit_date: pastDate(body.visit_date, clock) };
        return show(user, await create(subject, fields, { user, request }));
      },
      "GET /api/visits/{id}": async ({ subject, user }) => show(user, subject.id),
      "PUT /api/visits/{id}": async ({ subject, body, user, request }) => {
        const { visit_date, ...rest } = body;
        const values = {
          ...rest,
          ...(visit_date === undefined ? {} : { visit_date: pastDate(visit_date, clock) }),
        };
        const changed = changedNames(subject, definedOnly(values));
        await db.transaction().execute(async (trx) => {
          await visits.update(trx, subject, definedOnly(values));
          await bus.emit(trx, visitChanged, { id_project: subject.id_project, id_visit: subject.id });
          if (changed.length > 0)
            await recordActivity(trx, { ...done("visit.changed", subject, user, request), changed });
        });
        return show(user, subject.id);
      },
      "DELETE /api/visits/{id}": async ({ subject, user, request }) => {
        await db.transaction().execute(async (trx) => {
          await visits.moveToBin(trx, subject);
          await bus.emit(trx, visitDeleted, { id_project: subject.id_project, id_visit: subject.id });
          await recordActivity(trx, done("visit.deleted", subject, user, request));
        });
        quotas.freed(subject.id_payer);
        return {};
      },
      "PUT /api/visits/star": async ({ body, user }) => {
        const id = body.id_visit ?? 0;
        const starred = await visits.star(user, id, body.starred);
        if (starred === undefined) throw new AppError("NOT_FOUND");
        return { id_visit: id, starred };
      },
      "PUT /api/visits/bulk-star": async ({ body: { visit_ids, starred }, user }) => ({
        visit_ids: await visits.starAll(user, visit_ids, starred),
        starred,
      }),
      ...roomHandlers({ ...adding, uploads }),
    }),
  };
}

/** A capture date is never later than now, within the tolerance of two clocks. */
function pastDate(text: string, clock: Clock): Date {
  const date = new Date(text);
  if (date.getTime() > clock.now().getTime() + limits.visit.futureTolerance) {
    throw new AppError("VALIDATION", { fields: { visit_date: ["visits.date_future"] } });
  }
  return date;
}

interface CreationOptions extends Pick<VisitsOptions, "db" | "bus" | "quotas"> {
  readonly visits: ReturnType<typeof createVisitsRepository>;
  readonly news: ReturnType<typeof createAnnouncements>;
}

/** Adds a visit to a project and returns its id. */
const createVisits =
  ({ db, visits, bus, quotas, news }: CreationOptions) =>
  (
    project: Authorized<ProjectRecord>,
    fields: VisitFields,
    { user, request }: { readonly user: SessionUser; readonly request: FastifyRequest },
  ): Promise<number> =>
    db.transaction().execute(async (trx) => {
      const { name } = fields;
      const [id_user, id_project] = [user.id, project.id];
      const id_payer = await quotas.take(trx, { kind: "visit", id_user, id_project });
      const values = { ...fields, code: newCode(), id_project, id_user, id_payer };
      const { id } = await visits.insert(trx, values);
      await bus.emit(trx, visitCreated, { id_project, id_visit: id });
      await recordActivity(trx, done("visit.created", { id, id_project, name }, user, request));
      await news.created(trx, { id, name, id_user }, project);
      return id;
    });
