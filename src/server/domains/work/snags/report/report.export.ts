import { sql } from "kysely";
import { limits } from "#contract/limits.ts";
import type { ExportFile, ExportPart, ExportRequest } from "#server/domains/sites/exports/part.ts";
import { dayAt } from "#server/platform/site-time.ts";
import { createSnagsRepository } from "../snags.repository.ts";
import type { ReportOptions } from "./handlers.ts";
import { readSnags } from "./read.ts";
import { reportWords } from "./words.ts";
import "../tables.ts";

/** Approximate size of a snag in a report: the view, the floor plan, a photo, and the QR code. */
const USUAL_BYTES = 45_000;
/** Size of the fonts embedded in every report. */
const LETTERS = 40_000;

/** Export part: all snags as a report to print, split into as many files as the limit of a report requires. */
export function snagReportExport(options: ReportOptions): ExportPart {
  const { db, clock, pdf, siteName } = options;
  const most = limits.snag.report;
  const repository = createSnagsRepository(db);
  const site = options.siteAddress.replace(/\/$/, "");
  const snagsOf = (projectId: number) => db.selectFrom("snags as s").where("s.id_project", "=", projectId);

  /** Loaded when its turn comes: the snags of one report are in memory, never those of all. */
  const pdfOf = async ({ project, user, language }: ExportRequest, { ids, from, to, isWhole }: Share) => {
    const words = reportWords(language);
    const at = clock.now();
    const rows = await repository.all(user, { id_project: project.id, ids }, most);
    const snags = await readSnags(rows, user, {
      db,
      repository,
      site,
      today: dayAt(at, project.time_zone),
      language,
    });
    const { code, name, location } = project;
    const range = { label: words.say.number, value: words.fill(words.say.range, { from, to }) };
    const filters = isWhole ? [] : [range];
    return pdf.draw("snags", {
      head: { project: { code, name, location }, filters, at, site: siteName() },
      snags,
      language,
    });
  };

  return {
    name: "snag_reports",
    needs: "snags.view",
    async estimate({ project }) {
      const { count } = await snagsOf(project.id)
        .select(sql<number>`count(*)`.as("count"))
        .executeTakeFirstOrThrow();
      return count * USUAL_BYTES + Math.ceil(count / most) * LETTERS;
    },
    async read(request, paths) {
      const snags = await snagsOf(request.project.id)
        .select(["s.id", "s.number"])
        .orderBy("s.number")
        .execute();
      const digits = Math.max(3, String(snags.at(-1)?.number ?? 0).length);
      const { pdf: name } = reportWords(request.language).say.file;
      const reports = sharesOf(snags, most).map((share) => {
        const numbers = [share.from, share.to]
          .map((number) => String(number).padStart(digits, "0"))
          .join("-");
        const file = paths.file("reports", share.isWhole ? name : `${name} ${numbers}`, numbers, ".pdf");
        return { ...share, file };
      });
      const modifiedAt = clock.now();
      return {
        facts: reports.map(({ file, from, to, ids }) => ({ file, from, to, snags: ids.length })),
        async *files(): AsyncGenerator<ExportFile> {
          for (const report of reports)
            yield { path: report.file, modifiedAt, isPacked: true, open: () => pdfOf(request, report) };
        },
      };
    },
  };
}

/** The snags of one file. */
interface Share {
  readonly ids: readonly number[];
  /** Their first number and their last. */
  readonly from: number;
  readonly to: number;
  /** True when there is no other file. */
  readonly isWhole: boolean;
}

/** Splits by number, `most` in each. */
function sharesOf(snags: readonly { readonly id: number; readonly number: number }[], most: number): Share[] {
  return Array.from({ length: Math.ceil(snags.length / most) }, (_, at) => {
    const own = snags.slice(at * most, (at + 1) * most);
    return {
      ids: own.map(({ id }) => id),
      from: own[0]?.number ?? 0,
      to: own.at(-1)?.number ?? 0,
      isWhole: snags.length <= most,
    };
  });
}
