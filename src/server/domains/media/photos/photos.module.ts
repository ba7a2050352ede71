import type { z } from "zod";
import { photoLimits } from "#contract/photos.limits.ts";
import { photosApi } from "#contract/photos.ts";
import type { Sightings } from "#server/domains/installation/audit/sightings.ts";
import { binDays } from "#server/domains/sites/projects/bin.ts";
import { projectFlags, projectPolicy } from "#server/domains/sites/projects/projects.policy.ts";
import type { Archive, Settle, Uploads } from "#server/media/index.ts";
import { splitCapture } from "#server/platform/captures.ts";
import { AppError } from "#server/platform/errors.ts";
import { type Handlers, handlers, type UploadedFile } from "#server/platform/http/module.ts";
import { jobWorker } from "#server/platform/jobs/work.ts";
import { authorize } from "#server/platform/policy.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { type AddPhotoOptions, addedBefore, addPhoto } from "./add-photo.ts";
import { claims } from "./claims.ts";
import { announcePhotos, createPhotoNews, type PhotoNewsOptions, photosAdded } from "./photo-news.ts";
import { proposedPositions } from "./photo-position.ts";
import { photosExport } from "./photos.export.ts";
import { photoPolicy } from "./photos.policy.ts";
import { photosReport, type ReportOptions } from "./photos.report.ts";
import {
  listPhotos,
  type PhotoFilter,
  photoById,
  photoChoices,
  photoDays,
  photoName,
  purgePhotos,
} from "./photos.repository.ts";
import { createPhotoService } from "./photos.service.ts";
import { samples } from "./samples.ts";
import { daysBetween, zoneOf } from "./time-zones.ts";
import { wirePhoto } from "./wire.ts";

export interface PhotosOptions
  extends Omit<AddPhotoOptions, "news">,
    Pick<PhotoNewsOptions, "jobs" | "notices">,
    ReportOptions {
  readonly sightings: Sightings;
  readonly uploads: Pick<Uploads, "finishPhoto">;
  readonly archive: Pick<Archive, "keptFile">;
  /** The address behind a key of the object store. */
  readonly address: (objectKey: string) => string;
}

type Query = z.output<(typeof photosApi)["GET /api/projects/{id}/photos/pdf"]["query"]>;

const filterOf = ({ from, to, zone, ...filter }: Query): PhotoFilter => ({
  ...filter,
  ...daysBetween({ from, to }, zoneOf(zone)),
});

/** Photos of a project that are not 360 photos, with a position on a floor plan, a visit and a room where known. */
export function photosModule(options: PhotosOptions) {
  const { db, address } = options;
  const news = createPhotoNews(options);
  const service = createPhotoService(options);
  const projects = projectPolicy(db);
  const show = async (user: SessionUser, id: number) =>
    wirePhoto(await photoById(db, id, user.id), user, address);

  return {
    policies: { photo: photoPolicy(db) },
    offers: {
      /** Checks that a user may start to upload a photo to a project. */
      async mayUploadPhoto(user: SessionUser, { id_project, bytes }: { id_project: number; bytes: number }) {
        await authorize(projects, "add_visit", id_project, user);
        if (bytes > photoLimits.bytes)
          throw new AppError("IMAGE_TOO_LARGE", { values: { maxFileSize: photoLimits.megabytes } });
      },
    },
    notices: [photosAdded],
    jobs: [jobWorker(announcePhotos, (of) => news.announce(of))],
    /** Purges photos that have been in the bin for the retention period. */
    sweeps: [() => purgePhotos(db, binDays)],
    claims,
    exportParts: [photosExport(db, options.archive)],
    samples,
    handlers: handlers(photosApi, {
      ...listHandlers(options),
      "POST /api/projects/{id}/photos": async ({ subject, body, files: { file }, user, request }) => {
        const [capture, { upload, ...fields }] = splitCapture(body);
        const by = { user, address: request.ip, capture };
        const before = await addedBefore(db, capture, subject, user);
        if (before !== undefined) return show(user, before);
        const add = (whole: UploadedFile, settle?: Settle) =>
          addPhoto({ ...options, news }, subject, whole, fields, by, settle);
        if (file !== undefined) return show(user, await add(file));
        if (upload === undefined) throw new AppError("FILE_EMPTY", { fields: { file: ["FILE_EMPTY"] } });
        const from = { id: upload, id_user: user.id, id_project: subject.id };
        return show(user, await options.uploads.finishPhoto(from, add));
      },
      "POST /api/projects/{id}/photos/restore": async ({ subject, body, user, request }) => ({
        restored: await service.restore(subject, body.photos, { user, address: request.ip }),
      }),
      "GET /api/photos/{id}": async ({ subject, user, request }) => {
        const { id, id_project, latitude, longitude, answer } = subject;
        await options.sightings.seen(
          { kind: "photo", id, name: photoName(subject), id_project },
          user,
          request,
        );
        const isOpen = answer === null && latitude !== null && longitude !== null;
        const proposed = isOpen ? await proposedPositions(db, id_project, { latitude, longitude }) : [];
        return { ...(await show(user, id)), proposed };
      },
      "PUT /api/photos/{id}": async ({ subject, body, user, request }) => {
        await service.change(subject, body, { user, address: request.ip });
        return show(user, subject.id);
      },
      "DELETE /api/photos/{id}": async ({ subject, user, request }) => {
        await service.moveToBin(subject, { user, address: request.ip });
        return {};
      },
    }),
  };
}

type Lists = Extract<keyof typeof photosApi, `GET /api/projects/${string}`>;

/** Handlers of the lists, of their days, and of their report. */
function listHandlers(options: PhotosOptions): Handlers<Lists> {
  const { db, address } = options;
  return {
    "GET /api/projects/{id}/photos": async ({ subject, query, user }) => {
      const { page, per_page, ...filter } = query;
      const of = { id_project: subject.id, id_user: user.id };
      const [{ rows, total }, choices] = await Promise.all([
        listPhotos(db, of, filterOf(filter), { limit: per_page, offset: (page - 1) * per_page }),
        photoChoices(db, subject.id),
      ]);
      const items = rows.map((row) => wirePhoto(row, user, address));
      return {
        items,
        total,
        page,
        per_page,
        ...choices,
        can: { add: projectFlags(subject, user).add_visit },
      };
    },
    "GET /api/projects/{id}/photos/days": async ({ subject, query }) => ({
      items: await photoDays(db, subject.id, query, zoneOf(query.zone)),
    }),
    "GET /api/projects/{id}/photos/pdf": async ({ subject, query, user }) =>
      photosReport(options, subject, { filter: filterOf(query), zone: zoneOf(query.zone) }, user, query.lang),
  };
}
