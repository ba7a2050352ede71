import { sql } from "kysely";
import type { Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { UserRecord } from "../auth/accounts.ts";
import { invalid } from "./new-account.ts";

export interface InvitedAccount {
  readonly email: string;
  /** The link came by email, which confirms the address. */
  readonly is_mailed: boolean;
  /** The owner's selection: a user name, a password, and profile fields. */
  readonly values: {
    readonly username: string;
    readonly password_hash: string;
    readonly password_changed_at: ReturnType<typeof sql<Date>>;
  };
}

/**
 * The account of an address that was invited to a project: a new one, or the one that waits for activation. The new
 * values count, even if another person had registered with the address: only its owner has the email.
 */
export async function openInvited(
  trx: Trx,
  { email, is_mailed, values }: InvitedAccount,
): Promise<{ user: UserRecord; wasThere: boolean }> {
  const email_verified_at = is_mailed ? sql<Date>`now()` : null;
  const opened = await trx
    .updateTable("users")
    .set({ ...values, email_verified_at, awaiting: null, updated_at: sql`now()` })
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .where("awaiting", "is not", null)
    .where("locked_at", "is", null)
    .returningAll()
    .executeTakeFirst();
  if (opened !== undefined) {
    if (!is_mailed) throw new AppError("LINK_INVALID");
    // Other links of the account become invalid with it.
    await trx.deleteFrom("account_tokens").where("id_user", "=", opened.id).execute();
    return { user: opened, wasThere: true };
  }
  const holder = await trx
    .selectFrom("users")
    .select("id")
    .where(sql<boolean>`lower(username) = lower(${email})`)
    .executeTakeFirst();
  if (holder !== undefined) throw invalid({ username: "users.email_taken" });
  const user = await trx
    .insertInto("users")
    .values({ ...values, email, email_verified_at, awaiting: null })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { user, wasThere: false };
}
