import { ownerReportsApi } from "#contract/owner-reports.ts";
import { handlers } from "#server/platform/http/module.ts";
import { jobWorker } from "#server/platform/jobs/work.ts";
import type { Mailer } from "#server/platform/mail/mail.ts";
import { reportsExport } from "./export.ts";
import { mailReport, writeReport } from "./jobs.ts";
import { linkHandlers } from "./link.handlers.ts";
import { createReportLinks, type LinksOptions } from "./links.ts";
import { createMailing } from "./mailing.ts";
import { manageHandlers } from "./manage.handlers.ts";
import { createReportPages } from "./page.ts";
import { readHandlers } from "./read.handlers.ts";
import { createReading, type ReadingOptions } from "./reading.ts";
import { createRuns, type RunsOptions } from "./runs.ts";
import { samples } from "./samples.ts";

export interface OwnerReportsOptions extends RunsOptions, LinksOptions, ReadingOptions {
  readonly mailer: Pick<Mailer, "attempt">;
}

/** Milliseconds between looks for reports that are due. */
const EVERY = 30_000;

/** Reports that are written and sent by themselves, to members and to people without an account. */
export function ownerReportsModule(options: OwnerReportsOptions) {
  const hasMail = () => options.settings.get().smtp_host !== "";
  const own = { ...options, hasMail };
  const runs = createRuns(options);
  const mailing = createMailing(own);
  const links = createReportLinks(options);
  const reading = createReading(options);
  return {
    jobs: [jobWorker(writeReport, runs.write), jobWorker(mailReport, mailing.send, mailing.givenUp)],
    // On every node: a run is unique, so that one of them creates it.
    repeats: [{ every: EVERY, work: runs.schedule }],
    samples,
    exportParts: [reportsExport(options.db)],
    offers: { reportPages: createReportPages(options, links) },
    handlers: handlers(ownerReportsApi, {
      ...manageHandlers(own, runs),
      ...readHandlers(own, reading),
      ...linkHandlers(options, links, reading),
    }),
  };
}
