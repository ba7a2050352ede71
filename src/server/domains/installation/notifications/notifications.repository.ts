import { type Selectable, sql } from "kysely";
import type { Database, Trx } from "#server/platform/database.ts";
import type { StoredPreferences } from "./preferences.ts";
import type { NotificationsTable } from "./tables.ts";
import "#server/domains/people/auth/tables.ts";
import "./tables.ts";

export type NotificationRow = Omit<Selectable<NotificationsTable>, "id_user" | "fold">;

export interface NotificationFilter {
  readonly read?: boolean | undefined;
  readonly kind?: string | undefined;
  readonly before?: number | undefined;
  readonly limit: number;
}

/** One user's notifications. Every statement filters by the owner: another user's id finds nothing. */
export function createNotificationsRepository(db: Database) {
  return {
    list: (userId: number, { read, kind, before, limit }: NotificationFilter): Promise<NotificationRow[]> =>
      db
        .selectFrom("notifications")
        .select(["id", "type", "kind", "text", "values", "count", "link", "read_at", "created_at"])
        .where("id_user", "=", userId)
        .$if(read !== undefined, (query) => query.where("read_at", read === true ? "is not" : "is", null))
        .$if(kind !== undefined, (query) => query.where("kind", "=", kind ?? ""))
        .$if(before !== undefined, (query) => query.where("id", "<", before ?? 0))
        .orderBy("id", "desc")
        .limit(limit)
        .execute(),

    async unread(userId: number, source: Database | Trx = db): Promise<number> {
      const { count } = await source
        .selectFrom("notifications")
        .select(sql<number>`count(*)`.as("count"))
        .where("id_user", "=", userId)
        .where("read_at", "is", null)
        .executeTakeFirstOrThrow();
      return count;
    },

    /** Marks those of these that are not marked yet; all up to an id when none are given. Returns the number changed. */
    async mark(
      trx: Trx,
      userId: number,
      isRead: boolean,
      which: { readonly ids?: readonly number[]; readonly upTo?: number | undefined },
    ): Promise<number> {
      const { ids, upTo } = which;
      const { numUpdatedRows } = await trx
        .updateTable("notifications")
        .set({ read_at: isRead ? sql`now()` : null })
        .where("id_user", "=", userId)
        .where("read_at", isRead ? "is" : "is not", null)
        .$if(ids !== undefined, (query) => query.where("id", "in", ids ?? []))
        .$if(upTo !== undefined, (query) => query.where("id", "<=", upTo ?? 0))
        .executeTakeFirstOrThrow();
      return Number(numUpdatedRows);
    },

    /** Deletes these, or all that are read when none are given. Returns the number deleted. */
    async remove(trx: Trx, userId: number, ids?: readonly number[]): Promise<number> {
      const { numDeletedRows } = await trx
        .deleteFrom("notifications")
        .where("id_user", "=", userId)
        .$if(ids === undefined, (query) => query.where("read_at", "is not", null))
        .$if(ids !== undefined, (query) => query.where("id", "in", ids ?? []))
        .executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    },

    /** The user's stored preferences; `lock` keeps them locked until the end of the transaction. */
    async preferences(userId: number, source: Database | Trx = db, lock = false) {
      const { notification_preferences } = await source
        .selectFrom("users")
        .select("notification_preferences")
        .where("id", "=", userId)
        .$if(lock, (query) => query.forUpdate())
        .executeTakeFirstOrThrow();
      return notification_preferences;
    },

    setPreferences: (trx: Trx, userId: number, preferences: StoredPreferences) =>
      trx
        .updateTable("users")
        .set({ notification_preferences: JSON.stringify(preferences), updated_at: sql`now()` })
        .where("id", "=", userId)
        .execute(),
  };
}
