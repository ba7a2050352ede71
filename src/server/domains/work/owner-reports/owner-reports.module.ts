import { Readable } from "node:stream";
import { ownerReportsApi } from "#contract/owner-reports.ts";
import type { Language } from "#contract/languages.ts";
import { reportLimits as limits } from "#contract/owner-reports.limits.ts";
import type { PdfDrawing } from "#server/domains/pdf-orders.ts";
import { safeName } from "#server/domains/sites/exports/paths.ts";
import { type ProjectRecord, projectFlags } from "#server/domains/sites/projects/projects.policy.ts";
import type { Archive } from "#server/media/index.ts";
import { recordActivity } from "#server/platform/activity.ts";
import type { Mailer } from "#server/platform/mail/mail.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Download } from "#server/platform/http/download.ts";
import { handlers } from "#server/platform/http/module.ts";
import { jobWorker } from "#server/platform/jobs/work.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { printedReport } from "./document.ts";
import { reportsExport } from "./export.ts";
import { type Frozen, visibleTo } from "./frozen.ts";
import { mailReport, writeReport } from "./jobs.ts";
import { createReportLinks, type LinksOptions } from "./links.ts";
import { deliveriesOf, findRun, listRuns, wireRun } from "./lists.ts";
import { createMailing } from "./mailing.ts";
import { createReportPages } from "./page.ts";
import { createViewPictures, roomsNow } from "./pictures.ts";
import { createRuns, type RunsOptions } from "./runs.ts";
import { samples } from "./samples.ts";
import { changeSettings, loadSettings, readerOf } from "./settings.ts";
import { pairRooms, type ReportHead, wireReport } from "./view.ts";
import { reportWords } from "./words.ts";

export interface OwnerReportsOptions extends RunsOptions, LinksOptions {
  readonly mailer: Pick<Mailer, "attempt">;
  readonly archive: Pick<Archive, "keptFile">;
  readonly pdf: PdfDrawing;
  readonly siteName: () => string;
  /** Prefix of links into this site. */
  readonly siteAddress: string;
}

const DAY = 86_400;
/** Milliseconds between looks for reports that are due. */
const EVERY = 30_000;

/** Reports that are written and sent by themselves, to members and to people without an account. */
export function ownerReportsModule(options: OwnerReportsOptions) {
  const { db, clock, settings } = options;
  const hasMail = () => settings.get().smtp_host !== "";
  const own = { ...options, hasMail };
  const runs = createRuns(options);
  const mailing = createMailing(own);
  const links = createReportLinks(options);
  const drawView = createViewPictures(options.archive);

  const isManager = (project: ProjectRecord, user: SessionUser) => projectFlags(project, user).edit === true;

  /** The report as this member may see it. Throws NOT_FOUND. */
  const runFor = async (project: ProjectRecord, runId: number, user: SessionUser) => {
    const found = await findRun(db, project.id, runId, isManager(project, user));
    if (found === undefined) throw new AppError("NOT_FOUND");
    return { head: found.head, frozen: visibleTo(found.frozen, readerOf(project, user)) };
  };

  const pdfOf = async (
    head: ReportHead,
    frozen: Frozen,
    { language, isByLink }: { readonly language: Language; readonly isByLink: boolean },
  ): Promise<Omit<Download, "record">> => {
    const words = reportWords(language);
    const rooms = await pairRooms(options, head, frozen);
    const { siteAddress } = options;
    const report = printedReport(head, frozen, { words, rooms, site: options.siteName(), siteAddress, isByLink });
    const { name } = frozen.project;
    return {
      name: `${safeName(name) || "project"} – ${words.say.title} ${head.to}.pdf`,
      open: () => options.pdf.draw("owner_report", report),
    };
  };

  const jpegOf = async (
    projectId: number,
    view: { readonly id_room: number; readonly yaw: number; readonly pitch: number; readonly fov: number },
  ): Promise<Download> => {
    const room = (await roomsNow(db, projectId, [view.id_room], clock.now())).get(view.id_room);
    if (room === undefined) throw new AppError("NOT_FOUND");
    const jpeg = await drawView(room.picture, view);
    if (jpeg === undefined) throw new AppError("NOT_FOUND");
    return { name: "view.jpg", record: null, bytes: jpeg.length, open: () => Readable.from([jpeg]) };
  };

  const runOf = async (project: ProjectRecord, id: number, user: SessionUser) => {
    const reader = readerOf(project, user);
    const rows = await listRuns(db, project.id, { limit: 1, offset: 0, isManager: true });
    const row = rows.find((one) => one.id === id);
    if (row === undefined) throw new AppError("NOT_FOUND");
    return wireRun(row, reader, []);
  };

  return {
    jobs: [
      jobWorker(writeReport, runs.write),
      jobWorker(mailReport, mailing.send, mailing.givenUp),
    ],
    // On every node: a run is unique, so that one of them creates it.
    repeats: [{ every: EVERY, work: runs.schedule }],
    samples,
    exportParts: [reportsExport(db)],
    offers: { reportPages: createReportPages(options, links) },
    handlers: handlers(ownerReportsApi, {
      "GET /api/projects/{id}/owner-report": ({ subject }) => loadSettings(own, subject),
      "PUT /api/projects/{id}/owner-report": async ({ subject, body, user, request }) => {
        await changeSettings(own, { subject, user, address: request.ip }, body);
        return loadSettings(own, subject);
      },
      "GET /api/projects/{id}/owner-report/preview": async ({ subject, query, user }) => {
        const span = await runs.spanNow(subject.id, subject.time_zone);
        const frozen = visibleTo(await runs.preview(subject, span), readerOf(subject, user));
        const { from, to, now, zone } = span;
        const head: ReportHead = {
          id: null,
          id_project: subject.id,
          period: "manual",
          from,
          to,
          time_zone: zone,
          frozen_at: now,
        };
        const words = reportWords(query.lang ?? user.language);
        return wireReport(options, head, frozen, { words, code: null });
      },
      "GET /api/projects/{id}/owner-report/views": ({ subject, query }) => jpegOf(subject.id, query),
      "GET /api/projects/{id}/owner-report/runs": async ({ subject, query, user }) => {
        const { page, per_page } = query;
        const manage = isManager(subject, user);
        const rows = await listRuns(db, subject.id, {
          limit: per_page,
          offset: (page - 1) * per_page,
          isManager: manage,
        });
        const copies = manage
          ? await deliveriesOf(
              db,
              rows.map(({ id }) => id),
              clock.now(),
            )
          : null;
        const reader = readerOf(subject, user);
        return {
          items: rows.map((row) => wireRun(row, reader, copies === null ? null : (copies.get(row.id) ?? []))),
          total: rows[0]?.total ?? 0,
          page,
          per_page,
          can: { manage },
        };
      },
      "POST /api/projects/{id}/owner-report/runs": async ({ subject, user, request }) => {
        if (!subject.active || !subject.validated) throw new AppError("PROJECT_EDIT_DENIED");
        await options.attempts.take(`owner report ${subject.id}`, { max: limits.byHand, seconds: DAY });
        const span = await runs.spanNow(subject.id, subject.time_zone);
        const id = await db.transaction().execute(async (trx) => {
          await recordActivity(trx, {
            id_user: user.id,
            action: "owner_report.started",
            subject: { kind: "project", id: subject.id, name: subject.name },
            id_project: subject.id,
            address: request.ip,
          });
          return runs.start(trx, span, user.id);
        });
        return runOf(subject, id, user);
      },
      "GET /api/projects/{id}/owner-report/runs/{run}": async ({ subject, params, query, user }) => {
        const { head, frozen } = await runFor(subject, params.run, user);
        const words = reportWords(query.lang ?? user.language);
        return wireReport(options, head, frozen, { words, code: null });
      },
      "GET /api/projects/{id}/owner-report/runs/{run}/pdf": async ({ subject, params, query, user }) => {
        const { head, frozen } = await runFor(subject, params.run, user);
        return {
          ...(await pdfOf(head, frozen, { language: query.lang ?? user.language, isByLink: false })),
          record: {
            action: "owner_report.exported",
            subject: { kind: "project", id: subject.id, name: subject.name },
            id_project: subject.id,
            details: { format: "PDF" },
          },
        };
      },
      "POST /api/projects/{id}/owner-report/revoke": async ({ subject, body, user, request }) => {
        const ids = [...new Set(body.deliveries)];
        const revoked = await db.transaction().execute(async (trx) => {
          const known = await trx
            .selectFrom("owner_report_deliveries as d")
            .innerJoin("owner_report_runs as r", "r.id", "d.id_run")
            .select("d.id")
            .where("r.id_project", "=", subject.id)
            .where("d.id", "in", ids)
            .execute();
          if (known.length < ids.length) throw new AppError("NOT_FOUND");
          const changed = await trx
            .updateTable("owner_report_deliveries")
            .set({ revoked_at: clock.now() })
            .where("id", "in", ids)
            .where("is_member", "=", false)
            .where("revoked_at", "is", null)
            .returning("id")
            .execute();
          if (changed.length > 0)
            await recordActivity(trx, {
              id_user: user.id,
              action: "owner_report.revoked",
              subject: { kind: "project", id: subject.id, name: subject.name },
              id_project: subject.id,
              details: { n: String(changed.length) },
              address: request.ip,
            });
          return changed.length;
        });
        return { revoked };
      },
      "GET /api/owner-reports/{code}": async ({ params, query }) => {
        const { head, frozen, name, email, language, is_subscribed, expires_at, owner } = await links.open(
          params.code,
        );
        const words = reportWords(query.lang ?? language);
        const report = await wireReport(options, head, frozen, { words, code: params.code });
        return {
          ...report,
          recipient: { name: name || email, is_subscribed },
          expires_at: expires_at.toISOString(),
          can: { ask: owner !== null },
        };
      },
      "GET /api/owner-reports/{code}/pdf": async ({ params, query }) => {
        const { head, frozen, language } = await links.open(params.code);
        return {
          ...(await pdfOf(head, frozen, { language: query.lang ?? language, isByLink: true })),
          record: null,
        };
      },
      "GET /api/owner-reports/{code}/pictures/{pair}": async ({ params, query }) => {
        const { head, frozen } = await links.open(params.code);
        const side = frozen.pairs[params.pair - 1]?.[query.side];
        if (side === undefined) throw new AppError("NOT_FOUND");
        return jpegOf(head.id_project, side);
      },
      "POST /api/owner-reports/{code}/views": async ({ params }) => {
        await links.view(params.code);
        return {};
      },
      "POST /api/owner-reports/{code}/questions": async ({ params, body, request }) => {
        await links.ask(params.code, body.text, request.ip);
        return {};
      },
      "POST /api/owner-reports/{code}/unsubscribe": async ({ params, request }) => {
        await links.unsubscribe(params.code, request.ip);
        return {};
      },
    }),
  };
}
