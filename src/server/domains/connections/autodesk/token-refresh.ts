import type { Notices } from "#server/domains/installation/notifications/notices.ts";
import { isGrantOver } from "#server/integrations/autodesk/authentication.ts";
import type { AutodeskClient } from "#server/integrations/autodesk/autodesk-client.ts";
import type { AutodeskKeys, Purpose } from "#server/integrations/autodesk/keys.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Token, TokenSeal } from "./token-seal.ts";
import "./tables.ts";

export interface RefreshOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly notices: Notices;
  readonly client: Pick<AutodeskClient, "refresh">;
  readonly keys: () => AutodeskKeys;
}

/**
 * Refreshes a user's token under the lock of their row, for which other processes wait. If the token can no longer be
 * refreshed, the connection is deleted: AUTODESK_SIGN_IN.
 */
export function createTokenRefresh({ db, clock, notices, client, keys }: RefreshOptions, sealing: TokenSeal) {
  const { seal, open, tokenOf, refreshUntil, isGood } = sealing;

  /** Deletes the connection: links stay, and the user is notified once. */
  async function forget(trx: Trx, userId: number): Promise<void> {
    const { numDeletedRows } = await trx
      .deleteFrom("autodesk_accounts")
      .where("id_user", "=", userId)
      .executeTakeFirst();
    if (numDeletedRows === 0n) return;
    await notices.notify(trx, {
      to: [userId],
      sort: "tool_reauth",
      values: { tool: "Autodesk" },
      link: "/autodesk",
      fold: "tool autodesk",
    });
  }

  return async function refresh(
    userId: number,
    purpose: Purpose,
    isForced: boolean,
    refused?: string,
  ): Promise<Token> {
    const token = await db.transaction().execute(async (trx) => {
      const row = await trx
        .selectFrom("autodesk_accounts")
        .select(["secrets", "refresh_until"])
        .where("id_user", "=", userId)
        .forUpdate()
        .executeTakeFirst();
      if (row === undefined) return null;
      const secrets = open(row.secrets);
      if (secrets === null || row.refresh_until.getTime() <= clock.now().getTime())
        return forget(trx, userId).then(() => null);
      // Another caller refreshed it first.
      const known = secrets[purpose];
      if (isGood(known, isForced, refused)) return known;
      try {
        const made = await client.refresh(keys(), secrets.refresh, purpose);
        const fresh = tokenOf(made);
        await trx
          .updateTable("autodesk_accounts")
          .set({
            secrets: seal({ ...secrets, refresh: made.refresh, [purpose]: fresh }),
            refresh_until: refreshUntil(),
          })
          .where("id_user", "=", userId)
          .execute();
        return fresh;
      } catch (error) {
        if (!isGrantOver(error)) throw error;
        return forget(trx, userId).then(() => null);
      }
    });
    // The next refresh token is stored at this point, so a failure in using this one is harmless.
    if (token === null) throw new AppError("AUTODESK_SIGN_IN");
    return token;
  };
}
