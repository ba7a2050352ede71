import { type Selectable, sql } from "kysely";
import { snagStatuses, type ToolName } from "#contract/choices.ts";
import type { ProjectTool, ToolBoardDetail } from "#contract/tools.ts";
import type { ProjectRecord } from "#server/domains/sites/projects/projects.policy.ts";
import type { ToolClients } from "#server/integrations/tools/tool-client.ts";
import { recordActivity } from "#server/platform/activity.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Authorized } from "#server/platform/policy.ts";
import type { SessionUser } from "#server/platform/session.ts";
import type { Connections } from "./connecting/connections.ts";
import { answering } from "./failures.ts";
import type { Hooks } from "./receiving/hooks.ts";
import type { ConnectionRow } from "./sending/link-target.ts";
import type { ToolOutbox } from "./sending/outbox.ts";
import type { ProjectToolsTable } from "./tables.ts";
import { newHookKey, toolTitles } from "./values.ts";

export interface BoardsOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly clients: ToolClients;
  readonly connections: Pick<Connections, "use">;
  readonly hooks: Pick<Hooks, "create" | "remove">;
  readonly outbox: Pick<ToolOutbox, "wake">;
}

type Row = Selectable<ProjectToolsTable>;

/** A user's board settings for a project. */
export interface Choice {
  readonly board: string;
  readonly section: string | null;
  readonly statuses: Readonly<Partial<Record<(typeof snagStatuses)[number], string | null | undefined>>>;
  readonly sends_photos: boolean;
  readonly sends_all: boolean;
}

interface By {
  readonly user: SessionUser;
  readonly address: string;
}

/** Links projects to the boards that receive their snags. */
export function createBoards({ db, clock, clients, connections, hooks, outbox }: BoardsOptions) {
  /** Best effort, after the change: without it the tool would call an unknown address. */
  const dropHook = async (row: Row): Promise<void> => {
    if (row.hook_id === null || row.id_connection === null) return;
    await connections.use(row.id_connection, (tokens) => hooks.remove(row, tokens)).catch(() => undefined);
  };

  return {
    /** Throws the tool's error for the board, TOOL_STATUS_UNKNOWN for a status that the board does not have. */
    async choose(
      project: Authorized<ProjectRecord>,
      connection: ConnectionRow,
      choice: Choice,
      { user, address }: By,
    ): Promise<void> {
      const { tool } = connection;
      const detail = await answering(() =>
        connections.use(connection.id, (tokens) => clients[tool].board(tokens, choice.board)),
      );
      const wanted = { ...checked(detail, choice), id_connection: connection.id, id_user: user.id };
      const { before, after } = await db.transaction().execute(async (trx) => {
        const known = await hold(trx, project.id, tool);
        const isSame = known?.board_id === detail.id;
        const values = {
          ...wanted,
          // Events of another board, or through another account, arrive at another address.
          ...((!isSame || known.id_connection !== connection.id) && {
            hook_id: null,
            hook_secret: null,
            hook_key: newHookKey(),
          }),
          ...(!isSame && { heard_until: clock.now() }),
          next_poll_at: clock.now(),
        };
        const row = await trx
          .insertInto("project_tools")
          .values({ hook_key: newHookKey(), id_project: project.id, tool, ...values })
          .onConflict((conflict) => conflict.columns(["id_project", "tool"]).doUpdateSet(values))
          .returningAll()
          .executeTakeFirstOrThrow();
        await followAgain(trx, row, clock.now());
        await outbox.wake(trx);
        await recordActivity(trx, {
          id_user: user.id,
          action: "project.tool_chosen",
          subject: { kind: "project", id: project.id, name: project.name },
          id_project: project.id,
          details: { tool: toolTitles[tool], board: detail.name },
          address,
        });
        return { before: known, after: row };
      });
      if (before !== undefined && before.hook_key !== after.hook_key) await dropHook(before);
      // Runs only at this point: Trello calls the address before it registers it. Without a hook the board is polled
      // instead.
      if (after.hook_id === null)
        await connections.use(connection.id, (tokens) => hooks.create(after, tokens)).catch(() => undefined);
    },

    /** Throws NOT_FOUND. */
    async stop(project: Authorized<ProjectRecord>, tool: ToolName, { user, address }: By): Promise<void> {
      const gone = await db.transaction().execute(async (trx) => {
        const row = await hold(trx, project.id, tool);
        if (row === undefined) throw new AppError("NOT_FOUND");
        const own = trx.updateTable("snag_links").where("id_project_tool", "=", row.id);
        // Entries that never became a card have nothing to keep.
        await trx
          .deleteFrom("snag_links")
          .where("id_project_tool", "=", row.id)
          .where("was_tried", "=", false)
          .where("external_id", "is", null)
          .execute();
        await own.set({ next_try_at: null }).execute();
        await own.set({ state: "sent" }).where("state", "=", "reauth").execute();
        await trx.deleteFrom("project_tools").where("id", "=", row.id).execute();
        await recordActivity(trx, {
          id_user: user.id,
          action: "project.tool_removed",
          subject: { kind: "project", id: project.id, name: project.name },
          id_project: project.id,
          details: { tool: toolTitles[tool], board: row.board.name },
          address,
        });
        return row;
      });
      if (gone.hook_id === null || gone.id_connection === null) return;
      const boardId = gone.board_id;
      const id = gone.hook_id;
      await connections
        .use(gone.id_connection, (tokens) => clients[tool].deleteHook(tokens, { boardId, id }))
        .catch(() => undefined);
    },
  };
}

const hold = (trx: Trx, projectId: number, tool: ToolName): Promise<Row | undefined> =>
  trx
    .selectFrom("project_tools")
    .selectAll()
    .where("id_project", "=", projectId)
    .where("tool", "=", tool)
    .forUpdate()
    .executeTakeFirst();

/** The stored form. Anything that the board does not have is rejected. */
function checked(detail: ToolBoardDetail, { section, statuses, sends_photos, sends_all }: Choice) {
  const mapped = Object.fromEntries(
    snagStatuses.map((status) => [status, statuses[status] ?? null]),
  ) as ProjectTool["statuses"];
  const known = new Set(detail.statuses.map(({ id }) => id));
  if (Object.values(mapped).some((id) => id !== null && !known.has(id)))
    throw new AppError("TOOL_STATUS_UNKNOWN");
  const place =
    section === null ? (detail.sections[0] ?? null) : detail.sections.find(({ id }) => id === section);
  if (place === undefined) throw new AppError("TOOL_STATUS_UNKNOWN");
  const { id, name, place: where, url } = detail;
  return {
    board_id: id,
    board: JSON.stringify({ id, name, place: where, url }),
    section_id: place?.id ?? null,
    section_name: place?.name ?? "",
    statuses: JSON.stringify(mapped),
    status_names: JSON.stringify(
      Object.fromEntries(detail.statuses.map((status) => [status.id, status.name])),
    ),
    sends_photos,
    sends_all,
  };
}

/** Cards of this board that were released, and failed ones: they may succeed with the new settings. */
async function followAgain(trx: Trx, row: Row, now: Date): Promise<void> {
  await trx
    .updateTable("snag_links")
    .set({
      id_project_tool: row.id,
      state: sql`case when state in ('reauth', 'failed') then 'waiting' else state end`,
      asked: sql`asked + 1`,
      attempts: 0,
      next_try_at: sql`case when state = 'gone' then null else ${now}::timestamptz end`,
    })
    .where("tool", "=", row.tool)
    .where("board_id", "=", row.board_id)
    .where("unlinked_at", "is", null)
    .where("id_snag", "in", (from) =>
      from.selectFrom("snags").select("id").where("id_project", "=", row.id_project),
    )
    .execute();
}
