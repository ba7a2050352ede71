import type { ColumnType, Generated } from "kysely";
import type { AutodeskSync } from "#contract/autodesk.ts";

export interface AutodeskAccountsTable {
  id_user: number;
  account_id: Generated<string>;
  account: Generated<string>;
  /** Encrypted. */
  secrets: string;
  refresh_until: Date;
  connected_at: Generated<Date>;
}

export interface AutodeskLinksTable {
  id: Generated<number>;
  id_project: number;
  hub_id: string;
  adsk_project_id: string;
  name: string;
  id_user: number | null;
  folders: Generated<number>;
  items: Generated<number>;
  sheets: Generated<number>;
  linked_at: Generated<Date>;
  synced_at: Date | null;
}

export interface AutodeskSyncsTable {
  id: Generated<number>;
  id_user: number;
  id_link: number | null;
  kind: AutodeskSync["kind"];
  subject_id: string;
  name: Generated<string>;
  state: Generated<AutodeskSync["state"]>;
  wanted: Generated<readonly string[]>;
  done: Generated<number>;
  total: number | null;
  linked: Generated<number>;
  warnings: ColumnType<AutodeskSync["warnings"], string | undefined, string>;
  failure: Generated<string>;
  created_at: Generated<Date>;
  finished_at: Date | null;
}

export interface AutodeskSheetsTable {
  id_link: number;
  adsk_sheet_id: string;
  /** Collection and number; stable across issues. */
  drawing: string;
  id_sheet: number;
  version_set: Generated<string>;
  brought_at: Generated<Date>;
}

declare module "#server/platform/database.ts" {
  interface Tables {
    autodesk_accounts: AutodeskAccountsTable;
    autodesk_links: AutodeskLinksTable;
    autodesk_syncs: AutodeskSyncsTable;
    autodesk_sheets: AutodeskSheetsTable;
  }
}
