import { type SqlBool, sql } from "kysely";
import type { Database } from "#server/platform/database.ts";
import { likePattern, offsetOf, type Page, type PageRequest } from "#server/platform/paging.ts";
import { isMine, isNamed, isStarred, isUnread, type Row, select } from "./messages.repository.ts";

export interface ConversationFilter extends PageRequest {
  readonly search?: string | undefined;
  readonly include_deleted?: boolean | undefined;
  readonly unread?: boolean | undefined;
  readonly starred?: boolean | undefined;
  /** With this user only; 0 for the server. */
  readonly with?: number | undefined;
}

export interface ConversationRow {
  /** Id of the other user; 0 for the server. */
  readonly peer: number;
  readonly last: Row;
  readonly unread: number;
}

interface Found {
  readonly peer: number;
  readonly id: number;
  readonly unread: number;
  readonly total: number;
}

/**
 * Conversation partners, newest first. A filter selects messages, and a conversation is represented by the newest of
 * those: a search for a word shows its message, a filter for stars the starred one. A matching name includes all
 * messages with its user.
 */
export async function findConversations(
  db: Database,
  userId: number,
  { search = "", include_deleted = false, unread, starred, with: peer, ...request }: ConversationFilter,
): Promise<Page<ConversationRow>> {
  const asked = [
    ...(unread === undefined ? [] : [unread ? sql<SqlBool>`m.is_unread` : sql<SqlBool>`not m.is_unread`]),
    ...(starred === undefined ? [] : [starred ? sql<SqlBool>`m.is_starred` : sql<SqlBool>`not m.is_starred`]),
    ...(search === ""
      ? []
      : [sql<SqlBool>`(m.content ilike ${likePattern(search)} or ${isNamed("u", search)})`]),
    ...(peer === undefined ? [] : [sql<SqlBool>`m.peer = ${peer}`]),
  ];
  const { rows } = await sql<Found>`
    with mine as materialized (
      select m.id, m.content, ${isUnread(userId)} as is_unread, ${isStarred(userId)} as is_starred,
        coalesce(case when m.recipient_id = ${userId} then m.sender_id else m.recipient_id end, 0) as peer
      from messages m where ${isMine(userId, { include_deleted })}
    ), found as (
      select m.peer, max(m.id) as id from mine m left join users u on u.id = m.peer
      where ${asked.length === 0 ? sql`true` : sql.join(asked, sql` and `)}
      group by m.peer
    )
    select f.peer, f.id, count(*) over () as total,
      (select count(*) from mine m where m.peer = f.peer and m.is_unread) as unread
    from found f order by f.id desc limit ${request.per_page} offset ${offsetOf(request)}`.execute(db);
  if (rows.length === 0) return { rows: [], total: 0 };
  const lasts = await select(db, sql`where m.id = any(${rows.map(({ id }) => id)})`);
  const byId = new Map(lasts.map((row) => [row.message.id, row]));
  const shown = rows.flatMap(({ peer: who, id, unread: count }) => {
    const last = byId.get(id);
    return last === undefined ? [] : [{ peer: who, last, unread: count }];
  });
  return { rows: shown, total: rows[0]?.total ?? 0 };
}
