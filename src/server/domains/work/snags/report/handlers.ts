import { Readable } from "node:stream";
import type { Language } from "#contract/languages.ts";
import { limits } from "#contract/limits.ts";
import type { PdfDrawing } from "#server/domains/pdf-orders.ts";
import { safeName } from "#server/domains/sites/exports/paths.ts";
import type { ProjectRecord } from "#server/domains/sites/projects/projects.policy.ts";
import { siteDays } from "#server/domains/sites/projects/site-days.ts";
import type { Archive } from "#server/media/index.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Download, DownloadRecord } from "#server/platform/http/download.ts";
import type { Handlers } from "#server/platform/http/module.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { dayAt } from "#server/platform/site-time.ts";
import type { BcfImport, ImportOptions } from "../bcf/import.ts";
import { dayOf } from "../days.ts";
import type { SnagSummary } from "../snag-rows.ts";
import { createSnagsRepository } from "../snags.repository.ts";
import { filtersOf, type ReportQuery } from "./filters.ts";
import { readSnags } from "./read.ts";
import type { ReportHead, ReportSnag } from "./snag.ts";
import { type ReportWords, reportWords } from "./words.ts";
import { writeXlsx } from "./xlsx.ts";

export interface ReportOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly archive: Pick<Archive, "keptFile">;
  readonly pdf: PdfDrawing;
  /** Public address of this server. */
  readonly siteAddress: string;
  /** Name of this installation. */
  readonly siteName: () => string;
}

interface Report {
  readonly head: ReportHead;
  readonly snags: readonly ReportSnag[];
  readonly words: ReportWords;
}

type Route = `GET /api/annotations/report/${"pdf" | "xlsx" | "bcf"}` | "POST /api/annotations/import";

/** Handlers for exports of snags as a file, and for imports. */
export function snagReports(options: ReportOptions & Omit<ImportOptions, "db">): Handlers<Route> {
  const { db, clock, archive, pdf, siteAddress, siteName } = options;
  // Loaded when first needed, with their XML parser.
  const importBcf = async (...given: Parameters<BcfImport>) => {
    const { createBcfImport } = await import("../bcf/import.ts");
    return createBcfImport(options)(...given);
  };
  const repository = createSnagsRepository(db);
  const site = siteAddress.replace(/\/$/, "");

  const rowsFor = async (query: ReportQuery, user: SessionUser): Promise<SnagSummary[]> => {
    const most = limits.snag.report;
    const overdueOn = query.overdue === true ? await siteDays(db, clock.now()) : undefined;
    const rows = await repository.all(user, { ...query, overdueOn }, most + 1);
    if (rows.length > most) throw new AppError("REPORT_TOO_LARGE", { values: { n: most } });
    return rows;
  };
  /** Loads everything but the pictures before a byte is sent: a failure here is still an error response. */
  const reportFor = async (
    project: ProjectRecord,
    query: ReportQuery & { readonly lang?: Language | undefined },
    user: SessionUser,
  ): Promise<Report> => {
    const words = reportWords(query.lang ?? user.language);
    const at = clock.now();
    const rows = await rowsFor(query, user);
    const snags = await readSnags(rows, user, {
      db,
      repository,
      site,
      today: dayAt(at, project.time_zone),
      language: words.language,
    });
    const { code, name, location } = project;
    const filters = await filtersOf(db, query, words);
    return { head: { project: { code, name, location }, filters, at, site: siteName() }, snags, words };
  };
  const named = ({ head, words }: Report, kind: "pdf" | "xlsx" | "bcf", ending: string) =>
    `${safeName(head.project.name) || head.project.code} – ${words.say.file[kind]} ${dayOf(head.at)}.${ending}`;

  const record = ({ id, name }: ProjectRecord, { snags }: Report, format: string): DownloadRecord => ({
    action: "snag.exported",
    subject: { kind: "project", id, name },
    id_project: id,
    details: { format, n: String(snags.length) },
  });

  return {
    "GET /api/annotations/report/pdf": async ({ subject, query, user }): Promise<Download> => {
      const report = await reportFor(subject, query, user);
      return {
        name: named(report, "pdf", "pdf"),
        record: record(subject, report, "PDF"),
        open: () =>
          pdf.draw("snags", { head: report.head, snags: report.snags, language: report.words.language }),
      };
    },
    "GET /api/annotations/report/xlsx": async ({ subject, query, user }): Promise<Download> => {
      const report = await reportFor(subject, query, user);
      const book = await writeXlsx(report.head, report.snags, report.words);
      return {
        name: named(report, "xlsx", "xlsx"),
        record: record(subject, report, "XLSX"),
        bytes: book.length,
        open: () => Readable.from([book]),
      };
    },
    "GET /api/annotations/report/bcf": async ({
      subject,
      query: { version, ...query },
      user,
    }): Promise<Download> => {
      const report = await reportFor(subject, query, user);
      return {
        name: named(report, "bcf", "bcf"),
        record: record(subject, report, "BCF"),
        open: async () => {
          const { bcfExport } = await import("../bcf/export.ts");
          const { createCrops } = await import("./crops.ts");
          const crops = createCrops(archive);
          return bcfExport({ ...report, version, crops, db, id_project: subject.id });
        },
      };
    },
    "POST /api/annotations/import": ({ subject, files, user, request }) =>
      importBcf(subject.id, files.file.path, { user, address: request.ip }),
  };
}
