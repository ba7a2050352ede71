import { sql } from "kysely";
import { type SiteDays, siteDays, todayIn } from "#server/domains/sites/projects/site-days.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import type { SnagNews } from "./snag-news.ts";
import type { SnagRow } from "./snag-writes.ts";
import "#server/domains/sites/projects/tables.ts";
import "./tables.ts";

/** Days after which no overdue reminder is sent any more: the server was down, or the date is an old one. */
const STALE = 7;

/** Projects per transaction: all notifications of a project are sent together, and no snag stays locked for long. */
const batch = 10;

/** The job: reminds users of snags due by tomorrow, and again when the day has passed. Each once per date. */
export function createReminders(options: { db: Database; clock: Clock; news: SnagNews }) {
  const { db, clock, news } = options;

  const remindIn = (projects: readonly number[], mark: -1 | 1, today: SiteDays) =>
    db.transaction().execute(async (trx) => {
      const snags = await due(trx, mark, today)
        .selectAll("s")
        .where("s.id_project", "in", projects)
        .orderBy("s.id_project")
        .orderBy("s.number")
        .forUpdate("s")
        .skipLocked()
        .execute();
      if (snags.length === 0) return;
      await news.reminded(
        trx,
        mark === -1 ? "snag_due" : "snag_overdue",
        snags.map((snag) => [snag, [responsible(snag)]] as const),
      );
      // In the notification's transaction, so that a second run finds nothing to send.
      await trx
        .updateTable("snags")
        .set({ reminded: sql`array_append(reminded, ${mark})` })
        .where(
          "id",
          "in",
          snags.map(({ id }) => id),
        )
        .execute();
    });

  return async (signal?: AbortSignal): Promise<void> => {
    // Days are those of each project.
    const today = await siteDays(db, clock.now());
    for (const mark of [-1, 1] as const) {
      const rows = await due(db, mark, today)
        .select("s.id_project")
        .distinct()
        .orderBy("s.id_project")
        .execute();
      const projects = rows.map(({ id_project }) => id_project);
      for (let at = 0; at < projects.length; at += batch) {
        if (signal?.aborted === true) return;
        await remindIn(projects.slice(at, at + batch), mark, today);
      }
    }
  };
}

const due = (source: Database | Trx, mark: -1 | 1, days: SiteDays) =>
  source
    .selectFrom("snags as s")
    .innerJoin("projects as p", "p.id", "s.id_project")
    .where("p.deleted_at", "is", null)
    .where("p.active", "=", true)
    .where("s.status", "<>", "closed")
    .where(sql<boolean>`not s.reminded @> array[${mark}::int]`)
    .where(
      mark === -1
        ? sql<boolean>`s.due_date = ${todayIn(days)} + 1`
        : sql<boolean>`s.due_date between ${todayIn(days)} - ${STALE}::int and ${todayIn(days)} - 1`,
    );

/** The responsible user: the assignee, until they report it ready; then, or without an assignee, the author. */
const responsible = ({ status, id_assignee, id_user }: SnagRow): number | null =>
  status === "ready" ? id_user : (id_assignee ?? id_user);
