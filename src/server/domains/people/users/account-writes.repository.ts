import { type SqlBool, sql } from "kysely";
import type { Trx } from "#server/platform/database.ts";
import type { Authorized } from "#server/platform/policy.ts";
import type { UserSubject } from "./users.policy.ts";
import "#server/platform/activity.ts";
import type { Account } from "./users.repository.ts";

const rolesLock = 7_340_120;

/** Account updates and the checks before them. */
export const accountWrites = () => ({
  insert: (
    trx: Trx,
    values: Pick<
      Account,
      "username" | "email" | "first_name" | "last_name" | "role" | "language" | "password_hash" | "awaiting"
    >,
  ): Promise<Account> => trx.insertInto("users").values(values).returningAll().executeTakeFirstOrThrow(),

  update: (trx: Trx, id: number, values: Partial<Omit<Account, "notification_preferences">>) =>
    trx
      .updateTable("users")
      .set({ ...values, updated_at: sql`now()` })
      .where("id", "=", id)
      .execute(),

  setPassword: async (trx: Trx, { id }: Authorized<UserSubject>, passwordHash: string) => {
    await trx
      .updateTable("users")
      .set({ password_hash: passwordHash, password_changed_at: sql`now()`, updated_at: sql`now()` })
      .where("id", "=", id)
      .execute();
    // A sign-in begun with the old password does not finish.
    await trx.deleteFrom("sign_in_challenges").where("id_user", "=", id).execute();
  },

  /**
   * Whether another account signs in with this text as its user name: names and addresses are interchangeable at
   * sign-in.
   */
  isNameOfAnother: async (trx: Trx, id: number, text: string): Promise<boolean> => {
    const found = await trx
      .selectFrom("users")
      .select("id")
      .where(sql<SqlBool>`lower(username) = ${text.toLowerCase()}`)
      .where("id", "<>", id)
      .executeTakeFirst();
    return found !== undefined;
  },

  /** Which of the two belongs to an account in the bin, and so is unavailable until that account is permanently deleted. */
  async takenInBin(
    trx: Trx,
    wanted: { readonly username?: string | undefined; readonly email?: string | undefined },
  ): Promise<"username" | "email" | undefined> {
    const email = wanted.email?.toLowerCase() ?? "";
    const row = await trx
      .selectFrom("users")
      .select(sql<boolean>`${email} in (lower(email), lower(username))`.as("is_email"))
      .where("deleted_at", "is not", null)
      .where(
        sql<SqlBool>`(${email} in (lower(email), lower(username))
          or lower(username) = ${wanted.username?.toLowerCase() ?? ""})`,
      )
      .orderBy("is_email", "desc")
      .limit(1)
      .executeTakeFirst();
    if (row === undefined) return undefined;
    return row.is_email ? "email" : "username";
  },

  /** Number of other super admins who can sign in. Counted by one transaction at a time. */
  async otherSuperAdmins(trx: Trx, id: number): Promise<number> {
    const { count: others } = await trx
      .selectFrom("users")
      .select(sql<number>`count(*)`.as("count"))
      .where("role", "=", "super_admin")
      .where("is_demo", "=", false)
      .where("locked_at", "is", null)
      .where("awaiting", "is", null)
      .where("id", "<>", id)
      .executeTakeFirstOrThrow();
    return others;
  },

  /** Held to the end of the transaction: changes of roles and locks run one after the other. */
  takeTurns: (trx: Trx) => sql`select pg_advisory_xact_lock(${rolesLock})`.execute(trx),
});
