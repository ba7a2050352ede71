import { sql } from "kysely";
import type { Database, Trx } from "#server/platform/database.ts";
import { hashToken, newToken } from "#server/platform/session.ts";
import type { AccountTokensTable } from "../auth/tables.ts";

export type AccountTokenKind = AccountTokensTable["kind"];

export interface AccountToken {
  readonly kind: AccountTokenKind;
  readonly id_user: number;
  /** The address it was sent to: using it proves this one and no other. */
  readonly email: string;
}

/** The tokens in the links of mails: used once, dead after their time by the database's clock, kept as a hash. */
export interface AccountTokens {
  /** A new one; those of the same kind that this account had are dead with it. Only its SHA-256 is stored. */
  issue(trx: Trx, token: AccountToken & { readonly minutes: number }): Promise<string>;
  /** What the token is for, without using it; undefined when it is unknown, used, too old or of another kind. */
  find(kinds: readonly AccountTokenKind[], token: string): Promise<AccountToken | undefined>;
  /**
   * Uses the token up with the transaction; undefined as with `find`. Of two calls at once the second waits for the
   * first one's transaction, and gets the token only when that is rolled back.
   */
  use(trx: Trx, kinds: readonly AccountTokenKind[], token: string): Promise<AccountToken | undefined>;
  /** Kills what an account has open, say because its address changed. */
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
      // One at a time per account: two mails at once must not leave two links that work.
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
