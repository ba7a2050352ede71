import { sql } from "kysely";
import { limits } from "#contract/limits.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import type { SignInChallengesTable, Way } from "./tables.ts";

/**
 * Sign-ins that wait for their second factor: ten minutes and a handful of attempts, then the password is required
 * again.
 */
export interface Challenges {
  open(trx: Trx, tokenHash: Buffer, userId: number, entry: { way: Way; remembered: boolean }): Promise<void>;
  find(tokenHash: Buffer): Promise<Pick<SignInChallengesTable, "id_user" | "way" | "remembered"> | undefined>;
  /** Counts an attempt; false when there were too many, or it no longer waits. */
  countTry(tokenHash: Buffer): Promise<boolean>;
  /** Ends it; false when it no longer waited. */
  drop(trx: Trx, tokenHash: Buffer): Promise<boolean>;
  /** Deletes expired ones. */
  prune(): Promise<void>;
}

const isOpen = sql<boolean>`expires_at > now()`;

export function createChallenges(db: Database): Challenges {
  return {
    async open(trx, tokenHash, userId, { way, remembered }) {
      await trx
        .insertInto("sign_in_challenges")
        .values({
          token_hash: tokenHash,
          id_user: userId,
          way,
          remembered,
          expires_at: sql<Date>`now() + make_interval(mins => ${limits.twoFactor.pendingMinutes})`,
        })
        .execute();
    },

    find: (tokenHash) =>
      db
        .selectFrom("sign_in_challenges")
        .select(["id_user", "way", "remembered"])
        .where("token_hash", "=", tokenHash)
        .where(isOpen)
        .where("tries", "<", limits.twoFactor.tries)
        .executeTakeFirst(),

    async countTry(tokenHash) {
      const counted = await db
        .updateTable("sign_in_challenges")
        .set({ tries: sql`tries + 1` })
        .where("token_hash", "=", tokenHash)
        .where(isOpen)
        .where("tries", "<", limits.twoFactor.tries)
        .returning("tries")
        .executeTakeFirst();
      return counted !== undefined;
    },

    async drop(trx, tokenHash) {
      const dropped = await trx
        .deleteFrom("sign_in_challenges")
        .where("token_hash", "=", tokenHash)
        .where(isOpen)
        .returning("id_user")
        .executeTakeFirst();
      return dropped !== undefined;
    },

    async prune() {
      await db.deleteFrom("sign_in_challenges").where("expires_at", "<=", sql<Date>`now()`).execute();
    },
  };
}
