import { walkLimits } from "#contract/walks.limits.ts";
import { walksApi } from "#contract/walks.ts";
import type { Archive, Pictures, Uploads } from "#server/media/index.ts";
import { AppError } from "#server/platform/errors.ts";
import { handlers } from "#server/platform/http/module.ts";
import { jobWorker } from "#server/platform/jobs/work.ts";
import { authorize } from "#server/platform/policy.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { mayWalk } from "../sheets/sheets.wire.ts";
import { type VisitRecord, visitPolicy } from "../visits/visits.policy.ts";
import type { ShownRoom } from "../visits/wire.ts";
import { claims } from "./claims.ts";
import { createMaking, type MakingOptions } from "./making.ts";
import { createReading, type ReadingOptions } from "./reading.ts";
import { samples } from "./samples.ts";
import { walkOnSheet } from "./sheet-walk.ts";
import { linesOfVisit } from "./visit-walks.ts";
import { walkNotices } from "./walk-news.ts";
import type { WalkServiceOptions } from "./walk-work.ts";
import { walksExport } from "./walks.export.ts";
import { makeWalkRooms, readWalk } from "./walks.jobs.ts";
import { detailOf, type WalkRow, walkOf, walksOf } from "./walks.repository.ts";
import { createWalkService } from "./walks.service.ts";
import { walkFlags, wireDetail, wireWalk } from "./wire.ts";

export interface WalksOptions extends ReadingOptions, MakingOptions, WalkServiceOptions {
  readonly archive: ReadingOptions["archive"] & MakingOptions["archive"] & Pick<Archive, "keptFile">;
  readonly walkFilms: ReadingOptions["walkFilms"] &
    MakingOptions["walkFilms"] &
    WalkServiceOptions["walkFilms"];
  readonly uploads: Pick<Uploads, "finishWalk">;
  readonly pictures: Pick<Pictures, "picture" | "thumbnail">;
  /** The rooms of a visit with their pictures. */
  readonly roomsIn: (visitId: number) => Promise<ShownRoom[]>;
  /** The address behind a key of the object store. */
  readonly address: (objectKey: string) => string;
}

/** Walk videos of visits: their path is read, placed on floor plans by users, and becomes rooms. */
export function walksModule(options: WalksOptions) {
  const { db, address, uploads } = options;
  const service = createWalkService(options);
  const reading = createReading(options);
  const making = createMaking(options);
  const visits = visitPolicy(db);
  const show = async (visit: VisitRecord, id: number, user: SessionUser) =>
    wireWalk(await walkOf(db, visit.id, id), { visit, user, address });

  return {
    offers: {
      /** Checks that a user may start to upload a walk video to a visit. */
      async mayUploadWalk(user: SessionUser, { id_visit, bytes }: { id_visit: number; bytes: number }) {
        await authorize(visits, "add_room", id_visit, user);
        if (bytes > walkLimits.bytes)
          throw new AppError("WALK_TOO_LARGE", { values: { n: walkLimits.gigabytes } });
      },
      /** Placed walks of a visit, for its viewer. */
      walkLines: linesOfVisit(db),
    },
    jobs: [
      jobWorker(
        readWalk,
        ({ id_walk }, { signal }) => reading.read(id_walk, signal),
        ({ id_walk }) => reading.giveUp(id_walk),
      ),
      jobWorker(
        makeWalkRooms,
        ({ id_walk }, { signal }) => making.make(id_walk, signal),
        ({ id_walk }) => making.giveUp(id_walk),
      ),
    ],
    sweeps: [() => service.resumeAll()],
    notices: walkNotices,
    claims,
    exportParts: [walksExport(db, options.archive)],
    samples,
    handlers: handlers(walksApi, {
      "GET /api/visits/{id}/walks": async ({ subject: visit, user }) => {
        const reader = { visit, user, address };
        const rows = await walksOf(db, visit.id);
        return { items: rows.map((row) => wireWalk(row, reader)), can: walkFlags(reader) };
      },
      "POST /api/visits/{id}/walks": async ({ subject: visit, body, user, request }) => {
        const by = { user, address: request.ip };
        const { upload } = body;
        const id =
          upload === undefined
            ? await service.addPhotos(visit, by)
            : await uploads.finishWalk({ id: upload, id_user: user.id, id_visit: visit.id }, (file, settle) =>
                service.add(visit, file, by, settle),
              );
        return show(visit, id, user);
      },
      "GET /api/visits/{id}/walks/{walk}": async ({ subject: visit, params, user }) => {
        const row = await walkOf(db, visit.id, params.walk);
        const photos = row.kind === "photos" ? await photosOf(options, row) : [];
        return wireDetail(row, await detailOf(db, row.id), photos, { visit, user, address });
      },
      "PUT /api/visits/{id}/walks/{walk}": async ({ subject: visit, params, body, user, request }) => {
        await service.place(visit, params.walk, body, { user, address: request.ip });
        return show(visit, params.walk, user);
      },
      "POST /api/visits/{id}/walks/{walk}/stop": async ({ subject: visit, params, user, request }) => {
        await service.stop(visit, params.walk, { user, address: request.ip });
        return show(visit, params.walk, user);
      },
      "POST /api/visits/{id}/walks/{walk}/continue": async ({ subject: visit, params, user, request }) => {
        await service.continue(visit, params.walk, { user, address: request.ip });
        return show(visit, params.walk, user);
      },
      "POST /api/visits/{id}/walks/{walk}/rooms": async ({ subject: visit, params, body, user, request }) => {
        const wish = { rooms: body.rooms, keepsFilm: body.keep_video };
        await service.makeRooms(visit, params.walk, wish, { user, address: request.ip });
        return show(visit, params.walk, user);
      },
      "DELETE /api/visits/{id}/walks/{walk}": async ({ subject: visit, params, user, request }) => {
        await service.remove(visit, params.walk, { user, address: request.ip });
        return {};
      },
      "GET /api/maps/{id}/walk": async ({ subject: sheet, query, user }) =>
        mayWalk(sheet, user) ? walkOnSheet(db, sheet, query.id_visit) : null,
    }),
  };
}

async function photosOf({ roomsIn, pictures }: WalksOptions, { id_visit, photos }: WalkRow) {
  const rooms = new Map((await roomsIn(id_visit)).map((room) => [room.id, room]));
  return photos.map((id_room) => {
    const room = rooms.get(id_room);
    if (room === undefined) return { id_room, name: "", url: null };
    return {
      id_room,
      name: room.name,
      url: pictures.picture(room).base ?? pictures.thumbnail(room.picture_sha256),
    };
  });
}
