import type { SnagStatus } from "#contract/choices.ts";
import { snagsApi } from "#contract/snags.ts";
import type { Pictures, Portraits } from "#server/media/index.ts";
import type { Trx } from "#server/platform/database.ts";
import { definedOnly } from "#server/platform/defined.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Bus } from "#server/platform/events/bus.ts";
import { handlers } from "#server/platform/http/module.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import { jobWorker, scheduledJob } from "#server/platform/jobs/work.ts";
import { authorize } from "#server/platform/policy.ts";
import type { SessionUser } from "#server/platform/session.ts";
import type { Sightings } from "../audit/sightings.ts";
import type { Notices } from "../notifications/notices.ts";
import { projectFlags } from "../projects/projects.policy.ts";
import { wirePerson } from "../projects/wire.ts";
import { createSnapshots } from "./bcf/snapshots.ts";
import { assignablePeople, namedTrades } from "./choices.ts";
import { claims } from "./claims.ts";
import { createSnagComments } from "./comments.ts";
import { dayOf } from "./days.ts";
import { assignableInvited } from "./invited.ts";
import { photoNamed, prunePhotos } from "./photos.repository.ts";
import { createSnagPhotos } from "./photos.service.ts";
import { snagPoints } from "./points.ts";
import { createReminders } from "./reminders.ts";
import { type ReportOptions, snagReports } from "./report/handlers.ts";
import { snagReportExport } from "./report/report.export.ts";
import { samples } from "./samples.ts";
import { createSnagNews } from "./snag-news.ts";
import { createSnagView } from "./snag-view.ts";
import { snagsExport } from "./snags.export.ts";
import { remindOfSnags, showSnapshots } from "./snags.jobs.ts";
import { snagFlags, snagPolicy } from "./snags.policy.ts";
import { createSnagsRepository } from "./snags.repository.ts";
import { type By, createSnagService } from "./snags.service.ts";
import { type SnagWire, wireComment, wirePhoto, wireSnag, wireStep } from "./wire.ts";

export interface SnagsOptions extends ReportOptions {
  readonly bus: Pick<Bus, "emit">;
  readonly notices: Notices;
  readonly sightings: Sightings;
  /** Hears of every change in its transaction. */
  readonly outbox: { snagsChanged(trx: Trx, ids: readonly number[]): Promise<void> };
  readonly pictures: Pick<Pictures, "thumbnail"> & Pick<Portraits, "keepPortrait">;
  readonly jobs: Pick<Jobs, "send">;
  /** The address behind a key of the object store. */
  readonly address: (objectKey: string) => string;
}

export function snagsModule(options: SnagsOptions) {
  const { db, clock, bus, pictures, address } = options;
  const repository = createSnagsRepository(db);
  const policy = snagPolicy(db);
  const news = createSnagNews(options.notices);
  const service = createSnagService({ db, bus, news, changed: options.outbox.snagsChanged });
  const { announce } = service;
  const photos = createSnagPhotos({ db, portraits: pictures, announce });
  const comments = createSnagComments({ db, news, announce });
  const snapshots = createSnapshots({ db, photos, announce });
  const wire: SnagWire = { pictures, address, today: () => dayOf(clock.now()) };
  const show = async (user: SessionUser, id: number) => wireSnag(await repository.one(user, id), user, wire);
  const showPhoto = async (filename: string) => {
    const photo = await photoNamed(db, filename);
    if (photo === undefined) throw new AppError("NOT_FOUND");
    return wirePhoto(
      { ...photo, author: photo.author ?? "", created_at: photo.created_at.toISOString() },
      address,
    );
  };

  return {
    policies: { snag: policy },
    offers: {
      snags: policy,
      viewOf: createSnagView(options),
      /** For somebody who did it in an outside tool (`via`). Throws the policy's refusal. */
      async changeSnagStatus(id: number, status: SnagStatus, by: By): Promise<void> {
        await service.change([await authorize(policy, "answer", id, by.user)], { status }, by);
      },
      /** The snags in a room's picture that this person may see. */
      snagsIn: (roomId: number, user: SessionUser | null) => snagPoints(db, roomId, user),
    },
    jobs: [
      jobWorker(remindOfSnags, createReminders({ db, clock, news })),
      jobWorker(showSnapshots, (job, { signal }) => snapshots(job, signal)),
    ],
    // Before the working day begins where most of them stand.
    schedules: [scheduledJob("0 3 * * *", remindOfSnags)],
    /** Pictures whose snag was never made. */
    sweeps: [() => prunePhotos(db, clock.now())],
    claims,
    exportParts: [snagsExport(db, options.archive), snagReportExport(options)],
    samples,
    handlers: handlers(snagsApi, {
      ...snagReports({
        ...options,
        news,
        announce,
        enqueueSnapshots: async (trx, job) => {
          await options.jobs.send(trx, showSnapshots, job, { key: String(job.id_snag) });
        },
      }),
      "GET /api/annotations": async ({ query, user }) => {
        const { overdue, ...filter } = query;
        const { rows, total, counts } = await repository.list(user, {
          ...filter,
          overdueOn: overdue === true ? wire.today() : undefined,
        });
        const items = rows.map((row) => wireSnag(row, user, wire));
        const all = { open: 0, in_work: 0, ready: 0, closed: 0, disputed: 0, ...counts };
        return { items, total, page: query.page, per_page: query.per_page, counts: all };
      },
      "GET /api/annotations/choices": async ({ subject, user }) => {
        // Names of people and trades are for those who see the snags they stand in.
        if (!projectFlags(subject, user).view_snags) return { people: [], invited: [], trades: [] };
        const [people, invited, trades] = await Promise.all([
          assignablePeople(db, subject.id),
          assignableInvited(db, subject.id),
          namedTrades(db, subject.id),
        ]);
        return { people: people.map((person) => wirePerson(person, address)), invited, trades };
      },
      "GET /api/annotations/{id}": async ({ subject, user, request }) => {
        await options.sightings.seen({ ...subject, name: subject.title, kind: "snag" }, user, request);
        return show(user, subject.id);
      },
      "POST /api/annotations": async ({ subject, body, user, request }) => {
        const { id_visit: _visit, ...sent } = body;
        const by = { user, address: request.ip };
        return show(user, await service.create(subject.id_project, { id_visit: subject.id }, sent, by));
      },
      "POST /api/maps/{id}/annotations": async ({ subject, body, user, request }) => {
        const sent = { ...body, id_sheet: subject.id };
        return show(user, await service.create(subject.id_project, {}, sent, { user, address: request.ip }));
      },
      "PUT /api/annotations/{id}": async ({ subject, body, user, request }) => {
        await service.change([subject], definedOnly(body), { user, address: request.ip });
        return show(user, subject.id);
      },
      "PUT /api/annotations/bulk": async ({ body, user, request }) => {
        const { ids, ...sent } = body;
        const unique = [...new Set(ids)];
        // All are looked at before the first is changed.
        const subjects = await Promise.all(unique.map((id) => authorize(policy, "answer", id, user)));
        await service.change(subjects, definedOnly(sent), { user, address: request.ip });
        return { ids: unique };
      },
      "DELETE /api/annotations/{id}": async ({ subject, user, request }) => {
        await service.remove(subject, { user, address: request.ip });
        return {};
      },
      "POST /api/annotations/file": async ({ subject: visit, body, files, user, request }) => {
        const upload = { file: files.file, kind: body.kind };
        if (body.id_annotation === undefined) return showPhoto(await photos.wait(visit, upload, user));
        const snag = await authorize(policy, "answer", body.id_annotation, user);
        if (snag.id_visit !== visit.id)
          throw new AppError("VALIDATION", { fields: { id_annotation: ["snags.not_this_visit"] } });
        return showPhoto(await photos.add(snag, upload, { user, address: request.ip }));
      },
      "POST /api/annotations/{id}/photos": async ({ subject, body, files, user, request }) => {
        await photos.add(subject, { file: files.file, kind: body.kind }, { user, address: request.ip });
        return show(user, subject.id);
      },
      "DELETE /api/annotations/file/delete": async ({ subject: visit, query, user, request }) => {
        const by = { user, address: request.ip };
        await photos.removeFrom(visit, query.filename, by, (id) => authorize(policy, "answer", id, user));
        return {};
      },
      "DELETE /api/annotations/{id}/photos": async ({ subject, query, user, request }) => {
        await photos.remove(subject, query.filename, { user, address: request.ip });
        return show(user, subject.id);
      },
      "GET /api/annotations/{id}/comments": async ({ subject, user }) => {
        const can = snagFlags(subject, user);
        return (await repository.comments([subject.id])).map((row) => wireComment(row, user, can, address));
      },
      "POST /api/annotations/{id}/comments": async ({ subject, body, user, request }) => {
        const id = await comments.add(subject, body.text, { user, address: request.ip });
        const row = (await repository.comments([subject.id])).find((one) => one.id === id);
        if (row === undefined) throw new AppError("NOT_FOUND");
        return wireComment(row, user, snagFlags(subject, user), address);
      },
      "DELETE /api/annotations/{id}/comments/{comment}": async ({ subject, params, user, request }) => {
        await comments.remove(subject, params.comment, { user, address: request.ip });
        return {};
      },
      "GET /api/annotations/{id}/history": async ({ subject }) =>
        (await repository.steps(subject.id)).map((row) => wireStep(row, address)),
    }),
  };
}
