import { sql } from "kysely";
import type { Language } from "#contract/languages.ts";
import { Username } from "#contract/profile.ts";
import { newCode } from "#server/platform/code.ts";
import type { Trx } from "#server/platform/database.ts";
import type { UserRecord } from "../auth/accounts.ts";
import type { Identity } from "./provider.ts";

export interface NewAccount {
  readonly identity: Identity & { readonly email: string };
  readonly language: Language;
  /** Reserved words. */
  readonly refusedNames: readonly string[];
}

/**
 * Creates an account. With an address confirmed by the provider it may be used at once; otherwise it waits for the link
 * of the activation email. Undefined when the address is taken.
 */
export async function makeAccount(trx: Trx, account: NewAccount): Promise<UserRecord | undefined> {
  const { email, first_name, last_name, isEmailVerified } = account.identity;
  for (const username of usernames(account.identity, account.refusedNames)) {
    const made = await trx
      .insertInto("users")
      .values({
        username,
        email,
        first_name,
        last_name,
        password_hash: null,
        language: account.language,
        email_verified_at: isEmailVerified ? sql<Date>`now()` : null,
        awaiting: isEmailVerified ? null : "activation",
      })
      // A conflict of the name or the address: the next line checks which.
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst();
    if (made !== undefined) return made;
    const holder = await trx
      .selectFrom("users")
      .select("id")
      .where(sql`lower(email)`, "=", email.toLowerCase())
      .executeTakeFirst();
    if (holder !== undefined) return undefined;
  }
  throw new Error("no username was free");
}

/** Names to try, the plainest first: the mailbox's or the user's own, then with a number, then with a random suffix. */
export function* usernames(
  { email, first_name, last_name }: Pick<Identity, "email" | "first_name" | "last_name">,
  refused: readonly string[],
): Generator<string> {
  const [mailbox = ""] = (email ?? "").split(/[@+]/);
  const [base = "user"] = [mailbox, `${first_name}.${last_name}`, first_name]
    .map(asName)
    .filter((name) => Username.safeParse(name).success);
  const isFree = (name: string) => !refused.includes(name.toLowerCase());
  yield* [base, ...[2, 3, 4, 5].map((number) => `${base}${number}`)].filter(isFree);
  for (let tries = 0; tries < 5; tries += 1) yield `${base}-${newCode(6).toLowerCase()}`;
}

const asName = (text: string) =>
  text
    .normalize("NFC")
    .replaceAll(/[^\p{L}\p{N}\p{M}._-]/gu, "")
    .replace(/^[^\p{L}\p{N}]+/u, "")
    .replace(/[._-]+$/, "")
    .slice(0, 40)
    .toLowerCase();
