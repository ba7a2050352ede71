import { sql } from "kysely";
import type { Database } from "#server/platform/database.ts";
import { popular } from "./popular.ts";
import "./tables.ts";

/** Limit of recent searches kept and shown, and of terms per user that count towards popular ones. */
const kept = { recent: 10, terms: 100 };

export function createRecent(db: Database) {
  const list = async (userId: number): Promise<string[]> => {
    const rows = await db
      .selectFrom("search_recent")
      .select("text")
      .where("id_user", "=", userId)
      .orderBy("searched_at", "desc")
      .limit(kept.recent)
      .execute();
    return rows.map(({ text }) => text);
  };

  return {
    list,

    /** Newest first; the same words in another spelling replace the old ones. */
    async remember(userId: number, text: string): Promise<void> {
      await db.transaction().execute(async (trx) => {
        const norm = sql<string>`app_norm(${text})`;
        const now = sql<Date>`clock_timestamp()`;
        for (const [table, count] of [
          ["search_recent", kept.recent],
          ["search_terms", kept.terms],
        ] as const) {
          await trx
            .insertInto(table)
            .values({ id_user: userId, norm, text })
            .onConflict((conflict) =>
              conflict.columns(["id_user", "norm"]).doUpdateSet({ text, searched_at: now }),
            )
            .execute();
          await sql`delete from ${sql.table(table)} where id_user = ${userId} and norm in (
            select norm from ${sql.table(table)} where id_user = ${userId}
            order by searched_at desc offset ${count})`.execute(trx);
        }
      });
    },

    /** Deletes one term, or all; they no longer count towards popular ones either. */
    async forget(userId: number, text: string | undefined): Promise<void> {
      for (const table of ["search_recent", "search_terms"] as const)
        await db
          .deleteFrom(table)
          .where("id_user", "=", userId)
          .$if(text !== undefined, (query) => query.where("norm", "=", sql<string>`app_norm(${text})`))
          .execute();
    },

    /** The user's own searches with this beginning. */
    async beginning(userId: number, norm: string, count: number): Promise<string[]> {
      const rows = await db
        .selectFrom("search_recent")
        .select("text")
        .where("id_user", "=", userId)
        .where(sql<boolean>`starts_with(norm, ${norm})`)
        .orderBy("searched_at", "desc")
        .limit(count)
        .execute();
      return rows.map(({ text }) => text);
    },

    async prune(): Promise<void> {
      await sql`delete from search_terms
        where searched_at < now() - make_interval(days => ${popular.days})`.execute(db);
    },
  };
}
