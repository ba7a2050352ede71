import type { Notices } from "#server/domains/installation/notifications/notices.ts";
import type { AutodeskTokens } from "#server/integrations/autodesk/authentication.ts";
import type { AutodeskClient } from "#server/integrations/autodesk/autodesk-client.ts";
import type { AutodeskKeys, Purpose } from "#server/integrations/autodesk/keys.ts";
import { OutsideFailure } from "#server/integrations/outside-failure.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { AppKey } from "#server/platform/key.ts";
import { limitConcurrency } from "#server/platform/limit-concurrency.ts";
import { createTokenRefresh } from "./token-refresh.ts";
import { createTokenSeal, type Token } from "./token-seal.ts";
import "./tables.ts";

export interface TokensOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly key: AppKey;
  readonly notices: Notices;
  readonly client: Pick<AutodeskClient, "refresh" | "revoke">;
  readonly keys: () => AutodeskKeys;
}

/** Limit of parallel refreshes for different users: each holds a database connection while Autodesk is called. */
const mostAtOnce = 3;

/**
 * The tokens of each user's connection. A refresh token can be used once, so that two parallel refreshes would end the
 * connection: within a process they are merged into one, and the row's lock keeps other processes out until the new
 * token is stored.
 */
export function createTokens({ db, clock, key, notices, client, keys }: TokensOptions) {
  const underWay = new Map<string, Promise<Token>>();
  const inTurn = limitConcurrency(mostAtOnce);
  const now = () => clock.now().getTime();

  const sealing = createTokenSeal(clock, key);
  const { seal, open, tokenOf, refreshUntil, isGood } = sealing;

  const refresh = createTokenRefresh({ db, clock, notices, client, keys }, sealing);

  async function tokenFor(
    userId: number,
    purpose: Purpose,
    isForced = false,
    refused?: string,
  ): Promise<Token> {
    const row = await db
      .selectFrom("autodesk_accounts")
      .select(["secrets", "refresh_until"])
      .where("id_user", "=", userId)
      .executeTakeFirst();
    if (row === undefined) throw new AppError("AUTODESK_SIGN_IN");
    const known = row.refresh_until.getTime() > now() ? open(row.secrets)?.[purpose] : undefined;
    if (isGood(known, isForced, refused)) return known;
    const name = `${userId} ${purpose}`;
    const running = underWay.get(name);
    if (running !== undefined) return running;
    const begun = inTurn(() => refresh(userId, purpose, isForced, refused)).finally(() =>
      underWay.delete(name),
    );
    underWay.set(name, begun);
    return begun;
  }

  return {
    tokenFor,
    /** Runs `work` with a token; retries once with a fresh one when the token was refused early. */
    async withToken<T>(userId: number, purpose: Purpose, work: (access: string) => Promise<T>): Promise<T> {
      const { access } = await tokenFor(userId, purpose);
      try {
        return await work(access);
      } catch (error) {
        if (!(error instanceof OutsideFailure) || error.status !== 401) throw error;
        return work((await tokenFor(userId, purpose, false, access)).access);
      }
    },
    /** Stores a newly granted connection; the earlier one is discarded. */
    async keep(
      trx: Trx,
      userId: number,
      made: AutodeskTokens,
      { id, label }: { readonly id: string; readonly label: string },
    ): Promise<void> {
      const token = tokenOf(made);
      // This token has all requested scopes; the viewer's own is fetched when a model is opened.
      const values = {
        account_id: id,
        account: label,
        secrets: seal({ refresh: made.refresh, read: token, export: token }),
        refresh_until: refreshUntil(),
        connected_at: clock.now(),
      };
      await trx
        .insertInto("autodesk_accounts")
        .values({ id_user: userId, ...values })
        .onConflict((conflict) => conflict.column("id_user").doUpdateSet(values))
        .execute();
    },
    /** Returns the connection, or null if there is no usable one. */
    async connection(userId: number): Promise<{ readonly account: string; readonly until: Date } | null> {
      const row = await db
        .selectFrom("autodesk_accounts")
        .select(["account", "refresh_until"])
        .where("id_user", "=", userId)
        .executeTakeFirst();
      return row !== undefined && row.refresh_until.getTime() > now()
        ? { account: row.account, until: row.refresh_until }
        : null;
    },
    /** Deletes the connection; returns the refresh token to revoke, null when there was none. */
    async remove(trx: Trx, userId: number): Promise<string | null> {
      const row = await trx
        .deleteFrom("autodesk_accounts")
        .where("id_user", "=", userId)
        .returning("secrets")
        .executeTakeFirst();
      return row === undefined ? null : (open(row.secrets)?.refresh ?? null);
    },
  };
}
export type TokenKeeper = ReturnType<typeof createTokens>;
