import { sql } from "kysely";
import type { ToolName } from "#contract/choices.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Trx } from "#server/platform/database.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import { sendCards } from "../tools.jobs.ts";
import "#server/domains/work/snags/tables.ts";
import "../tables.ts";

export interface OutboxOptions {
  readonly clock: Clock;
  readonly jobs: Pick<Jobs, "send">;
}

export type ToolOutbox = ReturnType<typeof createToolOutbox>;

/**
 * The row of a link is the outbox: it holds the sent content, the snag the desired one. Every change of a snag marks
 * its links in the same transaction, so that no stored change is left unsent.
 */
export function createToolOutbox({ clock, jobs }: OutboxOptions) {
  const wake = async (trx: Trx): Promise<void> => void (await jobs.send(trx, sendCards, {}, { key: "due" }));

  return {
    wake,

    /** Snags were created, changed, commented on or given pictures. Deleted ones no longer have a link. */
    async snagsChanged(trx: Trx, ids: readonly number[]): Promise<void> {
      const now = clock.now();
      // New snags are those whose history begins with this transaction.
      const { rows: fresh } = await sql`
        insert into snag_links (id_snag, id_project_tool, tool, id_user, board_id, next_try_at, asked)
        select s.id, t.id, t.tool, s.id_user, t.board_id, ${now}, 1
        from snags s join project_tools t on t.id_project = s.id_project and t.sends_all
        where s.id = any (${[...ids]}::bigint[])
          and (select min(h.created_at) from snag_steps h where h.id_snag = s.id) = now()
        on conflict (id_snag, tool) do nothing
        returning id`.execute(trx);
      const { rows: known } = await sql<{ is_due: boolean }>`
        update snag_links set asked = asked + 1,
          attempts = 0,
          state = case when state = 'failed' then 'waiting' else state end,
          next_try_at = case when state in ('waiting', 'sent', 'partial', 'failed') then ${now} else next_try_at end
        where id_snag = any (${[...ids]}::bigint[]) and unlinked_at is null and id_project_tool is not null
        returning next_try_at is not null as is_due`.execute(trx);
      if (fresh.length > 0 || known.some(({ is_due }) => is_due)) await wake(trx);
    },

    /** The user reconnected: waiting cards continue, and their projects use the new connection. */
    async resume(
      trx: Trx,
      { id, id_user, tool }: { readonly id: number; readonly id_user: number; readonly tool: ToolName },
    ): Promise<void> {
      const now = clock.now();
      await trx
        .updateTable("project_tools")
        .set({ id_connection: id, next_poll_at: now })
        .where("tool", "=", tool)
        .where("id_user", "=", id_user)
        .where((where) => where.or([where("id_connection", "is", null), where("id_connection", "=", id)]))
        .execute();
      await trx
        .updateTable("snag_links")
        .set({ state: "waiting", asked: sql`asked + 1`, attempts: 0, failure: "", next_try_at: now })
        .where("state", "=", "reauth")
        .where("unlinked_at", "is", null)
        .where("id_project_tool", "in", (from) =>
          from.selectFrom("project_tools").select("id").where("id_connection", "=", id),
        )
        .execute();
      await wake(trx);
    },
  };
}
