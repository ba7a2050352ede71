import { type SnagStatus, snagStatuses } from "#contract/choices.ts";
import { SnagLink } from "#contract/tools.ts";
import { snagsChanged } from "#server/domains/work/snags/snags.events.ts";
import type { ToolCard } from "#server/integrations/tools/tool-client.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Bus } from "#server/platform/events/bus.ts";
import {
  type Entry,
  type LinkRow,
  type LinkTarget,
  linkById,
  statusChangedAt,
  write,
} from "../sending/link-target.ts";
import type { ToolOutbox } from "../sending/outbox.ts";
import { toolTitles } from "../values.ts";

/** Changes a snag's status on behalf of a user; throws the policy's error if they may not. */
export type ChangeStatus = (change: {
  readonly id_snag: number;
  readonly status: SnagStatus;
  readonly id_user: number;
  /** Name of the tool, for the history. */
  readonly via: string;
}) => Promise<void>;

export interface CardChangesOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly bus: Pick<Bus, "emit">;
  readonly outbox: Pick<ToolOutbox, "wake">;
  readonly changeStatus: ChangeStatus;
}

export type CardChanges = ReturnType<typeof createCardChanges>;

/**
 * Applies the present data of a card. Events are judged by their data alone: data that the link already holds, written
 * by us or received before, changes nothing. Every step may run twice.
 */
export function createCardChanges({ db, clock, bus, outbox, changeStatus }: CardChangesOptions) {
  /** Stores the new data once, even if several callers receive it at the same moment. */
  const keep = (
    { link, tool }: Pick<LinkTarget, "link" | "tool">,
    values: Partial<LinkRow>,
    entry: Entry | null,
    more?: (trx: Trx) => Promise<void>,
    states: readonly LinkRow["state"][] = linkStates,
  ): Promise<void> =>
    db.transaction().execute(async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable("snag_links")
        .set({ ...values, synced_at: clock.now(), updated_at: clock.now() })
        .where("id", "=", link.id)
        .where("remote_status_id", "=", link.remote_status_id)
        .where("state", "in", [...states])
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return;
      if (entry !== null) await write(trx, link.id, entry);
      await more?.(trx);
      await bus.emit(trx, snagsChanged, { id_project: tool.id_project, ids: [link.id_snag], rooms: [] });
    });

  /** The card was deleted at the tool, or removed from the board. */
  const gone = (followed: LinkTarget): Promise<void> =>
    followed.link.state === "gone"
      ? Promise.resolve()
      : keep(
          followed,
          { state: "gone", next_try_at: null, failure: "" },
          { direction: "in", action: "gone", from: followed.link.remote_status },
          undefined,
          [followed.link.state],
        );

  return {
    gone,

    /**
     * `at`: when it happened at the tool, as far as known. True when the snag's status still has to be sent to the
     * tool: nothing moved, or the move does not count here.
     */
    async settle(followed: LinkTarget, card: ToolCard, at: Date): Promise<boolean> {
      const { tool } = followed;
      // Includes updates since the caller's read.
      const link = (await linkById(db, followed.link.id)) ?? followed.link;
      const now = { link, tool };
      if (card.isGone) {
        await gone({ ...followed, link });
        return false;
      }
      const found = card.status ?? { id: "", name: "" };
      const facts = { remote_status: found.name, remote_status_id: found.id };
      if (link.state === "gone") {
        // The card was restored: it is followed again, from its present data.
        const back = { ...facts, state: "waiting", next_try_at: clock.now(), attempts: 0 } as const;
        await keep(now, back, null, (trx) => outbox.wake(trx), ["gone"]);
        return false;
      }
      if (found.id === link.remote_status_id) return true;
      const snag = await db
        .selectFrom("snags")
        .select(["status"])
        .where("id", "=", link.id_snag)
        .executeTakeFirst();
      if (snag === undefined) return false;
      // An echo of our own change, or both sides made the same change.
      if (tool.statuses[snag.status] === found.id) {
        await keep(now, { ...facts, sent_status: snag.status }, null);
        return false;
      }
      const moved = { direction: "in", from: link.remote_status, to: found.name } as const;
      const wanted = snagStatuses.find((status) => tool.statuses[status] === found.id);
      if (wanted === undefined) {
        await keep(now, facts, { ...moved, action: "unmapped" });
        return true;
      }
      const isChangedHere = snag.status !== link.sent_status;
      const mine = nameOf(tool, snag.status);
      if (isChangedHere && (await statusChangedAt(db, link.id_snag)) > at) {
        // Our change is newer: it is sent next, and the log records the value it overrides.
        const lost: Entry = { direction: "in", action: "conflict", from: found.name, to: mine };
        await keep(now, { ...facts, next_try_at: clock.now() }, lost, (trx) => outbox.wake(trx));
        return true;
      }
      if (!(await change(followed, wanted, changeStatus))) {
        // A card grants no rights: the attempt is logged, and the snag stays unchanged.
        await keep(now, facts, { ...moved, action: "failed" });
        return true;
      }
      const entry: Entry = isChangedHere
        ? { direction: "in", action: "conflict", from: mine, to: found.name }
        : { ...moved, action: "status" };
      await keep(now, { ...facts, sent_status: wanted }, entry);
      return false;
    },
  };
}

const linkStates = SnagLink.shape.state.options;

/** The tool's name for a status of ours; our own name where the status is not sent. */
export const nameOf = (tool: LinkTarget["tool"], status: SnagStatus): string => {
  const id = tool.statuses[status];
  return id === null || id === undefined ? status : (tool.status_names[id] ?? id);
};

/** Acts as the owner of the account. Returns false where they may not. */
async function change(
  { link, tool, connection }: LinkTarget,
  status: SnagStatus,
  changeStatus: ChangeStatus,
): Promise<boolean> {
  const { id_user } = connection;
  try {
    await changeStatus({ id_snag: link.id_snag, status, id_user, via: toolTitles[tool.tool] });
    return true;
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return false;
    throw error;
  }
}
