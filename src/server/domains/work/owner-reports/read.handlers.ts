import type { ownerReportsApi } from "#contract/owner-reports.ts";
import type { Handlers } from "#server/platform/http/module.ts";
import { deliveriesOf, listRuns, wireRun } from "./lists.ts";
import { isManager, type Reading, type ReadingOptions } from "./reading.ts";
import { canSend } from "./retry.ts";
import { readerOf, type SettingsOptions } from "./settings.ts";
import { wireReport } from "./view.ts";
import { reportWords } from "./words.ts";

type Route = Extract<
  keyof typeof ownerReportsApi,
  `GET /api/projects/{id}/owner-report/${"views" | "runs" | "runs/{run}" | "runs/{run}/pdf"}`
>;

/** Calls of members who read reports. */
export function readHandlers(
  options: ReadingOptions & Pick<SettingsOptions, "hasMail">,
  reading: Reading,
): Handlers<Route> {
  const { db, clock } = options;
  return {
    "GET /api/projects/{id}/owner-report/views": ({ subject, query }) => reading.jpegOf(subject.id, query),
    "GET /api/projects/{id}/owner-report/runs": async ({ subject, query, user }) => {
      const { page, per_page } = query;
      const manage = isManager(subject, user);
      const offset = (page - 1) * per_page;
      const rows = await listRuns(db, subject.id, { limit: per_page, offset, isManager: manage });
      const ids = rows.map(({ id }) => id);
      const copies = manage
        ? await deliveriesOf(db, ids, { now: clock.now(), canSend: canSend(options, subject) })
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
    "GET /api/projects/{id}/owner-report/runs/{run}": async ({ subject, params, query, user }) => {
      const { head, frozen } = await reading.runFor(subject, params.run, user);
      const words = reportWords(query.lang ?? user.language);
      return wireReport(options, head, frozen, { words, code: null });
    },
    "GET /api/projects/{id}/owner-report/runs/{run}/pdf": async ({ subject, params, query, user }) => {
      const { head, frozen } = await reading.runFor(subject, params.run, user);
      const language = query.lang ?? user.language;
      return {
        ...(await reading.pdfOf(head, frozen, { language, isByLink: false })),
        record: {
          action: "owner_report.exported",
          subject: { kind: "project", id: subject.id, name: subject.name },
          id_project: subject.id,
          details: { format: "PDF" },
        },
      };
    },
  };
}
