import type { Selectable } from "kysely";
import { snagStatuses } from "#contract/choices.ts";
import type { ProjectTool, SnagLink, SnagLinkEntry, ToolConnection } from "#contract/tools.ts";
import type { ConnectionRow, LinkRow, ProjectToolRow } from "./sending/link-target.ts";
import type { SnagLinkLogTable } from "./tables.ts";

export const wireConnection = (row: ConnectionRow): ToolConnection => ({
  id: row.id,
  tool: row.tool,
  account: row.account,
  way: row.way,
  state: row.state,
  connected_at: row.connected_at.toISOString(),
  seen_at: row.seen_at?.toISOString() ?? null,
});

export interface ProjectToolSummary extends ProjectToolRow {
  readonly person: string | null;
  readonly account: string | null;
  readonly connection_state: ConnectionRow["state"] | null;
  readonly link_count: number;
  readonly project: string;
}

/** The caller's rights among all of a policy's answers. */
type Flags = Readonly<Record<"edit", boolean>>;

export const wireProjectTool = (row: ProjectToolSummary, { edit }: Flags): ProjectTool => ({
  tool: row.tool,
  id_project: row.id_project,
  board: row.board,
  section: row.section_id === null ? null : { id: row.section_id, name: row.section_name },
  statuses: wireStatuses(row.statuses),
  sends_photos: row.sends_photos,
  sends_all: row.sends_all,
  connected_by: { id_user: row.id_user ?? 0, name: row.person ?? "", account: row.account ?? "" },
  state: row.connection_state ?? "reauth",
  hears_by: row.hook_id === null ? "poll" : "hook",
  link_count: row.link_count,
  can: { edit },
});

const wireStatuses = (known: ProjectToolRow["statuses"]) =>
  Object.fromEntries(
    snagStatuses.map((status) => [status, known[status] ?? null]),
  ) as ProjectTool["statuses"];

export interface LinkSummary extends LinkRow {
  readonly number: number;
  readonly title: string;
  readonly id_project: number;
  readonly project: string;
}

export const wireLink = (row: LinkSummary, { edit }: Flags): SnagLink => ({
  id: row.id,
  tool: row.tool,
  id_snag: row.id_snag,
  number: row.number,
  title: row.title,
  id_project: row.id_project,
  project: row.project,
  state: row.state,
  url: row.url,
  remote_status: row.remote_status,
  failure: row.failure,
  next_try_at: row.next_try_at?.toISOString() ?? null,
  synced_at: row.synced_at?.toISOString() ?? null,
  can: { edit },
});

export const wireEntry = ({
  id,
  tool,
  direction,
  action,
  from_value: from,
  to_value: to,
  created_at,
}: Selectable<SnagLinkLogTable> & Pick<LinkRow, "tool">): SnagLinkEntry => ({
  id,
  tool,
  direction,
  action,
  from,
  to,
  created_at: created_at.toISOString(),
});
