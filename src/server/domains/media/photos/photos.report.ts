import type { Language } from "#contract/languages.ts";
import { photoLimits } from "#contract/photos.limits.ts";
import type { PdfDrawing } from "#server/domains/pdf-orders.ts";
import { safeName } from "#server/domains/sites/exports/paths.ts";
import type { ProjectRecord } from "#server/domains/sites/projects/projects.policy.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";
import type { Download } from "#server/platform/http/download.ts";
import { fillText } from "#server/platform/mail/text.ts";
import type { PlainSection } from "#server/platform/pdf/plain-document.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { refused } from "./photo-position.ts";
import { listPhotos, type PhotoFilter, type PhotoRow, photoName } from "./photos.repository.ts";
import { photoWords, timeIn } from "./words.ts";

export interface ReportOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly pdf: PdfDrawing;
  readonly siteName: () => string;
}

interface Wanted {
  readonly filter: PhotoFilter;
  readonly zone: string;
}

/** The photos of a list as a PDF, one section each. Throws VALIDATION for none, or for too many. */
export async function photosReport(
  { db, clock, pdf, siteName }: ReportOptions,
  project: ProjectRecord,
  { filter, zone }: Wanted,
  user: SessionUser,
  lang: Language | undefined,
): Promise<Download> {
  const language = lang ?? user.language;
  const say = photoWords(language);
  const of = { id_project: project.id, id_user: user.id };
  const { rows, total } = await listPhotos(db, of, filter, { limit: photoLimits.report, offset: 0 });
  if (total === 0) throw refused("search", "photos.report_empty");
  if (total > rows.length) throw refused("search", "photos.report_full");
  return {
    name: `${safeName(project.name) || project.code} – ${say.title}.pdf`,
    record: {
      action: "photo.exported",
      subject: { kind: "project", id: project.id, name: project.name },
      id_project: project.id,
      details: { n: String(rows.length) },
    },
    open: () =>
      pdf.draw("plain", {
        language,
        title: say.title,
        subtitle: project.name,
        about: [siteName(), project.name].filter(Boolean).join(" · "),
        page: say.page,
        at: clock.now(),
        sections: rows.map((row) => sectionOf(row, language, zone)),
      }),
  };
}

function sectionOf(row: PhotoRow, language: Language, zone: string): PlainSection {
  const { columns, degrees } = photoWords(language);
  const facts = [
    [columns.author, row.author?.name ?? ""],
    [columns.visit, row.visit?.name ?? ""],
    [columns.room, row.room?.name ?? ""],
    [columns.floor, [row.sheet?.floor, row.sheet?.name].filter(Boolean).join(" · ")],
    [columns.heading, row.heading === null ? "" : fillText(degrees, { n: String(compass(row.heading)) })],
    [columns.file, row.file_name],
    [columns.sha256, row.sha256],
  ] as const;
  return {
    heading: photoName(row),
    note: timeIn(language, row.taken_at, zone),
    facts: facts.filter(([, text]) => text !== ""),
    photos: [row.image],
  };
}

/** 0 to 359, as on a compass. */
export const compass = (heading: number): number => (Math.round(heading) + 360) % 360;
