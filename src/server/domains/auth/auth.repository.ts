import { type Selectable, sql } from "kysely";
import type { Database, Trx } from "#server/platform/database.ts";
import type { Session } from "#server/platform/session.ts";
import type { UsersTable } from "./tables.ts";

export type UserRecord = Selectable<UsersTable>;

/** How far `last_seen_at` may lag: the 30 s poll must not write a row each time. */
const seenEverySeconds = 60;

export function createAuthRepository(db: Database) {
  return {
    findByName: (name: string): Promise<UserRecord | undefined> =>
      db
        .selectFrom("users")
        .selectAll()
        .where((where) =>
          where.or([
            where(sql`lower(username)`, "=", name.toLowerCase()),
            where(sql`lower(email)`, "=", name.toLowerCase()),
          ]),
        )
        .executeTakeFirst(),

    findById: (id: number): Promise<UserRecord | undefined> =>
      db.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirst(),

    findDemo: (): Promise<UserRecord | undefined> =>
      db
        .selectFrom("users")
        .selectAll()
        .where("is_demo", "=", true)
        .orderBy("id")
        .limit(1)
        .executeTakeFirst(),

    hasSuperAdmin: async (): Promise<boolean> =>
      (await db
        .selectFrom("users")
        .select("id")
        .where("role", "=", "super_admin")
        .limit(1)
        .executeTakeFirst()) !== undefined,

    setLanguage: (id: number, language: "en" | "ar") =>
      db.updateTable("users").set({ language, updated_at: sql`now()` }).where("id", "=", id).execute(),

    startSession: (session: {
      tokenHash: Buffer;
      userId: number;
      remembered: boolean;
      seconds: number;
      userAgent: string;
      address: string;
    }) =>
      db
        .insertInto("sessions")
        .values({
          token_hash: session.tokenHash,
          id_user: session.userId,
          remembered: session.remembered,
          user_agent: session.userAgent.slice(0, 400),
          address: session.address,
          // The database's clock decides, so that nodes with different clocks agree.
          expires_at: sql<Date>`now() + make_interval(secs => ${session.seconds})`,
          ended_at: null,
          end_reason: null,
        })
        .execute(),

    endSession: (trx: Trx, id: number, reason: "logout" | "revoked" | "forced") =>
      trx
        .updateTable("sessions")
        .set({ ended_at: sql`now()`, end_reason: reason })
        .where("id", "=", id)
        .where("ended_at", "is", null)
        .execute(),

    async findSession(tokenHash: Buffer): Promise<Session | "ended" | undefined> {
      const row = await db
        .selectFrom("sessions as s")
        .innerJoin("users as u", "u.id", "s.id_user")
        .select(["s.id", "s.ended_at", "s.end_reason", "u.id as userId", "u.role", "u.is_demo", "u.language"])
        .select(sql<boolean>`s.expires_at < now()`.as("expired"))
        .select(sql<boolean>`s.last_seen_at < now() - make_interval(secs => ${seenEverySeconds})`.as("stale"))
        .where("s.token_hash", "=", tokenHash)
        .executeTakeFirst();
      if (row === undefined || row.expired || row.end_reason === "logout") return undefined;
      if (row.ended_at !== null) return "ended";
      if (row.stale)
        await db.updateTable("sessions").set({ last_seen_at: sql`now()` }).where("id", "=", row.id).execute();
      const { userId, role, is_demo, language } = row;
      return {
        id: row.id,
        user: { id: userId, role, super_admin: role === "super_admin", is_demo, language },
      };
    },
  };
}

export type AuthRepository = ReturnType<typeof createAuthRepository>;
