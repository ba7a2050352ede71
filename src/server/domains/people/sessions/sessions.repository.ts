import { type Selectable, type SqlBool, sql } from "kysely";
import type { Database } from "#server/platform/database.ts";
import { likePattern, offsetOf, type Page, type PageRequest } from "#server/platform/paging.ts";
import type { SessionsTable, UsersTable } from "../auth/tables.ts";
import type { AccountAlertsTable } from "./tables.ts";

export type OpenSession = Pick<
  Selectable<SessionsTable>,
  "id" | "id_user" | "user_agent" | "address" | "remembered" | "created_at" | "last_seen_at" | "expires_at"
> &
  Pick<Selectable<UsersTable>, "username">;

export interface DeviceRow {
  readonly user_agent: string;
  readonly address: string;
  readonly current: boolean;
  readonly sessions: number;
  readonly first_seen_at: Date;
  readonly last_seen_at: Date;
}

export type AdminSessionRow = OpenSession &
  Pick<Selectable<SessionsTable>, "ended_at" | "end_reason"> &
  Pick<Selectable<UsersTable>, "first_name" | "last_name" | "avatar"> & {
    readonly is_expired: boolean;
    /** Of the whole list, on the rows of a page. */
    readonly total: number;
  };

export interface SessionFilter extends PageRequest {
  readonly search?: string | undefined;
  readonly id_user?: number | undefined;
  readonly active?: boolean | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Limit of the list of one's devices and alerts. */
const mostDevices = 50;
const mostAlerts = 100;

const fields = [
  "s.id",
  "s.id_user",
  "s.user_agent",
  "s.address",
  "s.remembered",
  "s.created_at",
  "s.last_seen_at",
  "s.expires_at",
  "u.username",
] as const;

const isOpen = sql<SqlBool>`(s.ended_at is null and s.expires_at > now())`;

export function createSessionsRepository(db: Database) {
  const withPerson = () => db.selectFrom("sessions as s").innerJoin("users as u", "u.id", "s.id_user");
  const filtered = (filter: SessionFilter) =>
    withPerson()
      .$if(filter.id_user !== undefined, (query) => query.where("s.id_user", "=", filter.id_user ?? 0))
      .$if(filter.active === true, (query) => query.where(isOpen))
      .$if(filter.active === false, (query) => query.where(sql<SqlBool>`not ${isOpen}`))
      // Those that were open at some time within the requested period.
      .$if(filter.from !== undefined, (query) =>
        query.where("s.last_seen_at", ">=", new Date(filter.from ?? 0)),
      )
      .$if(filter.to !== undefined, (query) => query.where("s.created_at", "<=", new Date(filter.to ?? 0)))
      .$if((filter.search ?? "") !== "", (query) => query.where(speaksOf(filter.search ?? "")));

  return {
    /** An open session. */
    open: (id: number): Promise<OpenSession | undefined> =>
      withPerson().select(fields).where("s.id", "=", id).where(isOpen).executeTakeFirst(),

    /** The open sessions of a user, last used first. */
    ofUser: (userId: number): Promise<OpenSession[]> =>
      withPerson()
        .select(fields)
        .where("s.id_user", "=", userId)
        .where(isOpen)
        .orderBy("s.last_seen_at", "desc")
        .orderBy("s.id", "desc")
        .execute(),

    /** Sessions of one browser are one device; those from before browsers were identified are grouped by user agent. */
    async devices(userId: number, currentId: number): Promise<DeviceRow[]> {
      const { rows } = await sql<DeviceRow>`
        select (array_agg(s.user_agent order by s.id desc))[1] as user_agent,
          (array_agg(s.address order by s.last_seen_at desc, s.id desc))[1] as address,
          bool_or(s.id = ${currentId}) as current,
          count(*) filter (where ${isOpen}) as sessions,
          min(s.created_at) as first_seen_at, max(s.last_seen_at) as last_seen_at
        from sessions s where s.id_user = ${userId}
        group by coalesce(encode(s.browser_hash, 'hex'), s.user_agent)
        order by max(s.last_seen_at) desc limit ${mostDevices}`.execute(db);
      return rows;
    },

    alerts: (userId: number): Promise<Selectable<AccountAlertsTable>[]> =>
      db
        .selectFrom("account_alerts")
        .selectAll()
        .where("id_user", "=", userId)
        .orderBy("id", "desc")
        .limit(mostAlerts)
        .execute(),

    async list(filter: SessionFilter): Promise<Page<AdminSessionRow>> {
      const rows = await filtered(filter)
        .select(fields)
        .select(["s.ended_at", "s.end_reason", "u.first_name", "u.last_name", "u.avatar"])
        .select([
          sql<boolean>`s.ended_at is null and s.expires_at <= now()`.as("is_expired"),
          sql<number>`count(*) over ()`.as("total"),
        ])
        .orderBy("s.last_seen_at", "desc")
        .orderBy("s.id", "desc")
        .limit(filter.per_page)
        .offset(offsetOf(filter))
        .execute();
      const [first] = rows;
      if (first !== undefined || filter.page === 1) return { rows, total: first?.total ?? 0 };
      // A page behind the last one has no row with the total.
      const { total } = await filtered(filter)
        .select(sql<number>`count(*)`.as("total"))
        .executeTakeFirstOrThrow();
      return { rows, total };
    },
  };
}

/** By user and by client address. */
function speaksOf(search: string) {
  const pattern = likePattern(search);
  return sql<SqlBool>`(u.username ilike ${pattern} or u.email ilike ${pattern}
    or concat_ws(' ', u.first_name, u.last_name) ilike ${pattern} or s.address ilike ${pattern})`;
}
