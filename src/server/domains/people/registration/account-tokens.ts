import { sql } from "kysely";
import type { Database, Trx } from "#server/platform/database.ts";
import { hashToken, newToken } from "#server/platform/session.ts";
import type { AccountTokensTable } from "../auth/tables.ts";

export type AccountTokenKind = AccountTokensTable["kind"];

export interface AccountToken {
  readonly kind: AccountTokenKind;
  readonly id_user: number;
  /** The address it was sent to: using it confirms only this one. */
  readonly email: string;
}

/** The tokens in email links: single use, with an expiry by the database's clock, stored as a hash. */
export interface AccountTokens {
  /** Issues a token; invalidates the account's earlier ones of the same kind. Only its SHA-256 is stored. */
  issue(trx: Trx, token: AccountToken & { readonly minutes: number }): Promise<string>;
  /** The purpose of a token, without using it; undefined when it is unknown, used, expired or of another kind. */
  find(kinds: readonly AccountTokenKind[], token: string): Promise<AccountToken | undefined>;
  /**
   * Uses the token up with the transaction; undefined as with `find`. Of two parallel calls the second waits for the
   * first one's transaction, and gets the token only when that is rolled back.
   */
  use(trx: Trx, kinds: readonly AccountTokenKind[], token: string): Promise<AccountToken | undefined>;
  /** Invalidates an account's open tokens, for example after a change of its address. */
  revoke(trx: Trx, id_user: number, kinds: readonly AccountTokenKind[]): Promise<void>;
}

const alive = sql<boolean>`expires_at > now()`;

export function createAccountTokens(db: Database): AccountTokens {
  const revoke: AccountTokens["revoke"] = async (trx, id_user, kinds) => {
    await trx
      .deleteFrom("account_tokens")
      .where("id_user", "=", id_user)
      .where("kind", "in", kinds)
      .execute();
  };
  return {
    revoke,
    async issue(trx, { kind, id_user, email, minutes }) {
      // One at a time per account: two parallel emails must not leave two valid links.
      await sql`select id from users where id = ${id_user} for no key update`.execute(trx);
      await revoke(trx, id_user, [kind]);
      const token = newToken();
      await trx
        .insertInto("account_tokens")
        .values({
          token_hash: hashToken(token),
          kind,
          id_user,
          email,
          expires_at: sql<Date>`now() + make_interval(mins => ${minutes})`,
        })
        .execute();
      return token;
    },
    find: (kinds, token) =>
      db
        .selectFrom("account_tokens")
        .select(["kind", "id_user", "email"])
        .where("token_hash", "=", hashToken(token))
        .where("kind", "in", kinds)
        .where(alive)
        .executeTakeFirst(),
    use: (trx, kinds, token) =>
      trx
        .deleteFrom("account_tokens")
        .where("token_hash", "=", hashToken(token))
        .where("kind", "in", kinds)
        .where(alive)
        .returning(["kind", "id_user", "email"])
        .executeTakeFirst(),
  };
}
