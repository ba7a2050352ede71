import type { ColumnType, Generated } from "kysely";
import type { Language } from "#contract/languages.ts";
import type { DeliveryState, ReportPeriod, ReportSection } from "#contract/owner-reports.limits.ts";
import type { ReportRun, ReportViewPoint } from "#contract/owner-reports.ts";
import type { Frozen } from "./frozen.ts";

interface OwnerReportsTable {
  id_project: number;
  is_on: Generated<boolean>;
  period: Generated<ReportPeriod>;
  weekday: Generated<number>;
  month_day: Generated<number>;
  hour: Generated<number>;
  sections: ReportSection[];
  views: ColumnType<ReportViewPoint[], string | undefined, string>;
  /** Nothing that was due before is sent. */
  since: Date;
  version: Generated<number>;
  updated_at: Generated<Date>;
}

interface RecipientsTable {
  id: Generated<number>;
  id_project: number;
  id_user: number | null;
  email: Generated<string>;
  name: Generated<string>;
  language: Generated<Language>;
  unsubscribed_at: Date | null;
  problem: Generated<string>;
  created_at: Generated<Date>;
}

interface RunsTable {
  id: Generated<number>;
  id_project: number;
  period: ReportPeriod;
  /** `2026-11-21`. */
  day_from: string;
  day_to: string;
  key: Generated<string>;
  time_zone: string;
  state: Generated<ReportRun["state"]>;
  figures: ColumnType<Frozen | null, string | null | undefined, string>;
  id_user: number | null;
  created_at: Date;
  frozen_at: Date | null;
  sent_at: Date | null;
}

interface DeliveriesTable {
  id: Generated<number>;
  id_run: number;
  id_recipient: number | null;
  id_user: number | null;
  is_member: boolean;
  name: string;
  email: string;
  language: Language;
  code: string;
  state: Generated<DeliveryState>;
  problem: Generated<string>;
  sent_at: Date | null;
  views: Generated<number>;
  viewed_at: Date | null;
  questions: Generated<number>;
  revoked_at: Date | null;
  expires_at: Date;
}

declare module "#server/platform/database.ts" {
  interface Tables {
    owner_reports: OwnerReportsTable;
    owner_report_recipients: RecipientsTable;
    owner_report_runs: RunsTable;
    owner_report_deliveries: DeliveriesTable;
  }
}
