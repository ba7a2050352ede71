import type { Selectable } from "kysely";
import { sql } from "kysely";
import type { SocialProvider } from "#contract/social.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import type { Identity } from "./provider.ts";
import type { SocialAccountsTable } from "./tables.ts";

type Linked = Selectable<SocialAccountsTable>;

/** How long a user plausibly stays on a screen right after signing in. */
const freshMinutes = 10;

type Name = Pick<Identity, "provider" | "subject" | "issuer">;

const prefixOf = (issuer: string) => `${issuer} `;
/** The stored form. An issuer contains no space. */
const keptSubject = ({ subject, issuer }: Name) =>
  issuer === undefined ? subject : prefixOf(issuer) + subject;
export const isOfIssuer = (kept: string, issuer: string) => kept.startsWith(prefixOf(issuer));

export function createSocialRepository(db: Database) {
  const findOwner = async (name: Name, within: Trx | Database = db) =>
    (
      await within
        .selectFrom("social_accounts")
        .select("id_user")
        .where("provider", "=", name.provider)
        .where("subject", "=", keptSubject(name))
        .executeTakeFirst()
    )?.id_user;

  return {
    /** Finds the account here that this identity opens. */
    findOwner,

    list: (userId: number, within: Trx | Database = db): Promise<Linked[]> =>
      within
        .selectFrom("social_accounts")
        .selectAll()
        .where("id_user", "=", userId)
        .orderBy("created_at")
        .execute(),

    /**
     * Returns false when that identity already opens an account here, or this user has linked another of that provider.
     * A link with a former issuer of the settings is replaced.
     */
    async link(trx: Trx, userId: number, identity: Identity): Promise<boolean> {
      const { provider, issuer, label } = identity;
      if ((await findOwner(identity, trx)) !== undefined) return false;
      if (issuer !== undefined)
        await trx
          .deleteFrom("social_accounts")
          .where("id_user", "=", userId)
          .where("provider", "=", provider)
          .where(sql<boolean>`not starts_with(subject, ${prefixOf(issuer)})`)
          .execute();
      const made = await trx
        .insertInto("social_accounts")
        .values({ provider, subject: keptSubject(identity), id_user: userId, label })
        .onConflict((conflict) => conflict.doNothing())
        .returning("subject")
        .executeTakeFirst();
      return made !== undefined;
    },

    /** Whether the session began so recently that its user need not be asked for the password again. */
    async isFresh(sessionId: number): Promise<boolean> {
      const found = await db
        .selectFrom("sessions")
        .select("id")
        .where("id", "=", sessionId)
        .where("created_at", ">", sql<Date>`now() - make_interval(mins => ${freshMinutes})`)
        .executeTakeFirst();
      return found !== undefined;
    },

    async unlink(trx: Trx, userId: number, provider: SocialProvider): Promise<boolean> {
      const gone = await trx
        .deleteFrom("social_accounts")
        .where("id_user", "=", userId)
        .where("provider", "=", provider)
        .returning("subject")
        .executeTakeFirst();
      return gone !== undefined;
    },

    isEmailTaken: async (email: string, within: Trx | Database = db): Promise<boolean> =>
      (await within
        .selectFrom("users")
        .select("id")
        .where(sql`lower(email)`, "=", email.toLowerCase())
        .executeTakeFirst()) !== undefined,

    /** Locks the account until the transaction ends: two calls that remove a way in at once must not leave none. */
    hold: (trx: Trx, userId: number) =>
      trx
        .selectFrom("users")
        .select("password_hash")
        .where("id", "=", userId)
        .forUpdate()
        .executeTakeFirstOrThrow(),

    setPassword: (trx: Trx, userId: number, passwordHash: string) =>
      trx
        .updateTable("users")
        .set({ password_hash: passwordHash, password_changed_at: sql`now()`, updated_at: sql`now()` })
        .where("id", "=", userId)
        .execute(),
  };
}

export type SocialRepository = ReturnType<typeof createSocialRepository>;
