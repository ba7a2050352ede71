import type { SnagStatus } from "#contract/choices.ts";
import { limits } from "#contract/limits.ts";
import { snagsApi } from "#contract/snags.ts";
import { createMayUploadAttachment } from "#server/domains/attachment-uploads.ts";
import type { Sightings } from "#server/domains/installation/audit/sightings.ts";
import type { Notices } from "#server/domains/installation/notifications/notices.ts";
import { projectFlags } from "#server/domains/sites/projects/projects.policy.ts";
import { siteDays } from "#server/domains/sites/projects/site-days.ts";
import type { Pictures, Portraits, Uploads } from "#server/media/index.ts";
import { type SentCapture, splitCapture } from "#server/platform/captures.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { definedOnly } from "#server/platform/defined-only.ts";
import type { Bus } from "#server/platform/events/bus.ts";
import { handlers } from "#server/platform/http/module.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import { jobWorker, scheduledJob } from "#server/platform/jobs/work.ts";
import { authorize } from "#server/platform/policy.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { dayAt } from "#server/platform/site-time.ts";
import { createSnagAnswers, pruneAnswerPhotos } from "./answers.ts";
import { attachmentHandlers } from "./attachments.handlers.ts";
import { createSnapshots } from "./bcf/snapshots.ts";
import { snagChoices } from "./choices.ts";
import { claims } from "./claims.ts";
import { createSnagComments } from "./comments.ts";
import { createCrewSnags } from "./crew-snags.ts";
import { photoHandlers } from "./from-photo.ts";
import { prunePhotos } from "./photos.repository.ts";
import { createSnagPhotos } from "./photos.service.ts";
import { snagPoints } from "./points.ts";
import { createReminders } from "./reminders.ts";
import { type ReportOptions, snagReports } from "./report/handlers.ts";
import { snagReportExport } from "./report/report.export.ts";
import { samples } from "./samples.ts";
import { createSnagNews, snagNotices } from "./snag-news.ts";
import { createSnagView } from "./snag-view.ts";
import { createSnagVoice } from "./snag-voice.ts";
import { snagsExport } from "./snags.export.ts";
import { remindOfSnags, showSnapshots } from "./snags.jobs.ts";
import { snagPolicy } from "./snags.policy.ts";
import { createSnagsRepository } from "./snags.repository.ts";
import { type By, createSnagService, type SnagService } from "./snags.service.ts";
import { addUpTallies } from "./tallies.ts";
import { type SnagWire, wireSnag } from "./wire.ts";

export interface SnagsOptions extends ReportOptions {
  readonly bus: Pick<Bus, "emit">;
  readonly notices: Notices;
  readonly sightings: Sightings;
  /** Called for every change, in its transaction. */
  readonly outbox: { snagsChanged(trx: Trx, ids: readonly number[]): Promise<void> };
  /** Likewise, for messages to crews. */
  readonly crewOutbox: { snagsChanged(trx: Trx, ids: readonly number[]): Promise<void> };
  readonly pictures: Pick<Pictures, "thumbnail"> & Pick<Portraits, "keepPortrait">;
  readonly jobs: Pick<Jobs, "send">;
  readonly uploads: Pick<Uploads, "finishAttachment">;
  /** The address behind a key of the object store. */
  readonly address: (objectKey: string) => string;
}

/** Deletes pictures whose snag was never created, and adds up numbers. */
const sweepsOf = (db: Database, clock: Clock) => [
  () => prunePhotos(db, clock.now()),
  () => pruneAnswerPhotos(db, clock.now()),
  () => addUpTallies(db),
];

export function snagsModule(options: SnagsOptions) {
  const { db, clock, bus, pictures, address } = options;
  const repository = createSnagsRepository(db);
  const policy = snagPolicy(db);
  const news = createSnagNews(options.notices);
  const remind = createReminders({ db, clock, news });
  const service = createSnagService({ db, bus, news, changed: changedFor(options) });
  const { announce } = service;
  const photos = createSnagPhotos({ db, portraits: pictures, announce, uploads: options.uploads });
  const comments = createSnagComments({ db, news, announce });
  const snapshots = createSnapshots({ db, photos, announce });
  const wire: SnagWire = { pictures, address, today: (zone) => dayAt(clock.now(), zone) };
  const show = async (user: SessionUser, id: number) => wireSnag(await repository.one(user, id), user, wire);
  const create = createAndShow(service, show);

  return {
    policies: { snag: policy },
    offers: {
      snags: policy,
      viewOf: createSnagView(options),
      /** Answers by the links of crews. */
      snagAnswers: createSnagAnswers({ db, news, announce, photos }),
      crewSnags: createCrewSnags({ announce }),
      snagVoice: createSnagVoice({ news, announce, comments }),
      /** Checks that a user may start to upload a photo of a snag or of the site diary, in parts. */
      mayUploadAttachment: createMayUploadAttachment(db, limits.snag.photo.bytes),
      /** For a user who acts in an external tool (`via`). Throws the policy's error. */
      async changeSnagStatus(id: number, status: SnagStatus, by: By): Promise<void> {
        await service.change([await authorize(policy, "answer", id, by.user)], { status }, by);
      },
      /** The snags in a room's picture that this user may see. */
      snagsIn: (roomId: number, user: SessionUser | null) => snagPoints(db, roomId, user),
    },
    jobs: [
      jobWorker(remindOfSnags, (_, { signal }) => remind(signal)),
      jobWorker(showSnapshots, (job, { signal }) => snapshots(job, signal)),
    ],
    // Before the working day begins at most sites.
    schedules: [scheduledJob("0 3 * * *", remindOfSnags)],
    sweeps: sweepsOf(db, clock),
    notices: snagNotices,
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
        const overdueOn = overdue === true ? await siteDays(db, clock.now()) : undefined;
        const { rows, total, is_more, counts } = await repository.list(user, { ...filter, overdueOn });
        const items = rows.map((row) => wireSnag(row, user, wire));
        const all = { open: 0, in_work: 0, ready: 0, closed: 0, disputed: 0, ...counts };
        return { items, total, is_more, page: query.page, per_page: query.per_page, counts: all };
      },
      "GET /api/annotations/choices": async ({ subject, user }) => {
        // Names of people and trades are for users who see the snags that contain them.
        if (!projectFlags(subject, user).view_snags)
          return { people: [], invited: [], crews: [], trades: [] };
        return snagChoices(db, subject.id, address);
      },
      "GET /api/annotations/{id}": async ({ subject, user, request }) => {
        await options.sightings.seen({ ...subject, name: subject.title, kind: "snag" }, user, request);
        return show(user, subject.id);
      },
      "POST /api/annotations": async ({ subject, body, user, request }) => {
        const { id_visit: _visit, ...sent } = body;
        return create({ user, request }, subject.id_project, { id_visit: subject.id }, sent);
      },
      "POST /api/maps/{id}/annotations": async ({ subject, body, user, request }) =>
        create({ user, request }, subject.id_project, {}, { ...body, id_sheet: subject.id }),
      "PUT /api/annotations/{id}": async ({ subject, body, user, request }) => {
        const [capture, sent] = splitCapture(body);
        await service.change([subject], definedOnly(sent), { user, address: request.ip, capture });
        return show(user, subject.id);
      },
      "PUT /api/annotations/bulk": async ({ body, user, request }) => {
        const { ids, ...sent } = body;
        const unique = [...new Set(ids)];
        // All are authorized before the first is changed.
        const subjects = await Promise.all(unique.map((id) => authorize(policy, "answer", id, user)));
        await service.change(subjects, definedOnly(sent), { user, address: request.ip });
        return { ids: unique };
      },
      "DELETE /api/annotations/{id}": async ({ subject, user, request }) => {
        await service.remove(subject, { user, address: request.ip });
        return {};
      },
      ...photoHandlers(db, service, show),
      ...attachmentHandlers({ db, address, policy, repository, photos, comments, show }),
    }),
  };
}

const changedFor =
  ({ outbox, crewOutbox }: Pick<SnagsOptions, "outbox" | "crewOutbox">) =>
  async (trx: Trx, ids: readonly number[]): Promise<void> => {
    await outbox.snagsChanged(trx, ids);
    await crewOutbox.snagsChanged(trx, ids);
  };

type NewSnag = Parameters<SnagService["create"]>[2] & SentCapture;

/** Creates a snag, once for each capture, and returns it as its author sees it. */
const createAndShow =
  <T>(service: Pick<SnagService, "create">, show: (user: SessionUser, id: number) => Promise<T>) =>
  async (
    { user, request }: { readonly user: SessionUser; readonly request: { readonly ip: string } },
    projectId: number,
    now: { readonly id_visit?: number },
    body: NewSnag,
  ): Promise<T> => {
    const [capture, sent] = splitCapture(body);
    return show(user, await service.create(projectId, now, sent, { user, address: request.ip, capture }));
  };
