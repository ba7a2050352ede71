import { sql } from "kysely";
import type { ToolName } from "#contract/choices.ts";
import type { SnagRecord } from "#server/domains/work/snags/snags.policy.ts";
import { recordActivity } from "#server/platform/activity.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Authorized } from "#server/platform/policy.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { toolTitles } from "../values.ts";
import { type LinkRow, type ProjectToolRow, write } from "./link-target.ts";
import type { ToolOutbox } from "./outbox.ts";

export interface SendingsOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly outbox: Pick<ToolOutbox, "wake">;
}

interface By {
  readonly user: SessionUser;
  readonly address: string;
}

/** User requests for cards: send, retry, unlink. */
export function createSendings({ db, clock, outbox }: SendingsOptions) {
  return {
    /** All or none. Snags with a card keep it. Returns the number of new ones. Throws TOOL_NO_BOARD. */
    send: (
      snags: readonly Authorized<SnagRecord>[],
      tool: ToolName,
      { user, address }: By,
    ): Promise<number> =>
      db.transaction().execute(async (trx) => {
        let sent = 0;
        for (const snag of snags.toSorted((a, b) => a.id - b.id)) {
          const board = await boardOf(trx, snag.id_project, tool);
          if (board === undefined) throw new AppError("TOOL_NO_BOARD");
          const link = await hold(trx, snag.id, tool);
          if (link !== undefined && isFollowed(link, board)) continue;
          if (link === undefined) await begin(trx, snag, board, { userId: user.id, now: clock.now() });
          else await beginAnew(trx, link, board, { userId: user.id, now: clock.now() });
          await recordActivity(trx, {
            id_user: user.id,
            action: "snag.sent",
            subject: { kind: "snag", id: snag.id, name: snag.title },
            id_project: snag.id_project,
            details: { number: String(snag.number), tool: toolTitles[tool] },
            address,
          });
          sent += 1;
        }
        if (sent > 0) await outbox.wake(trx);
        return sent;
      }),

    /** Throws NOT_FOUND where nothing was sent, TOOL_REAUTH where the card waits for a connection. */
    retry: (snag: Authorized<SnagRecord>, tool: ToolName, { user }: By): Promise<void> =>
      db.transaction().execute(async (trx) => {
        const board = await boardOf(trx, snag.id_project, tool);
        const link = await hold(trx, snag.id, tool);
        if (link === undefined || link.unlinked_at !== null) throw new AppError("NOT_FOUND");
        if (board === undefined) throw new AppError("TOOL_NO_BOARD");
        if (!board.is_connected) throw new AppError("TOOL_REAUTH");
        if (!isFollowed(link, board))
          await beginAnew(trx, link, board, { userId: user.id, now: clock.now() });
        else
          await trx
            .updateTable("snag_links")
            .set({
              state: ["failed", "reauth"].includes(link.state) ? "waiting" : link.state,
              attempts: 0,
              asked: sql`asked + 1`,
              next_try_at: clock.now(),
            })
            .where("id", "=", link.id)
            .execute();
        await outbox.wake(trx);
      }),

    /** Throws NOT_FOUND. */
    unlink: (snag: Authorized<SnagRecord>, tool: ToolName): Promise<void> =>
      db.transaction().execute(async (trx) => {
        const link = await hold(trx, snag.id, tool);
        if (link === undefined || link.unlinked_at !== null) throw new AppError("NOT_FOUND");
        await trx
          .updateTable("snag_links")
          .set({
            unlinked_at: clock.now(),
            next_try_at: null,
            claim: sql`claim + 1`,
            claimed_until: null,
            updated_at: clock.now(),
          })
          .where("id", "=", link.id)
          .execute();
        await write(trx, link.id, { direction: "out", action: "unlinked", from: link.remote_status });
      }),
  };
}

const hold = (trx: Trx, snagId: number, tool: ToolName): Promise<LinkRow | undefined> =>
  trx
    .selectFrom("snag_links")
    .selectAll()
    .where("id_snag", "=", snagId)
    .where("tool", "=", tool)
    .forUpdate()
    .executeTakeFirst();

const begin = (trx: Trx, snag: SnagRecord, board: Board, { userId, now }: Beginning) =>
  trx
    .insertInto("snag_links")
    .values({
      id_snag: snag.id,
      id_project_tool: board.id,
      tool: board.tool,
      board_id: board.board_id,
      id_user: userId,
      state: board.is_connected ? "waiting" : "reauth",
      next_try_at: board.is_connected ? now : null,
      asked: 1,
    })
    // Another user sends it at the same moment.
    .onConflict((conflict) => conflict.columns(["id_snag", "tool"]).doNothing())
    .execute();

/** Starts over: the earlier card was deleted, is on another board, or was not followed. */
const beginAnew = (trx: Trx, link: LinkRow, board: Board, { userId, now }: Beginning) =>
  trx
    .updateTable("snag_links")
    .set({
      id_project_tool: board.id,
      // An earlier card may still exist.
      was_tried: link.board_id === board.board_id && link.was_tried,
      board_id: board.board_id,
      id_user: userId,
      state: board.is_connected ? "waiting" : "reauth",
      next_try_at: board.is_connected ? now : null,
      asked: sql`asked + 1`,
      // A worker that holds it loses its lease.
      claim: sql`claim + 1`,
      claimed_until: null,
      external_id: null,
      url: null,
      unlinked_at: null,
      sent_version: 0,
      sent_hash: "",
      sent_status: "",
      sent_photos: [],
      remote_status: "",
      remote_status_id: "",
      attempts: 0,
      failure: "",
      updated_at: now,
    })
    .where("id", "=", link.id)
    .execute();

const isFollowed = (link: LinkRow, board: Board): boolean =>
  link.unlinked_at === null &&
  link.state !== "gone" &&
  link.id_project_tool === board.id &&
  link.board_id === board.board_id;

interface Beginning {
  /** The sender. */
  readonly userId: number;
  readonly now: Date;
}

interface Board extends ProjectToolRow {
  readonly is_connected: boolean;
}

const boardOf = async (trx: Trx, projectId: number, tool: ToolName): Promise<Board | undefined> => {
  const row = await trx
    .selectFrom("project_tools as t")
    .leftJoin("tool_connections as c", "c.id", "t.id_connection")
    .selectAll("t")
    .select("c.state as connection_state")
    .where("t.id_project", "=", projectId)
    .where("t.tool", "=", tool)
    .executeTakeFirst();
  return row === undefined ? undefined : { ...row, is_connected: row.connection_state === "connected" };
};

export type Sendings = ReturnType<typeof createSendings>;
