import { type RawBuilder, type Selectable, type SqlBool, sql } from "kysely";
import type { Database, Trx } from "#server/platform/database.ts";
import { likePattern, offsetOf, type Page, type PageRequest } from "#server/platform/paging.ts";
import { personName } from "#server/platform/person-name.ts";
import type { SessionUser } from "#server/platform/session.ts";
import type { UsersTable } from "../auth/tables.ts";
import { mayBeWrittenTo } from "./messages.policy.ts";
import type { MessagesTable } from "./tables.ts";

export type Person = Pick<Selectable<UsersTable>, "id" | "username" | "first_name" | "last_name" | "avatar">;

type ShownMessage = Pick<
  Selectable<MessagesTable>,
  | "id"
  | "type"
  | "sender_id"
  | "recipient_id"
  | "content"
  | "starred_by_sender"
  | "starred_by_recipient"
  | "created_at"
> & {
  readonly is_read: boolean;
  readonly is_deleted_by_sender: boolean;
  readonly is_deleted_by_recipient: boolean;
};

/** A message with its two users; messages of the same user share the object. */
export interface Row {
  readonly message: ShownMessage;
  readonly sender: Person | null;
  readonly recipient: Person;
}

export interface MessageFilter extends PageRequest {
  /** Received and sent; otherwise received only. */
  readonly both: boolean;
  /** Between the reader and this user only; 0 for the server. */
  readonly with?: number | undefined;
  readonly before?: number | undefined;
  readonly include_deleted?: boolean | undefined;
  readonly unread?: boolean | undefined;
  readonly starred?: boolean | undefined;
  readonly search?: string | undefined;
}

export type Mark = "read" | "unread" | "deleted" | "restored";

export function createMessagesRepository(db: Database) {
  return {
    /** Newest first. The total is computed only where pages are counted. */
    async list(userId: number, filter: MessageFilter, counted: boolean): Promise<Page<Row>> {
      const where = conditions(userId, filter);
      const [rows, total] = await Promise.all([
        select(
          db,
          sql`where ${where} order by m.id desc limit ${filter.per_page} offset ${offsetOf(filter)}`,
        ),
        counted
          ? sql<{ n: number }>`select count(*) as n from messages m where ${where}`.execute(db)
          : undefined,
      ]);
      return { rows, total: total?.rows[0]?.n ?? rows.length };
    },

    async one(id: number, source: Database | Trx = db): Promise<Row> {
      const [row] = await select(source, sql`where m.id = ${id}`);
      if (row === undefined) throw new Error(`There is no message ${id}.`);
      return row;
    },

    async unread(userId: number, source: Database | Trx = db): Promise<number> {
      const { rows } = await sql<{ n: number }>`
        select count(*) as n from messages
        where recipient_id = ${userId} and read_at is null and deleted_by_recipient_at is null`.execute(
        source,
      );
      return rows[0]?.n ?? 0;
    },

    ...recipientsIn(db),

    /**
     * Messages to one recipient are inserted one after the other: the ids of their inbox are the order in which they
     * become visible, so that "up to this one" is exact, and the count of unread ones is right.
     */
    async insert(
      trx: Trx,
      message: Pick<Selectable<MessagesTable>, "type" | "sender_id" | "recipient_id" | "content">,
    ): Promise<number> {
      await sql`select pg_advisory_xact_lock(${inboxLock}, ${message.recipient_id}::int)`.execute(trx);
      const { id } = await trx
        .insertInto("messages")
        .values(message)
        .returning("id")
        .executeTakeFirstOrThrow();
      return id;
    },

    /** Marks the caller's side of their own among these; returns all users whose inbox has changed. */
    async mark(trx: Trx, userId: number, ids: readonly number[], mark: Mark): Promise<Marked> {
      const { rows } = await marks[mark](userId, sql`id = any(${ids})`).execute(trx);
      return { rows };
    },

    /** All received messages up to a given one, or all of them. */
    async markAllRead(trx: Trx, userId: number, upTo: number | undefined): Promise<Marked> {
      const which = upTo === undefined ? sql`true` : sql`id <= ${upTo}`;
      const { rows } = await marks
        .read(userId, sql`deleted_by_recipient_at is null and ${which}`)
        .execute(trx);
      return { rows };
    },

    async deleteRead(trx: Trx, userId: number): Promise<Marked> {
      const { rows } = await sql<Ends>`
        update messages set deleted_by_recipient_at = now()
        where recipient_id = ${userId} and read_at is not null and not starred_by_recipient
          and deleted_by_recipient_at is null
        returning sender_id, recipient_id`.execute(trx);
      return { rows };
    },

    star: (trx: Trx, id: number, userId: number, starred: boolean | undefined) => {
      const next = (column: RawBuilder<unknown>) =>
        starred === undefined ? sql`not ${column}` : sql`${starred}`;
      const [mine, his] = [sql.ref("starred_by_recipient"), sql.ref("starred_by_sender")];
      return sql`
        update messages set
          starred_by_recipient = case when recipient_id = ${userId} then ${next(mine)} else starred_by_recipient end,
          starred_by_sender = case when sender_id = ${userId} then ${next(his)} else starred_by_sender end
        where id = ${id}`.execute(trx);
    },

    /** Messages deleted by both ends, or a system message deleted by its recipient, that many days ago. */
    async purge(days: number): Promise<void> {
      await sql`
        delete from messages
        where deleted_by_recipient_at < now() - make_interval(days => ${days})
          and (sender_id is null or deleted_by_sender_at < now() - make_interval(days => ${days}))`.execute(
        db,
      );
    },
  };
}

/** Permitted recipients. */
function recipientsIn(db: Database) {
  return {
    /** Users to whom the caller may write, by name. `only` limits it to one of them. */
    async recipients(
      caller: SessionUser,
      search: string,
      only: { readonly id?: number | undefined; readonly code?: string | undefined } = {},
    ): Promise<Person[]> {
      const { rows } = await sql<Person>`
        select ${person("u")} from users u
        where ${mayBeWrittenTo(caller)}
          ${only.id === undefined ? sql`` : sql`and u.id = ${only.id}`}
          ${only.code === undefined ? sql`` : sql`and u.code = ${only.code}`}
          ${search === "" ? sql`` : sql`and ${isNamed("u", search)}`}
        order by coalesce(nullif(${personName("u")}, ''), split_part(u.username, '@', 1)) collate "und-x-icu", u.id
        limit 20`.execute(db);
      return rows;
    },

    /** Those of these users to whom the caller may write. */
    async writable(caller: SessionUser, ids: readonly number[]): Promise<ReadonlySet<number>> {
      if (ids.length === 0) return new Set();
      const { rows } = await sql<{ id: number }>`
        select u.id from users u where u.id = any(${ids}) and ${mayBeWrittenTo(caller)}`.execute(db);
      return new Set(rows.map(({ id }) => id));
    },
  };
}

export type MessagesRepository = ReturnType<typeof createMessagesRepository>;

interface Ends {
  readonly sender_id: number | null;
  readonly recipient_id: number;
}
export interface Marked {
  readonly rows: readonly Ends[];
}

const inboxLock = 7_340_122;

const ends = sql`returning sender_id, recipient_id`;

/**
 * Only the recipient can mark as read; each end deletes and restores its own copy. Messages already in that state are
 * not changed.
 */
const marks: Readonly<Record<Mark, (userId: number, which: RawBuilder<unknown>) => RawBuilder<Ends>>> = {
  read: (userId, which) => sql<Ends>`
    update messages set read_at = now() where recipient_id = ${userId} and read_at is null and ${which} ${ends}`,
  unread: (userId, which) => sql<Ends>`
    update messages set read_at = null where recipient_id = ${userId} and read_at is not null and ${which} ${ends}`,
  deleted: (userId, which) => setDeleted(userId, which, sql`is null`, sql`now()`),
  restored: (userId, which) => setDeleted(userId, which, sql`is not null`, sql`null`),
};

function setDeleted(
  userId: number,
  which: RawBuilder<unknown>,
  isSo: RawBuilder<unknown>,
  value: RawBuilder<unknown>,
): RawBuilder<Ends> {
  return sql<Ends>`
    update messages set
      deleted_by_recipient_at = case when recipient_id = ${userId} then ${value} else deleted_by_recipient_at end,
      deleted_by_sender_at = case when sender_id = ${userId} then ${value} else deleted_by_sender_at end
    where ${which} and ((recipient_id = ${userId} and deleted_by_recipient_at ${isSo})
      or (sender_id = ${userId} and deleted_by_sender_at ${isSo})) ${ends}`;
}

/** By name or user name; a user name that is an email address is not searched. */
export function isNamed(table: string, search: string): RawBuilder<SqlBool> {
  const of = (column: string) => sql.ref(`${table}.${column}`);
  const pattern = likePattern(search);
  return sql<SqlBool>`(${of("first_name")} || ' ' || ${of("last_name")} ilike ${pattern}
    or (${of("username")} ilike ${pattern} and ${of("username")} not like '%@%'))`;
}

export const person = (table: string) =>
  sql.join(
    ["id", "username", "first_name", "last_name", "avatar"].map((column) => sql.ref(`${table}.${column}`)),
  );

/** The reader's messages in the table, except those they deleted. */
export function isMine(userId: number, { both = true, include_deleted = false }): RawBuilder<SqlBool> {
  const kept = (column: string) => (include_deleted ? sql`` : sql`and ${sql.ref(column)} is null`);
  const received = sql<SqlBool>`(m.recipient_id = ${userId} ${kept("m.deleted_by_recipient_at")})`;
  return both
    ? sql<SqlBool>`(${received} or (m.sender_id = ${userId} ${kept("m.deleted_by_sender_at")}))`
    : received;
}

/** Starred by this reader. */
export const isStarred = (userId: number) =>
  sql<SqlBool>`(m.recipient_id = ${userId} and m.starred_by_recipient or m.sender_id = ${userId} and m.starred_by_sender)`;

export const isUnread = (userId: number) =>
  sql<SqlBool>`(m.recipient_id = ${userId} and m.read_at is null and m.deleted_by_recipient_at is null)`;

function conditions(userId: number, filter: MessageFilter): RawBuilder<SqlBool> {
  const { both, include_deleted = false, unread, starred, search, before } = filter;
  const parts = [isMine(userId, { both, include_deleted })];
  if (filter.with === 0) parts.push(sql<SqlBool>`m.sender_id is null`);
  else if (filter.with !== undefined)
    parts.push(sql<SqlBool>`((m.recipient_id = ${userId} and m.sender_id = ${filter.with})
      or (m.sender_id = ${userId} and m.recipient_id = ${filter.with}))`);
  if (before !== undefined) parts.push(sql<SqlBool>`m.id < ${before}`);
  if (unread !== undefined) parts.push(unread ? isUnread(userId) : sql<SqlBool>`not ${isUnread(userId)}`);
  if (starred !== undefined) parts.push(starred ? isStarred(userId) : sql<SqlBool>`not ${isStarred(userId)}`);
  if (search !== undefined && search !== "") parts.push(sql<SqlBool>`m.content ilike ${likePattern(search)}`);
  return sql<SqlBool>`${sql.join(parts, sql` and `)}`;
}

/** Messages with their two users; `tail` is the rest of the statement. */
export async function select(source: Database | Trx, tail: RawBuilder<unknown>): Promise<Row[]> {
  // Three of the four times are read for whether they are set: up to 5000 rows need not parse them.
  const { rows: messages } = await sql<ShownMessage>`
    select m.id, m.type, m.sender_id, m.recipient_id, m.content, m.starred_by_sender, m.starred_by_recipient,
      m.created_at, m.read_at is not null as is_read, m.deleted_by_sender_at is not null as is_deleted_by_sender,
      m.deleted_by_recipient_at is not null as is_deleted_by_recipient
    from messages m ${tail}`.execute(source);
  // Each user once, however many messages are theirs.
  const ids = new Set(messages.flatMap(({ sender_id, recipient_id }) => [sender_id, recipient_id]));
  ids.delete(null);
  if (ids.size === 0) return [];
  const { rows: people } = await sql<Person>`
    select ${person("u")} from users u where u.id = any (${[...ids]}::bigint[])`.execute(source);
  const byId = new Map(people.map((one) => [one.id, one]));
  return messages.flatMap((message) => {
    const recipient = byId.get(message.recipient_id);
    // Deleted in between, with its messages.
    if (recipient === undefined) return [];
    const sender = message.sender_id === null ? null : (byId.get(message.sender_id) ?? null);
    return [{ message, sender, recipient }];
  });
}
