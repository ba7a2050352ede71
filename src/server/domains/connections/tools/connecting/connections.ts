import type { ToolName } from "#contract/choices.ts";
import type { Notices } from "#server/domains/installation/notifications/notices.ts";
import type { ToolClients, ToolGrant } from "#server/integrations/tools/tool-client.ts";
import { recordActivity } from "#server/platform/activity.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import type { AppKey } from "#server/platform/key.ts";
import type { ConnectionRow } from "../sending/link-target.ts";
import { toolTitles } from "../values.ts";
import { createTokenUse, rest } from "./token-use.ts";
import { openTokens, sealTokens } from "./tokens.ts";

export interface ConnectionsOptions {
  readonly db: Database;
  readonly key: AppKey;
  readonly clock: Clock;
  readonly clients: ToolClients;
  readonly notices: Notices;
  /** Requeues the cards that wait for the connection. */
  readonly resume: (
    trx: Trx,
    connection: { readonly id: number; readonly id_user: number; readonly tool: ToolName },
  ) => Promise<void>;
}

export type Connections = ReturnType<typeof createConnections>;

/** Accounts at the tools: owner, tokens and status. */
export function createConnections({ db, key, clock, clients, notices, resume }: ConnectionsOptions) {
  const find = (userId: number, tool: ToolName): Promise<ConnectionRow | undefined> =>
    db
      .selectFrom("tool_connections")
      .selectAll()
      .where("id_user", "=", userId)
      .where("tool", "=", tool)
      .executeTakeFirst();

  return {
    find,

    use: createTokenUse({ db, key, clock, clients, notices }),

    /** No more calls to the tool through it before then. */
    pause: (id: number, until: Date) =>
      db.updateTable("tool_connections").set({ paused_until: until }).where("id", "=", id).execute(),

    /** Stores a newly granted account: the tool is asked for the owner of the token before anything is stored. */
    async connect(
      {
        userId,
        tool,
        address,
      }: { readonly userId: number; readonly tool: ToolName; readonly address: string },
      grant: ToolGrant,
    ): Promise<ConnectionRow> {
      const account = await clients[tool].whoAmI(grant);
      return db.transaction().execute(async (trx) => {
        const values = {
          way: grant.way,
          account_id: account.id,
          account: account.name,
          secrets: sealTokens(key, grant),
          expires_at: grant.expiresAt,
          state: "connected",
          connected_at: clock.now(),
          seen_at: clock.now(),
          paused_until: null,
        } as const;
        const row = await trx
          .insertInto("tool_connections")
          .values({ id_user: userId, tool, ...values })
          .onConflict((conflict) => conflict.columns(["id_user", "tool"]).doUpdateSet(values))
          .returningAll()
          .executeTakeFirstOrThrow();
        await resume(trx, row);
        await recordActivity(trx, {
          id_user: userId,
          action: "tool.connected",
          subject: { kind: "tool", id: row.id, name: toolTitles[tool] },
          address,
        });
        return row;
      });
    },

    /** Deletes the connection here at once, and revokes it at the tool afterwards, best effort. */
    async disconnect(userId: number, tool: ToolName, address: string): Promise<boolean> {
      const gone = await db.transaction().execute(async (trx) => {
        const row = await trx
          .selectFrom("tool_connections")
          .selectAll()
          .where("id_user", "=", userId)
          .where("tool", "=", tool)
          .forUpdate()
          .executeTakeFirst();
        if (row === undefined) return undefined;
        await rest(trx, row.id, clock.now());
        const hooks = await trx
          .selectFrom("project_tools")
          .select(["board_id", "hook_id"])
          .where("id_connection", "=", row.id)
          .where("hook_id", "is not", null)
          .execute();
        await trx
          .updateTable("project_tools")
          .set({ hook_id: null, hook_secret: null })
          .where("id_connection", "=", row.id)
          .execute();
        await trx.deleteFrom("tool_connections").where("id", "=", row.id).execute();
        await recordActivity(trx, {
          id_user: userId,
          action: "tool.disconnected",
          subject: { kind: "tool", id: row.id, name: toolTitles[tool] },
          address,
        });
        return { row, hooks };
      });
      if (gone === undefined) return false;
      const tokens = openTokens(key, gone.row.secrets);
      if (tokens === null) return true;
      for (const { board_id: boardId, hook_id } of gone.hooks)
        await clients[tool].deleteHook(tokens, { boardId, id: hook_id ?? "" }).catch(() => undefined);
      await clients[tool].revoke(tokens).catch(() => undefined);
      return true;
    },
  };
}
