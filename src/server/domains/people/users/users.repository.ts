import { type Expression, type RawBuilder, type Selectable, type SqlBool, sql } from "kysely";
import type { AccountState, userSorts } from "#contract/users.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import { likePattern, offsetOf, type Page, type PageRequest } from "#server/platform/paging.ts";
import { accountName } from "#server/platform/person-name.ts";
import type { UsersTable } from "../auth/tables.ts";
import type { UserFilter } from "./user-filter.ts";
import "#server/platform/activity.ts";
import { accountWrites } from "./account-writes.repository.ts";

export type Account = Selectable<UsersTable>;

/** An account with fields that only its sessions provide. */
export interface AccountSummary extends Account {
  readonly state: AccountState;
  readonly last_seen_at: Date | null;
  /** Count of the whole list, repeated on each row of a page. */
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
      // A page past the last one has no row to carry the count.
      const total = rows[0]?.total ?? (filter.page === 1 ? 0 : await count(db, filter));
      return { rows, total };
    },

    summary: (id: number, source: Database | Trx = db): Promise<AccountSummary> =>
      summaries(source).where("u.id", "=", id).executeTakeFirstOrThrow(),

    /** Returns the account, locked until the transaction ends. Throws NOT_FOUND when it was deleted meanwhile. */
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

    /** A public account: neither locked nor waiting to be accepted. */
    shown: (by: "id" | "code", key: number | string): Promise<Account | undefined> =>
      db
        .selectFrom("users")
        .selectAll()
        .where(by, "=", key)
        .where("locked_at", "is", null)
        .where("awaiting", "is", null)
        .executeTakeFirst(),

    ...accountWrites(),

    async activity(
      userId: number,
      { search = "", ...request }: PageRequest & { readonly search?: string | undefined },
    ): Promise<Page<ActivityRow>> {
      const pattern = likePattern(search);
      const found = db
        .selectFrom("activity")
        .where("id_user", "=", userId)
        // Sign-ins, their times and addresses are shown by the sessions list.
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
