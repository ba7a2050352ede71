import { sql } from "kysely";
import type { ReportRun } from "#contract/owner-reports.ts";
import type { ExportPart, ExportRequest } from "#server/domains/sites/exports/part.ts";
import type { Database } from "#server/platform/database.ts";
import { type Frozen, visibleTo } from "./frozen.ts";
import { readerOf, recipientsOf, reportOf } from "./settings.ts";
import { reportWords } from "./words.ts";

interface ExportedRun {
  readonly period: ReportRun["period"];
  readonly from: string;
  readonly to: string;
  readonly state: ReportRun["state"];
  readonly sent_at: Date | null;
  readonly figures: Frozen | null;
  readonly recipients: number;
}

/**
 * Export part: the settings of the report, its recipients, and every report with its frozen figures, as far as the user may
 * see them.
 */
export function reportsExport(db: Database): ExportPart {
  return {
    name: "owner_reports",
    needs: "project.edit",
    estimate: () => Promise.resolve(0),
    async read({ project, user, language }: ExportRequest) {
      const reader = readerOf(project, user);
      const { say } = reportWords(language);
      const [report, recipients] = await Promise.all([
        reportOf(db, project.id),
        recipientsOf(db, project.id),
      ]);
      const { rows } = await sql<ExportedRun>`
        select r.period, to_char(r.day_from, 'YYYY-MM-DD') as "from", to_char(r.day_to, 'YYYY-MM-DD') as "to", r.state,
          r.sent_at, r.figures,
          (select count(*)::int from owner_report_deliveries d where d.id_run = r.id and d.state = 'sent') as recipients
        from owner_report_runs r where r.id_project = ${project.id} order by r.id limit 1000`.execute(db);
      const { is_on, period, weekday, month_day, hour, sections } = report;
      return {
        facts: {
          settings: { is_on, period, weekday, month_day, hour, sections },
          recipients: recipients.map(({ name, email, language: of }) => ({ name, email, language: of })),
          reports: rows.map(({ sent_at, figures, ...run }) => ({
            ...run,
            figures: figures === null ? null : visibleTo(figures, reader),
            sent_at: sent_at?.toISOString() ?? null,
          })),
        },
        tables: [
          {
            name: "owner-reports",
            columns: [
              say.export.period,
              say.export.from,
              say.export.to,
              say.export.state,
              say.export.sent,
              say.export.recipients,
            ],
            rows: rows.map((run) => [
              say.periods[run.period],
              run.from,
              run.to,
              say.states[run.state],
              run.sent_at?.toISOString() ?? "",
              run.recipients,
            ]),
          },
        ],
      };
    },
  };
}
