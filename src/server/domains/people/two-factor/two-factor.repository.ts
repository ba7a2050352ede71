import { sql } from "kysely";
import type { Database, Trx } from "#server/platform/database.ts";
import "./tables.ts";
import { codeUses } from "./code-uses.repository.ts";

export function createTwoFactorRepository(db: Database) {
  return {
    find: (userId: number) =>
      db
        .selectFrom("users")
        .select(["id", "username", "email", "password_hash", "totp_enabled_at", "totp_pending"])
        .where("id", "=", userId)
        .executeTakeFirstOrThrow(),

    countPasskeys: async (userId: number): Promise<number> =>
      (
        await db
          .selectFrom("passkeys")
          .select((select) => select.fn.countAll<number>().as("n"))
          .where("id_user", "=", userId)
          .executeTakeFirstOrThrow()
      ).n,

    countRecoveryCodes: async (userId: number): Promise<number> =>
      (
        await db
          .selectFrom("recovery_codes")
          .select((select) => select.fn.countAll<number>().as("n"))
          .where("id_user", "=", userId)
          .executeTakeFirstOrThrow()
      ).n,

    /** Stores a secret until it is confirmed; the previous one is dropped. */
    keepPending: (userId: number, sealed: string) =>
      db.updateTable("users").set({ totp_pending: sealed }).where("id", "=", userId).execute(),

    /** Enables it with the pending secret; returns false when that is no longer the pending one. */
    async enable(trx: Trx, userId: number, sealed: string, step: number): Promise<boolean> {
      const enabled = await trx
        .updateTable("users")
        .set({
          totp_secret: sealed,
          totp_pending: null,
          totp_enabled_at: sql<Date>`now()`,
          totp_last_step: step,
          updated_at: sql<Date>`now()`,
        })
        .where("id", "=", userId)
        .where("totp_pending", "=", sealed)
        .where("totp_enabled_at", "is", null)
        .returning("id")
        .executeTakeFirst();
      return enabled !== undefined;
    },

    /** Disables it; returns false when it was not enabled. */
    async disable(trx: Trx, userId: number): Promise<boolean> {
      await trx.deleteFrom("recovery_codes").where("id_user", "=", userId).execute();
      const disabled = await trx
        .updateTable("users")
        .set({
          totp_secret: null,
          totp_pending: null,
          totp_enabled_at: null,
          totp_last_step: null,
          updated_at: sql<Date>`now()`,
        })
        .where("id", "=", userId)
        .where("totp_enabled_at", "is not", null)
        .returning("id")
        .executeTakeFirst();
      return disabled !== undefined;
    },

    async sealedSecret(trx: Trx, userId: number): Promise<string | null> {
      const user = await trx
        .selectFrom("users")
        .select("totp_secret")
        .where("id", "=", userId)
        .where("totp_enabled_at", "is not", null)
        .executeTakeFirst();
      return user?.totp_secret ?? null;
    },

    ...codeUses(),
  };
}

export type TwoFactorRepository = ReturnType<typeof createTwoFactorRepository>;
