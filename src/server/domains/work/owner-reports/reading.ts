import { Readable } from "node:stream";
import type { Language } from "#contract/languages.ts";
import type { ReportViewPoint } from "#contract/owner-reports.ts";
import type { PdfDrawing } from "#server/domains/pdf-orders.ts";
import { safeName } from "#server/domains/sites/exports/paths.ts";
import { type ProjectRecord, projectFlags } from "#server/domains/sites/projects/projects.policy.ts";
import type { Archive } from "#server/media/index.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Download } from "#server/platform/http/download.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { printedReport } from "./document.ts";
import { type Frozen, visibleTo } from "./frozen.ts";
import { findRun } from "./lists.ts";
import { createViewPictures, roomsNow } from "./pictures.ts";
import { readerOf } from "./settings.ts";
import { pairRooms, type ReportHead, type ViewOptions } from "./view.ts";
import { reportWords } from "./words.ts";

export interface ReadingOptions extends ViewOptions {
  readonly archive: Pick<Archive, "keptFile">;
  readonly pdf: PdfDrawing;
  readonly siteName: () => string;
  /** Prefix of links into this site. */
  readonly siteAddress: string;
}

/** Whether the user manages the report: those who may edit the project. */
export const isManager = (project: ProjectRecord, user: SessionUser): boolean =>
  projectFlags(project, user).edit === true;

/** A report for its readers: its figures, its PDF and its photos. */
export function createReading(options: ReadingOptions) {
  const { db, clock } = options;
  const drawView = createViewPictures(options.archive);
  return {
    /** The report as this member may see it. Throws NOT_FOUND. */
    async runFor(project: ProjectRecord, runId: number, user: SessionUser) {
      const found = await findRun(db, project.id, runId, isManager(project, user));
      if (found === undefined) throw new AppError("NOT_FOUND");
      return { head: found.head, frozen: visibleTo(found.frozen, readerOf(project, user)) };
    },

    async pdfOf(
      head: ReportHead,
      frozen: Frozen,
      { language, isByLink }: { readonly language: Language; readonly isByLink: boolean },
    ): Promise<Omit<Download, "record">> {
      const words = reportWords(language);
      const rooms = await pairRooms(options, head, frozen);
      const site = options.siteName();
      const { siteAddress } = options;
      const report = printedReport(head, frozen, { words, rooms, site, siteAddress, isByLink });
      return {
        name: `${safeName(frozen.project.name) || "project"} – ${words.say.title} ${head.to}.pdf`,
        open: () => options.pdf.draw("owner_report", report),
      };
    },

    /** A view into a room of the project. Throws NOT_FOUND for a photo that was removed or is being processed. */
    async jpegOf(projectId: number, view: ReportViewPoint): Promise<Download> {
      const room = (await roomsNow(db, projectId, [view.id_room], clock.now())).get(view.id_room);
      const jpeg = room && (await drawView(room.picture, view));
      if (jpeg === undefined) throw new AppError("NOT_FOUND");
      return { name: "view.jpg", record: null, bytes: jpeg.length, open: () => Readable.from([jpeg]) };
    },
  };
}

export type Reading = ReturnType<typeof createReading>;
