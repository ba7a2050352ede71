import type { ReportPages } from "./report-route.ts";

/** No link opens a report. */
export const noReports: ReportPages = {
  open: async () => undefined,
  memberPage: async () => undefined,
  view: async () => undefined,
  ask: async () => undefined,
  unsubscribe: async () => undefined,
};
