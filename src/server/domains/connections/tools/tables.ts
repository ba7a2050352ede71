import type { ColumnType, Generated } from "kysely";
import type { ToolName } from "#contract/choices.ts";
import type { ProjectTool, SnagLink, SnagLinkEntry, ToolConnection } from "#contract/tools.ts";

export interface ToolConnectionsTable {
  id: Generated<number>;
  id_user: number;
  tool: ToolName;
  way: ToolConnection["way"];
  account_id: string;
  account: string;
  /** Encrypted. */
  secrets: string;
  expires_at: Date | null;
  state: Generated<ToolConnection["state"]>;
  connected_at: Generated<Date>;
  seen_at: Date | null;
  paused_until: Date | null;
}

export interface ProjectToolsTable {
  id: Generated<number>;
  id_project: number;
  tool: ToolName;
  id_connection: number | null;
  id_user: number | null;
  board_id: string;
  board: ColumnType<ProjectTool["board"], string, string>;
  section_id: string | null;
  section_name: Generated<string>;
  statuses: ColumnType<Partial<ProjectTool["statuses"]>, string, string>;
  status_names: ColumnType<Readonly<Record<string, string>>, string | undefined, string>;
  sends_photos: Generated<boolean>;
  sends_all: Generated<boolean>;
  hook_id: string | null;
  /** Encrypted. */
  hook_secret: string | null;
  hook_key: string;
  heard_until: Date | null;
  next_poll_at: Date | null;
  created_at: Generated<Date>;
}

export interface SnagLinksTable {
  id: Generated<number>;
  id_snag: number;
  id_project_tool: number | null;
  tool: ToolName;
  id_user: number | null;
  board_id: string;
  state: Generated<SnagLink["state"]>;
  external_id: string | null;
  url: string | null;
  was_tried: Generated<boolean>;
  unlinked_at: Date | null;
  sent_version: Generated<number>;
  sent_hash: Generated<string>;
  sent_status: Generated<string>;
  sent_photos: Generated<readonly string[]>;
  remote_status: Generated<string>;
  remote_status_id: Generated<string>;
  attempts: Generated<number>;
  next_try_at: Date | null;
  asked: Generated<number>;
  claim: Generated<number>;
  claimed_until: Date | null;
  failure: Generated<string>;
  synced_at: Date | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface SnagLinkLogTable {
  id: Generated<number>;
  id_link: number;
  direction: SnagLinkEntry["direction"];
  action: SnagLinkEntry["action"];
  from_value: Generated<string>;
  to_value: Generated<string>;
  created_at: Generated<Date>;
}

/** A waiting event; `at` in ISO 8601. */
export interface InboxNews {
  readonly cardId: string;
  readonly kind: "status" | "gone" | "other";
  readonly at: string;
  readonly actorId: string | null;
}

export interface ToolInboxTable {
  id: Generated<number>;
  id_project_tool: number;
  key: string;
  body: ColumnType<InboxNews, string, string>;
  done_at: Date | null;
  created_at: Generated<Date>;
}

declare module "#server/platform/database.ts" {
  interface Tables {
    tool_connections: ToolConnectionsTable;
    project_tools: ProjectToolsTable;
    snag_links: SnagLinksTable;
    snag_link_log: SnagLinkLogTable;
    tool_inbox: ToolInboxTable;
  }
}
