import { createHash } from "node:crypto";
import { CompiledQuery, sql } from "kysely";
import { limits } from "#contract/limits.ts";
import type { PlanFacts } from "#server/domains/money/plans/plan-wire.ts";
import { planFactsOf } from "#server/domains/money/plans/segments.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import type { Session } from "#server/platform/session.ts";
import {
  type Account,
  type Accounts,
  type PersonRecord,
  personColumns,
  type UserRecord,
} from "./accounts.ts";
import { effectiveRole } from "./rights.ts";
import type { Way } from "./tables.ts";

/** Eight letters that change with the password, on a table of users; the hash cannot be derived from them. */
const passwordMark = (alias: string) =>
  `left(encode(sha256(convert_to(coalesce(${alias}.password_hash, ''), 'UTF8')), 'hex'), 8)`;

/** The same for a table `users` with the alias `u`, as a part of a statement. */
export const markOfUser = sql.raw<string>(passwordMark("u"));

/** The same of one account. */
export const markOfPassword = (hash: string | null): string =>
  createHash("sha256")
    .update(hash ?? "")
    .digest("hex")
    .slice(0, 8);

/** The columns of a user, for a table `users` with the alias `u`. */
const personText = `${personColumns.map((column) => `u.${column}`).join(", ")},
    u.password_hash is not null as has_password, u.totp_enabled_at is not null as is_protected,
    ${passwordMark("u")} as mark,
    exists (select from autodesk_accounts a where a.id_user = u.id and a.refresh_until > now()) as has_autodesk`;
export const person = sql.raw(personText);

interface FoundSession extends Omit<Account, "super_admin" | "plan"> {
  readonly plan: PlanFacts | null;
  readonly id_session: number;
  readonly ended_at: Date | null;
  readonly end_reason: string | null;
  readonly expired: boolean;
  readonly locked: boolean;
  readonly stale: boolean;
}

/** Maximum lag of `last_seen_at`: the 30 s poll must not write a row each time. */
const seenEverySeconds = 60;

/** Complete, since it runs with every call: building a statement takes longer than running it. */
const sessionText = `
  select s.id as id_session, s.ended_at, s.end_reason,
    s.expires_at < now() or (not s.remembered
      and s.last_seen_at < now() - make_interval(hours => ${limits.session.idleHours})) as expired,
    u.locked_at is not null as locked,
    s.last_seen_at < now() - make_interval(secs => ${seenEverySeconds}) as stale,
    ${personText}, case when $2 then (${planFactsOf("u.id")}) end as plan
  from sessions s join users u on u.id = s.id_user
  where s.token_hash = $1`;
/** Asked by every open tab, with its user's plan. */
const poll = "GET /api/user";

export function createAuthRepository(db: Database) {
  return {
    ...accountsOf(db),

    findDemo: (): Promise<UserRecord | undefined> =>
      db
        .selectFrom("users")
        .selectAll()
        .where("is_demo", "=", true)
        .where("deleted_at", "is", null)
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

    startSession,

    /** Gives a live session a new token without extending it. Returns the seconds it has left. */
    renewSession: (id: number, tokenHash: Buffer, twoFactor?: boolean) =>
      db
        .updateTable("sessions")
        .set({ token_hash: tokenHash, ...(twoFactor === undefined ? {} : { two_factor: twoFactor }) })
        .where("id", "=", id)
        .where("ended_at", "is", null)
        .returning([
          "remembered",
          sql<number>`ceil(extract(epoch from expires_at - now()))::int`.as("seconds"),
        ])
        .executeTakeFirst(),

    endSession: (trx: Trx, id: number, reason: "logout" | "revoked" | "forced") =>
      trx
        .updateTable("sessions")
        .set({ ended_at: sql`now()`, end_reason: reason })
        .where("id", "=", id)
        .where("ended_at", "is", null)
        .execute(),

    async findSession(
      tokenHash: Buffer,
      call = "",
    ): Promise<(Session & { user: Account }) | "ended" | undefined> {
      const isPoll = call === poll;
      const { rows } = await db.executeQuery<FoundSession>(
        CompiledQuery.raw(sessionText, [tokenHash, isPoll]),
      );
      const [row] = rows;
      if (row === undefined || row.expired || row.end_reason === "logout") return undefined;
      if (row.ended_at !== null || row.locked) return "ended";
      if (row.stale)
        await db
          .updateTable("sessions")
          .set({ last_seen_at: sql`now()` })
          .where("id", "=", row.id_session)
          .execute();
      const role = effectiveRole(row);
      if (role === "guest") return undefined;
      const { id_session, plan, ...found } = row;
      const user = { ...found, ...(isPoll && { plan }), role, super_admin: role === "super_admin" };
      return { id: id_session, user };
    },
  };
}

const accountsOf = (db: Database): Accounts => ({
  findByName: (name: string): Promise<UserRecord | undefined> =>
    db
      .selectFrom("users")
      .selectAll()
      .where((where) =>
        where.or([
          where(sql`lower(username)`, "=", sql<string>`lower(${name})`),
          where(sql`lower(email)`, "=", sql<string>`lower(${name})`),
        ]),
      )
      .executeTakeFirst(),

  findById: (id: number): Promise<UserRecord | undefined> =>
    db.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirst(),

  async findAccount(id: number): Promise<Account | undefined> {
    const { rows } = await sql<PersonRecord>`
      select ${person} from users u where u.id = ${id} and u.locked_at is null and u.deleted_at is null`.execute(
      db,
    );
    const [row] = rows;
    if (row === undefined) return undefined;
    const role = effectiveRole(row);
    return role === "guest" ? undefined : { ...row, role, super_admin: role === "super_admin" };
  },
});

const startSession = (
  trx: Trx,
  session: {
    tokenHash: Buffer;
    browserHash: Buffer | null;
    userId: number;
    way: Way;
    twoFactor: boolean;
    remembered: boolean;
    seconds: number;
    userAgent: string;
    address: string;
  },
) =>
  trx
    .insertInto("sessions")
    .values({
      token_hash: session.tokenHash,
      browser_hash: session.browserHash,
      way: session.way,
      two_factor: session.twoFactor,
      id_user: session.userId,
      remembered: session.remembered,
      user_agent: session.userAgent.slice(0, 400),
      address: session.address,
      // The database's clock decides, so that nodes with different clocks agree.
      expires_at: sql<Date>`now() + make_interval(secs => ${session.seconds})`,
      ended_at: null,
      end_reason: null,
    })
    .execute();

export type AuthRepository = ReturnType<typeof createAuthRepository>;
