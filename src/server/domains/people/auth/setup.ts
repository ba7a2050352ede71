import { sql } from "kysely";
import type { Database, Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import { hashToken, newToken } from "#server/platform/session.ts";
import type { UserRecord } from "./accounts.ts";
import { checkNewPassword } from "./password-rules.ts";
import { hashPassword } from "./passwords.ts";

interface FirstAdmin {
  readonly email: string;
  readonly password: string;
  readonly first_name: string;
  readonly last_name: string;
}

/** Advisory lock: only one transaction at a time may find that there is no super admin yet. */
const setupLock = 7_340_119;

/**
 * Creates the super admin named by the environment, once. Returns the token of a new set-up link when there is neither
 * an admin nor a name for one; older links become invalid, so that the newest one printed works.
 */
export async function prepareFirstAdmin(
  db: Database,
  admin: { email: string; password: string },
): Promise<string | undefined> {
  const passwordHash =
    admin.email === "" || admin.password === "" ? undefined : await hashPassword(admin.password);
  return db.transaction().execute(async (trx) => {
    if (await hasAdmin(trx)) return undefined;
    if (passwordHash !== undefined) {
      await insertAdmin(trx, { email: admin.email, first_name: "", last_name: "" }, passwordHash);
      return undefined;
    }
    const token = newToken();
    await trx
      .insertInto("setup_links")
      .values({ token_hash: hashToken(token) })
      .onConflict((conflict) =>
        conflict.column("singleton").doUpdateSet({ token_hash: hashToken(token), created_at: sql`now()` }),
      )
      .execute();
    return token;
  });
}

/** Uses the one-time link. Throws SETUP_DONE, SETUP_TOKEN, or PASSWORD_COMMON, which keeps the link valid. */
export async function createFirstAdmin(db: Database, token: string, admin: FirstAdmin): Promise<UserRecord> {
  const passwordHash = await hashPassword(admin.password);
  return db.transaction().execute(async (trx) => {
    if (await hasAdmin(trx)) throw new AppError("SETUP_DONE");
    const used = await trx
      .deleteFrom("setup_links")
      .where("token_hash", "=", hashToken(token))
      .returning("singleton")
      .executeTakeFirst();
    if (used === undefined) throw new AppError("SETUP_TOKEN");
    await checkNewPassword(admin.password, admin);
    return insertAdmin(trx, admin, passwordHash);
  });
}

async function hasAdmin(trx: Trx): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(${setupLock})`.execute(trx);
  const row = await trx
    .selectFrom("users")
    .select("id")
    .where("role", "=", "super_admin")
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

function insertAdmin(
  trx: Trx,
  admin: Omit<FirstAdmin, "password">,
  passwordHash: string,
): Promise<UserRecord> {
  return trx
    .insertInto("users")
    .values({
      // The email address is the user name: one thing to remember, and it cannot collide.
      username: admin.email,
      email: admin.email,
      first_name: admin.first_name,
      last_name: admin.last_name,
      password_hash: passwordHash,
      role: "super_admin",
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}
