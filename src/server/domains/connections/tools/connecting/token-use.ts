import type { Notices } from "#server/domains/installation/notifications/notices.ts";
import {
  type ToolClients,
  ToolFailure,
  type ToolGrant,
  type ToolTokens,
} from "#server/integrations/tools/tool-client.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import type { AppKey } from "#server/platform/key.ts";
import type { ConnectionRow } from "../sending/link-target.ts";
import { toolTitles } from "../values.ts";
import { isStale, openTokens, sealTokens } from "./tokens.ts";

export interface TokenUseOptions {
  readonly db: Database;
  readonly key: AppKey;
  readonly clock: Clock;
  readonly clients: ToolClients;
  readonly notices: Notices;
}

const seenEvery = 60_000;

/** Calls to a tool with a connection's tokens, which are refreshed as they expire. */
export function createTokenUse({ db, key, clock, clients, notices }: TokenUseOptions) {
  /** Refreshes running in this process; other processes wait at the row's lock. */
  const underWay = new Map<number, Promise<ToolTokens>>();

  /** The tool no longer accepts the tokens: everything sent stays linked and waits. The user is notified once. */
  const lapse = (id: number, access?: string): Promise<void> =>
    db.transaction().execute(async (trx) => {
      const row = await hold(trx, id);
      // The user reconnected while the response was under way.
      if (row === undefined || row.state === "reauth") return;
      if (access !== undefined && openTokens(key, row.secrets)?.access !== access) return;
      await trx.updateTable("tool_connections").set({ state: "reauth" }).where("id", "=", id).execute();
      await rest(trx, id, clock.now());
      await notices.notify(trx, {
        to: [row.id_user],
        sort: "tool_reauth",
        values: { tool: toolTitles[row.tool] },
        link: `/${row.tool}`,
        fold: `tool reauth ${row.tool}`,
      });
    });

  /**
   * Returns tokens that stay valid for a while. `rejected`: an access token that the tool refused although it should be
   * valid. One refresh at a time, under the row's lock: refresh tokens can be used once, and the new one is stored
   * before it is used.
   */
  const fresh = async (id: number, rejected?: string): Promise<ToolTokens> => {
    const row = await db.selectFrom("tool_connections").selectAll().where("id", "=", id).executeTakeFirst();
    const kept = usable(row, rejected);
    if (kept !== null) return kept;
    const running = underWay.get(id);
    if (running !== undefined) return running;
    const begun = refresh(id, rejected).finally(() => underWay.delete(id));
    underWay.set(id, begun);
    return begun;
  };

  /** Null where they have to be refreshed. Throws `reauth` where there is no refresh token. */
  const usable = (row: ConnectionRow | undefined, rejected?: string): ToolTokens | null => {
    if (row === undefined || row.state === "reauth") throw new ToolFailure("reauth", "Not connected.");
    const tokens = openTokens(key, row.secrets);
    if (tokens === null) throw new ToolFailure("reauth", "The tokens were encrypted with a different key.");
    if (tokens.access !== rejected && !isStale(row.expires_at, clock.now())) return tokens;
    if (tokens.refresh === undefined) throw new ToolFailure("reauth", "The token has expired.");
    return null;
  };

  const refresh = (id: number, rejected?: string): Promise<ToolTokens> =>
    db.transaction().execute(async (trx) => {
      const row = await hold(trx, id);
      const kept = usable(row, rejected);
      if (row === undefined || kept !== null) return kept as ToolTokens;
      const old = openTokens(key, row.secrets) as ToolTokens;
      const grant = await clients[row.tool].refresh(old);
      // Some tools issue the refresh token only once, with the first grant.
      const tokens = { ...old, ...grant, refresh: grant.refresh ?? old.refresh } as ToolGrant;
      await trx
        .updateTable("tool_connections")
        .set({ secrets: sealTokens(key, tokens), expires_at: grant.expiresAt, seen_at: clock.now() })
        .where("id", "=", id)
        .execute();
      return tokens;
    });

  /**
   * Runs a call with a connection's tokens. A refused token is refreshed once; if that does not help, the connection
   * has lapsed. Throws the client's errors.
   */
  return async function use<T>(id: number, run: (tokens: ToolTokens) => Promise<T>): Promise<T> {
    const attempt = async (rejected?: string): Promise<T> => {
      let tokens: ToolTokens;
      try {
        tokens = await fresh(id, rejected);
      } catch (error) {
        if (isReauth(error)) await lapse(id);
        throw error;
      }
      try {
        const result = await run(tokens);
        await seen(db, id, clock.now());
        return result;
      } catch (error) {
        if (!isReauth(error)) throw error;
        if (tokens.refresh !== undefined && rejected === undefined) return attempt(tokens.access);
        await lapse(id, tokens.access);
        throw error;
      }
    };
    return attempt();
  };
}

const isReauth = (error: unknown) => error instanceof ToolFailure && error.kind === "reauth";

const hold = (trx: Trx, id: number): Promise<ConnectionRow | undefined> =>
  trx.selectFrom("tool_connections").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();

const seen = (db: Database, id: number, now: Date) =>
  db
    .updateTable("tool_connections")
    .set({ seen_at: now })
    .where("id", "=", id)
    .where((where) =>
      where.or([where("seen_at", "is", null), where("seen_at", "<", new Date(now.getTime() - seenEvery))]),
    )
    .execute();

/** Pauses all cards of the connection, except deleted ones. */
export async function rest(trx: Trx, connectionId: number, now: Date): Promise<void> {
  await trx
    .updateTable("snag_links")
    .set({ state: "reauth", next_try_at: null, updated_at: now })
    .where("state", "<>", "gone")
    .where("unlinked_at", "is", null)
    .where("id_project_tool", "in", (from) =>
      from.selectFrom("project_tools").select("id").where("id_connection", "=", connectionId),
    )
    .execute();
}
