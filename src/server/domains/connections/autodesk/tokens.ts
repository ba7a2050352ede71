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

/** Refreshes of different people at once: each holds a connection to the database while Autodesk is asked. */
const mostAtOnce = 3;

/**
 * The tokens of each person's connection. A refresh token is good for one use, so that two refreshes at once would end the
 * connection: within a process they become one, and the row's lock keeps other processes out until the new one is stored.
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
    /** Does `work` with a token; with a fresh one once more when that was refused before its time. */
    async withToken<T>(userId: number, purpose: Purpose, work: (access: string) => Promise<T>): Promise<T> {
      const { access } = await tokenFor(userId, purpose);
      try {
        return await work(access);
      } catch (error) {
        if (!(error instanceof OutsideFailure) || error.status !== 401) throw error;
        return work((await tokenFor(userId, purpose, false, access)).access);
      }
    },
    /** Keeps what a person has just allowed; what he had before is given up. */
    async keep(
      trx: Trx,
      userId: number,
      made: AutodeskTokens,
      { id, label }: { readonly id: string; readonly label: string },
    ): Promise<void> {
      const token = tokenOf(made);
      // It may do all that was asked for; the viewer's own comes when a model is looked at.
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
    /** The connection, unless there is none that can be used. */
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
    /** Ends the connection; the refresh token that is to be revoked, null when there was none. */
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
