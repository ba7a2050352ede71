import { sql } from "kysely";
import { type DiaryEntry, diaryApi } from "#contract/diary.ts";
import type { Sightings } from "#server/domains/installation/audit/sightings.ts";
import type { Notices } from "#server/domains/installation/notifications/notices.ts";
import type { PdfDrawing } from "#server/domains/pdf-orders.ts";
import { type ProjectRecord, projectFlags } from "#server/domains/sites/projects/projects.policy.ts";
import type { Archive, Portraits, Uploads } from "#server/media/index.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import { handlers } from "#server/platform/http/module.ts";
import type { Samples } from "#server/platform/samples.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { voiceNotesOf } from "../voice-notes/voice-rows.ts";
import { closedNotice, holdDraft, pageOf, refuseDay } from "./diary.drafts.ts";
import { addPhoto } from "./diary.photos.ts";
import { dayDocument, diaryExport, summaryOf, wireEntry } from "./diary.report.ts";
import { type DiaryRow, diaryDays, fullEntries, namedBefore } from "./diary.repository.ts";
import { createDiaryVoice } from "./diary.voice.ts";
import { type WeatherOptions, weatherOf } from "./diary.weather.ts";
import { writeEntry } from "./diary.writing.ts";

export interface DiaryOptions extends WeatherOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly notices: Notices;
  readonly sightings: Sightings;
  readonly pictures: Pick<Portraits, "keepPortrait">;
  readonly uploads: Pick<Uploads, "finishAttachment">;
  readonly archive: Pick<Archive, "keptFile">;
  readonly pdf: PdfDrawing;
  readonly siteName: () => string;
  /** The address behind a key of the object store. */
  readonly address: (objectKey: string) => string;
}

const FIRST_DAY = "2000-01-01";
const LAST_DAY = "9999-12-31";
const sample =
  (extra: object = {}) =>
  ({ id_project }: { id_project: number }) => ({
    params: { id: id_project, day: "2026-11-20" },
    ...extra,
  });
export const samples: Samples<keyof typeof diaryApi> = {
  "GET /api/projects/{id}/diary": ({ id_project }) => ({ params: { id: id_project } }),
  "GET /api/projects/{id}/diary/{day}": sample(),
  "PUT /api/projects/{id}/diary/{day}": sample({
    body: {
      work: "Screed on the second floor.",
      people: [{ company: "North Walls", trade: "Plaster", count: 4 }],
    },
  }),
  "GET /api/projects/{id}/diary/{day}/weather": sample(),
  "DELETE /api/projects/{id}/diary/{day}": sample(),
  "POST /api/projects/{id}/diary/{day}/photos": sample({ files: ["file"] }),
  "DELETE /api/projects/{id}/diary/{day}/photos": sample({ query: { filename: "b7kqx2mwpd.webp" } }),
  "GET /api/projects/{id}/diary/{day}/pdf": sample({ query: { lang: "en" } }),
};

/**
 * The site diary: events of a day, one entry per author. Users who see the project's snags read it, users who edit them
 * write.
 */
export function diaryModule(options: DiaryOptions) {
  const { db, clock, address } = options;
  const entriesOf = (projectId: number, day: string) => fullEntries(db, projectId, { from: day, to: day });
  const own = async (project: ProjectRecord, day: string, user: SessionUser): Promise<DiaryEntry> => {
    const row = (await entriesOf(project.id, day)).find(({ id_user }) => id_user === user.id);
    if (row === undefined) throw new AppError("NOT_FOUND");
    return wireEntry(row, user, address);
  };
  const checkDay = (day: string): void => refuseDay(clock, day);

  /** Drafts only: the contents of a closed entry stay as they were. */
  const withDraft = async <T>(
    project: ProjectRecord,
    day: string,
    user: SessionUser,
    work: (trx: Trx, entry: DiaryRow) => Promise<T>,
  ): Promise<T> => {
    checkDay(day);
    return db
      .transaction()
      .execute(async (trx) =>
        work(trx, await holdDraft(trx, { id_project: project.id, id_user: user.id, day })),
      );
  };

  return {
    notices: [closedNotice],
    samples,
    offers: { diaryVoice: createDiaryVoice(options) },
    claims: {
      portraits: [
        sql`exists (select from diary_photos f where f.image = portraits.key)`,
        sql`exists (select from diary_photos f where f.thumbnail = portraits.key)`,
      ],
    },
    exportParts: [diaryExport(db, options.archive)],
    handlers: handlers(diaryApi, {
      "GET /api/projects/{id}/diary": async ({ subject, query, user }) => {
        const { page, per_page, from = FIRST_DAY, to = LAST_DAY } = query;
        const rows = await diaryDays(db, subject.id, {
          from,
          to,
          limit: per_page,
          offset: (page - 1) * per_page,
        });
        return { items: rows, total: rows[0]?.total ?? 0, page, per_page, can: canIn(subject, user) };
      },
      "GET /api/projects/{id}/diary/{day}": async ({ subject, params: { day }, user, request }) => {
        const [rows, named] = await Promise.all([
          entriesOf(subject.id, day),
          namedBefore(db, { id_project: subject.id, id_user: user.id, day }),
        ]);
        for (const { id } of rows)
          await options.sightings.seen(
            { kind: "diary", id, name: day, id_project: subject.id },
            user,
            request,
          );
        const entries = rows.map((row) => wireEntry(row, user, address));
        const can = canIn(subject, user);
        const fetch_weather = can.write && options.settings.get().weather_url !== "";
        return { day, summary: summaryOf(entries), entries, ...named, can: { ...can, fetch_weather } };
      },
      "GET /api/projects/{id}/diary/{day}/weather": async ({ subject, params: { day }, query, user }) => {
        checkDay(day);
        return weatherOf(options, subject, day, query.lang ?? user.language);
      },
      "PUT /api/projects/{id}/diary/{day}": async ({ subject, params: { day }, body, user, request }) => {
        checkDay(day);
        await writeEntry(options, { subject, day, body, user, address: request.ip });
        return own(subject, day, user);
      },
      "DELETE /api/projects/{id}/diary/{day}": async ({ subject, params: { day }, user }) => {
        await db
          .deleteFrom("diary_entries")
          .where("id_project", "=", subject.id)
          .where("id_user", "=", user.id)
          .where(sql<boolean>`day = ${day}::date`)
          .where("closed_at", "is", null)
          .execute();
        return {};
      },
      "POST /api/projects/{id}/diary/{day}/photos": async ({
        subject,
        params: { day },
        files: { file },
        body,
        user,
      }) => {
        const draft = <T>(work: (trx: Trx, entry: DiaryRow) => Promise<T>) =>
          withDraft(subject, day, user, work);
        await addPhoto(options, { file, body, id_user: user.id, id_project: subject.id, draft });
        return own(subject, day, user);
      },
      "DELETE /api/projects/{id}/diary/{day}/photos": async ({ subject, params: { day }, query, user }) => {
        await withDraft(subject, day, user, (trx, { id }) =>
          trx
            .deleteFrom("diary_photos")
            .where("id_entry", "=", id)
            .where("filename", "=", query.filename)
            .execute(),
        );
        return {};
      },
      "GET /api/projects/{id}/diary/{day}/pdf": async ({ subject, params: { day }, query, user }) => {
        const rows = await entriesOf(subject.id, day);
        const voices = await voiceNotesOf(db, { entries: rows.map(({ id }) => id) });
        const language = query.lang ?? user.language;
        const link = `${options.siteAddress.replace(/\/$/, "")}${pageOf(subject.id, day)}`;
        const document = dayDocument(
          { day, project: subject.name, site: options.siteName(), rows, voices, link },
          language,
          clock.now(),
        );
        return {
          name: `${document.title}.pdf`,
          record: {
            action: "diary.exported",
            subject: { kind: "project", id: subject.id, name: subject.name },
            id_project: subject.id,
            details: { format: "PDF", day },
          },
          open: () => options.pdf.draw("plain", document),
        };
      },
    }),
  };
}

const canIn = (project: ProjectRecord, user: SessionUser) => ({
  write: projectFlags(project, user).add_snag === true,
});
