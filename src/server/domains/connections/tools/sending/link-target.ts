import { type Selectable, sql } from "kysely";
import type { SnagLinkEntry } from "#contract/tools.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import type { ProjectToolsTable, SnagLinksTable, ToolConnectionsTable } from "../tables.ts";
import "#server/domains/people/auth/tables.ts";
import "#server/domains/sites/projects/tables.ts";
import "#server/domains/work/snags/tables.ts";
import "../tables.ts";

export type LinkRow = Selectable<SnagLinksTable>;
export type ConnectionRow = Selectable<ToolConnectionsTable>;
export type ProjectToolRow = Selectable<ProjectToolsTable>;

/** A link with its board and account. */
export interface LinkTarget {
  readonly link: LinkRow;
  readonly tool: ProjectToolRow;
  /** The account through which the card is sent. */
  readonly connection: { readonly id: number; readonly id_user: number; readonly account_id: string };
}

/** Why a card is not followed at present. `reauth`: it waits for a connection. */
export type NoTargetReason = "elsewhere" | "reauth" | "closed";

/**
 * The link with its board and account, or why it has no target: another board was selected since, the account is not
 * connected, or the project is in the bin.
 */
export async function findLinkTarget(
  db: Database | Trx,
  link: LinkRow,
): Promise<LinkTarget | NoTargetReason> {
  if (link.id_project_tool === null || link.unlinked_at !== null) return "elsewhere";
  const tool = await db
    .selectFrom("project_tools")
    .selectAll()
    .where("id", "=", link.id_project_tool)
    .executeTakeFirst();
  if (tool === undefined || tool.board_id !== link.board_id) return "elsewhere";
  const connection = await db
    .selectFrom("tool_connections")
    .select(["id", "id_user", "account_id", "state"])
    .where("id", "=", tool.id_connection ?? 0)
    .executeTakeFirst();
  if (connection === undefined || connection.state === "reauth") return "reauth";
  const project = await db
    .selectFrom("projects")
    .select("deleted_at")
    .where("id", "=", tool.id_project)
    .executeTakeFirst();
  if (project === undefined || project.deleted_at !== null) return "closed";
  return { link, tool, connection };
}

export const linkById = (db: Database | Trx, id: number): Promise<LinkRow | undefined> =>
  db.selectFrom("snag_links").selectAll().where("id", "=", id).executeTakeFirst();

/** Time of the snag's last status change, or of its creation. */
export async function statusChangedAt(db: Database | Trx, snagId: number): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`
    select coalesce(
      (select max(created_at) from snag_steps where id_snag = ${snagId} and action <> 'not_applied'
        and changes @> '[{"field": "status"}]'),
      (select created_at from snags where id = ${snagId})) as at`.execute(db);
  return rows[0]?.at ?? new Date(0);
}

export interface Entry {
  readonly direction: SnagLinkEntry["direction"];
  readonly action: SnagLinkEntry["action"];
  readonly from?: string;
  readonly to?: string;
}

/** Limit of a value in the log, in characters. */
const longest = 300;

export async function write(trx: Database | Trx, linkId: number, entry: Entry): Promise<void> {
  const { direction, action, from = "", to = "" } = entry;
  await trx
    .insertInto("snag_link_log")
    .values({
      id_link: linkId,
      direction,
      action,
      from_value: from.slice(0, longest),
      to_value: to.slice(0, longest),
    })
    .execute();
}
