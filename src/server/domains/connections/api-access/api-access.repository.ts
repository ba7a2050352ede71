import { sql } from "kysely";
import { limits } from "#contract/limits.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { ApiTokenRecord } from "./api-access.policy.ts";
import "./tables.ts";

/** Maximum lag of `last_used_at`: a program that calls ten times a second must not write a row each time. */
const usedEverySeconds = 60;

export type NewToken = Pick<
  ApiTokenRecord,
  "id_user" | "name" | "token_hash" | "hint" | "scopes" | "expires_at"
>;

export function createTokensRepository(db: Database) {
  return {
    list: (userId: number): Promise<ApiTokenRecord[]> =>
      db
        .selectFrom("api_tokens")
        .selectAll()
        .where("id_user", "=", userId)
        .orderBy("id", "desc")
        .limit(limits.apiAccess.tokens)
        .execute(),

    findByHash: (hash: Buffer): Promise<ApiTokenRecord | undefined> =>
      db.selectFrom("api_tokens").selectAll().where("token_hash", "=", hash).executeTakeFirst(),

    /** Throws TOKENS_FULL. Locks the user's row, so that two concurrent calls do not both take the last slot. */
    async insert(trx: Trx, token: NewToken): Promise<ApiTokenRecord> {
      await trx.selectFrom("users").select("id").where("id", "=", token.id_user).forUpdate().execute();
      const { count } = await trx
        .selectFrom("api_tokens")
        .select(sql<number>`count(*)`.as("count"))
        .where("id_user", "=", token.id_user)
        .executeTakeFirstOrThrow();
      const n = limits.apiAccess.tokens;
      if (count >= n) throw new AppError("TOKENS_FULL", { values: { n } });
      return trx
        .insertInto("api_tokens")
        .values({ ...token, last_used_at: null })
        .returningAll()
        .executeTakeFirstOrThrow();
    },

    rename: (trx: Trx, id: number, name: string): Promise<ApiTokenRecord> =>
      trx
        .updateTable("api_tokens")
        .set({ name })
        .where("id", "=", id)
        .returningAll()
        .executeTakeFirstOrThrow(() => new AppError("NOT_FOUND")),

    remove: (trx: Trx, id: number) => trx.deleteFrom("api_tokens").where("id", "=", id).execute(),

    async used({ id, last_used_at }: ApiTokenRecord, now: Date, address: string): Promise<void> {
      const isRecent =
        last_used_at !== null && now.getTime() - last_used_at.getTime() < usedEverySeconds * 1000;
      if (isRecent) return;
      await db
        .updateTable("api_tokens")
        .set({ last_used_at: now, last_address: address })
        .where("id", "=", id)
        .execute();
    },
  };
}
