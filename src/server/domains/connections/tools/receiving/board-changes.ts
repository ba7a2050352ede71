import { type Selectable, sql } from "kysely";
import type { ToolName } from "#contract/choices.ts";
import { limits } from "#contract/limits.ts";
import { type ToolClients, ToolFailure, type ToolTokens } from "#server/integrations/tools/tool-client.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";
import type { Log } from "#server/platform/log.ts";
import type { Connections } from "../connecting/connections.ts";
import { judge } from "../sending/backoff.ts";
import type { ProjectToolsTable } from "../tables.ts";
import type { Hooks } from "./hooks.ts";
import type { ToolInbox } from "./inbox.ts";

export interface BoardChangesOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly clients: ToolClients;
  readonly connections: Pick<Connections, "use" | "pause">;
  readonly inbox: Pick<ToolInbox, "take">;
  readonly hooks: Pick<Hooks, "mend">;
  readonly mayUse: (userId: number, tool: ToolName) => Promise<boolean>;
}

type Board = Selectable<ProjectToolsTable>;

/** Minutes between two checks of a board with a hook: they find events that were lost. */
const hourly = 60;
/** Events received twice count once; clocks differ, and a board lags behind. */
const overlap = 2 * 60_000;

/** Polls boards for events: those without a hook every few minutes, all of them every hour. */
export function createBoardChanges({
  db,
  clock,
  log,
  clients,
  connections,
  inbox,
  hooks,
  mayUse,
}: BoardChangesOptions) {
  const minutesOf = ({ tool, hook_id }: Pick<Board, "tool" | "hook_id">) =>
    hook_id === null ? Math.max(limits.tools.pollMinutes, clients[tool].pollMinutes) : hourly;
  const later = (minutes: number) => new Date(clock.now().getTime() + minutes * 60_000);

  /** Claims the next due board for this worker: it is not due again before its time. */
  const claim = async (): Promise<Board | undefined> => {
    const now = clock.now();
    return db
      .updateTable("project_tools")
      .set({ next_poll_at: later(limits.tools.pollMinutes) })
      .where(
        "id",
        "=",
        sql<number>`(
        select t.id from project_tools t
        join tool_connections c on c.id = t.id_connection and c.state = 'connected'
        join projects p on p.id = t.id_project and p.deleted_at is null
        where (t.next_poll_at is null or t.next_poll_at <= ${now})
          and (c.paused_until is null or c.paused_until <= ${now})
        order by t.next_poll_at nulls first, t.id limit 1 for update of t skip locked)`,
      )
      .returningAll()
      .executeTakeFirst();
  };

  /** Without a hook the board is polled: failing to create one is no reason to stop. */
  const mended = async (board: Board, tokens: ToolTokens): Promise<string | null> => {
    try {
      return await hooks.mend(board, tokens);
    } catch (error) {
      if (error instanceof ToolFailure && ["refused", "not_found"].includes(error.kind)) return null;
      throw error;
    }
  };

  const ask = async (board: Board, tokens: ToolTokens): Promise<void> => {
    const hook_id = await mended(board, tokens);
    const begun = clock.now();
    const since = new Date((board.heard_until ?? board.created_at).getTime() - overlap);
    const news = (await hasCards(board))
      ? await clients[board.tool].changesSince(tokens, { boardId: board.board_id, since })
      : [];
    await inbox.take(board.id, news);
    await db
      .updateTable("project_tools")
      .set({ heard_until: begun, next_poll_at: later(minutesOf({ ...board, hook_id })) })
      .where("id", "=", board.id)
      .execute();
  };

  const hasCards = async ({ id, board_id }: Board): Promise<boolean> => {
    const card = await db
      .selectFrom("snag_links")
      .select("id")
      .where("id_project_tool", "=", id)
      .where("board_id", "=", board_id)
      .where("external_id", "is not", null)
      .where("unlinked_at", "is", null)
      .limit(1)
      .executeTakeFirst();
    return card !== undefined;
  };

  return {
    /** Handler of the job: polls all due boards, one after another. */
    async ask(signal?: AbortSignal): Promise<void> {
      for (;;) {
        const board = signal?.aborted === true ? undefined : await claim();
        if (board === undefined) return;
        // Polled again once allowed: the start of the interval has not moved, so that nothing is missed.
        if (board.id_user === null || !(await mayUse(board.id_user, board.tool))) continue;
        try {
          await connections.use(board.id_connection ?? 0, (tokens) => ask(board, tokens));
        } catch (error) {
          // Missed events are requested next time: the start of the interval has not moved.
          if (!(error instanceof ToolFailure))
            log.error({ board: board.id, error: String(error) }, "a board could not be checked for changes");
          else if (board.id_connection !== null) {
            const { pause } = judge(error, { attempts: 0, now: clock.now() });
            if (pause !== null) await connections.pause(board.id_connection, pause);
          }
        }
      }
    },
  };
}
