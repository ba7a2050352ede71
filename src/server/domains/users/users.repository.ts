import { type Expression, type RawBuilder, type Selectable, type SqlBool, sql } from "kysely";
import type { AccountState, userSorts } from "#contract/users.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import { likePattern, offsetOf, type Page, type PageRequest } from "#server/platform/paging.ts";
import { accountName } from "#server/platform/person-name.ts";
import type { Authorized } from "#server/platform/policy.ts";
import type { UsersTable } from "../auth/tables.ts";
import type { UserFilter } from "./user-filter.ts";
import type { UserSubject } from "./users.policy.ts";
import "#server/platform/activity.ts";

export type Account = Selectable<UsersTable>;

/** An account with what only a look at its sessions tells. */
export interface AccountSummary extends Account {
  readonly state: AccountState;
  readonly last_seen_at: Date | null;
  /** Of the whole list, on the rows of a page. */
  readonly total?: number;
}

export interface ActivityRow {
  readonly id: number;
  readonly action: string;
  readonly subject_kind: string | null;
  readonly id_subject: number | null;
  readonly subject_name: string;
  readonly changed: readonly string[];
  readonly address: string;
  readonly created_at: Date;
}

export function createUsersRepository(db: Database) {
  const summaries = (source: Database | Trx = db) =>
    source
      .selectFrom("users as u")
      .innerJoinLateral(lastSeen, (join) => join.onTrue())
      .selectAll("u")
      .select(["seen.last_seen_at", state.as("state")]);

  return {
    async list(filter: UserFilter): Promise<Page<AccountSummary>> {
      const found = summaries().where((where) => where.and(conditions(filter)));
      const rows = await found
        .select(sql<number>`count(*) over ()`.as("total"))
        .orderBy(order[filter.sort])
        .limit(filter.per_page)
        .offset(offsetOf(filter))
        .execute();
      // A page behind the last one has no row to tell.
      const total = rows[0]?.total ?? (filter.page === 1 ? 0 : await count(db, filter));
      return { rows, total };
    },

    summary: (id: number, source: Database | Trx = db): Promise<AccountSummary> =>
      summaries(source).where("u.id", "=", id).executeTakeFirstOrThrow(),

    /** The account as it is now, and stays until the transaction ends. NOT_FOUND for one that went meanwhile. */
    async locked(trx: Trx, id: number): Promise<Account> {
      const account = await trx
        .selectFrom("users")
        .selectAll()
        .where("id", "=", id)
        .where("deleted_at", "is", null)
        .forUpdate()
        .executeTakeFirst();
      if (account === undefined) throw new AppError("NOT_FOUND");
      return account;
    },

    /** An account that everybody may see: neither locked nor waiting to be taken up. */
    shown: (by: "id" | "code", key: number | string): Promise<Account | undefined> =>
      db
        .selectFrom("users")
        .selectAll()
        .where(by, "=", key)
        .where("locked_at", "is", null)
        .where("awaiting", "is", null)
        .executeTakeFirst(),

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
      // Whoever began to sign in with the old one does not finish.
      await trx.deleteFrom("sign_in_challenges").where("id_user", "=", id).execute();
    },

    /** Whether somebody else signs in with this text as his user name: names and addresses serve alike there. */
    isNameOfAnother: async (trx: Trx, id: number, text: string): Promise<boolean> => {
      const found = await trx
        .selectFrom("users")
        .select("id")
        .where(sql<SqlBool>`lower(username) = ${text.toLowerCase()}`)
        .where("id", "<>", id)
        .executeTakeFirst();
      return found !== undefined;
    },

    /** Which of the two belongs to an account in the bin, and so to nobody else before that is gone for good. */
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

    /** Super admins besides this one who can come in. One transaction at a time counts them. */
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

    /** Held to the end of the transaction: roles and locks change one after the other. */
    takeTurns: (trx: Trx) => sql`select pg_advisory_xact_lock(${rolesLock})`.execute(trx),

    async activity(
      userId: number,
      { search = "", ...request }: PageRequest & { readonly search?: string | undefined },
    ): Promise<Page<ActivityRow>> {
      const pattern = likePattern(search);
      const found = db
        .selectFrom("activity")
        .where("id_user", "=", userId)
        // Who came in when and from where is told by his sessions.
        .where("action", "not in", ["session.started", "session.ended"])
        .$if(search !== "", (query) =>
          query.where(sql<SqlBool>`(action ilike ${pattern} or subject_name ilike ${pattern})`),
        );
      const [rows, { total }] = await Promise.all([
        found
          .select(["id", "action", "subject_kind", "id_subject", "subject_name", "changed", "address"])
          .select("created_at")
          .orderBy("id", "desc")
          .limit(request.per_page)
          .offset(offsetOf(request))
          .execute(),
        found.select(sql<number>`count(*)`.as("total")).executeTakeFirstOrThrow(),
      ]);
      return { rows, total };
    },
  };
}

export type UsersRepository = ReturnType<typeof createUsersRepository>;

const rolesLock = 7_340_120;

const lastSeen = sql<{ last_seen_at: Date | null }>`(
  select max(s.last_seen_at) as last_seen_at from sessions s where s.id_user = u.id)`.as<"seen">(sql`seen`);

const state = sql<AccountState>`case
  when u.locked_at is not null then 'locked'
  when u.awaiting = 'invitation' then 'invited'
  when u.awaiting = 'activation' then 'unconfirmed'
  else 'active' end`;

const order: Record<(typeof userSorts)[number], RawBuilder<unknown>> = {
  name: sql`${accountName("u")} collate "und-x-icu", u.id`,
  created: sql`u.created_at desc, u.id desc`,
  seen: sql`seen.last_seen_at desc nulls last, u.id desc`,
  role: sql`array_position(array['super_admin', 'administrator', 'user'], u.role), lower(u.username), u.id`,
};

function conditions({ search, role, state: wanted }: UserFilter): Expression<SqlBool>[] {
  const list: Expression<SqlBool>[] = [sql<SqlBool>`u.deleted_at is null`];
  if (role !== undefined) list.push(sql<SqlBool>`u.role = ${role}`);
  if (wanted !== undefined) list.push(sql<SqlBool>`${state} = ${wanted}`);
  if (search !== undefined && search !== "") {
    const pattern = likePattern(search);
    list.push(
      sql<SqlBool>`(u.first_name || ' ' || u.last_name ilike ${pattern} or u.username ilike ${pattern}
        or u.email ilike ${pattern} or u.company ilike ${pattern})`,
    );
  }
  return list;
}

async function count(db: Database, filter: UserFilter): Promise<number> {
  const { total } = await db
    .selectFrom("users as u")
    .select(sql<number>`count(*)`.as("total"))
    .where((where) => where.and(conditions(filter)))
    .executeTakeFirstOrThrow();
  return total;
}
