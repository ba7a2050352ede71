import { coverageApi } from "#contract/coverage.ts";
import type { PdfDrawing } from "#server/domains/pdf-orders.ts";
import { type ProjectRecord, projectFlags } from "#server/domains/sites/projects/projects.policy.ts";
import { splitCapture } from "#server/platform/captures.ts";
import { handlers } from "#server/platform/http/module.ts";
import { jobWorker, scheduledJob } from "#server/platform/jobs/work.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { addSpots } from "./add-spots.ts";
import {
  createDigest,
  type DigestOptions,
  overdueInManyNotice,
  overdueNotice,
  pruneAlerts,
} from "./coverage.digest.ts";
import { reportOverdueSpots } from "./coverage.jobs.ts";
import { coverageDocument, coverageExport } from "./coverage.report.ts";
import { loadCoverage, wireCoverage } from "./coverage.state.ts";
import { type CoverageWrites, changePlan, changeSpot, removeSpots, skipSpot } from "./coverage.writes.ts";
import { samples } from "./samples.ts";

export interface CoverageOptions extends DigestOptions, CoverageWrites {
  readonly pdf: PdfDrawing;
  readonly siteName: () => string;
  /** The address behind a key of the object store. */
  readonly address: (objectKey: string) => string;
}

function canIn(project: ProjectRecord, user: SessionUser) {
  const flags = projectFlags(project, user);
  return { edit: flags.edit, skip: flags.add_visit, add_photo: flags.add_visit };
}

/** Photo spots: positions that are photographed in a rhythm, and the state of each. */
export function coverageModule(options: CoverageOptions) {
  const { db, clock, address } = options;
  return {
    jobs: [jobWorker(reportOverdueSpots, createDigest(options))],
    // Before the working day begins at most sites, after the reminders of snags.
    schedules: [scheduledJob("20 3 * * *", reportOverdueSpots)],
    sweeps: [() => pruneAlerts(db, clock.now())],
    notices: [overdueNotice, overdueInManyNotice],
    samples,
    exportParts: [coverageExport(options)],
    handlers: handlers(coverageApi, {
      "GET /api/projects/{id}/coverage": async ({ subject, query, user }) => {
        const loaded = await loadCoverage(db, subject.id, { now: clock.now(), day: query.day });
        const reader = { user, can: canIn(subject, user), address };
        const coverage = await wireCoverage(db, subject.id, loaded, reader);
        return query.summary ? { ...coverage, spots: [] } : coverage;
      },
      "PUT /api/projects/{id}/coverage": ({ subject, body, user, request }) =>
        changePlan(options, { subject, user, address: request.ip }, body),
      "GET /api/projects/{id}/coverage/pdf": async ({ subject, query, user }) => {
        const report = { project: subject, site: options.siteName(), now: clock.now() };
        const document = await coverageDocument(db, report, query.lang ?? user.language);
        return {
          name: `${document.title}.pdf`,
          record: {
            action: "coverage.exported",
            subject: { kind: "project", id: subject.id, name: subject.name },
            id_project: subject.id,
            details: { format: "PDF" },
          },
          open: () => options.pdf.draw("plain", document),
        };
      },
      "POST /api/projects/{id}/coverage/spots": async ({ subject, body, user, request }) => {
        const acting = { subject, user, address: request.ip };
        const spots = await addSpots(options, acting, body, clock.now());
        return { added: spots.length, spots };
      },
      "PUT /api/projects/{id}/coverage/spots/{spot}": async ({ subject, params, body, user, request }) => {
        await changeSpot(options, { subject, user, address: request.ip }, params.spot, body);
        return {};
      },
      "DELETE /api/projects/{id}/coverage/spots": async ({ subject, body, user, request }) => ({
        removed: await removeSpots(options, { subject, user, address: request.ip }, body.spots),
      }),
      "POST /api/projects/{id}/coverage/spots/{spot}/skip": async ({
        subject,
        params,
        body,
        user,
        request,
      }) => {
        const [capture, { reason }] = splitCapture(body);
        const skip = { now: clock.now(), reason, capture };
        await skipSpot(options, { subject, user, address: request.ip }, params.spot, skip);
        return {};
      },
      "DELETE /api/projects/{id}/coverage/spots/{spot}/skip": async ({ subject, params, user, request }) => {
        const skip = { now: clock.now(), reason: null };
        await skipSpot(options, { subject, user, address: request.ip }, params.spot, skip);
        return {};
      },
    }),
  };
}
