import { type Selectable, sql } from "kysely";
import { limits } from "#contract/limits.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import { personName } from "#server/platform/person-name.ts";
import type { Word } from "./levels.ts";
import type { ProgressEntriesTable } from "./tables.ts";
import "#server/domains/people/auth/tables.ts";
import "#server/domains/sites/projects/tables.ts";
import "#server/domains/media/sheets/tables.ts";
import "../snags/tables.ts";
import "#server/domains/media/visits/tables.ts";
import "#server/media/tables.ts";
import "./tables.ts";
import { seenProgress } from "./seen-progress.repository.ts";

export type EntryRow = Selectable<ProgressEntriesTable> & { readonly user_name: string };

/** A part of the site on a day. */
type Part = Pick<EntryRow, "id_project" | "id_sheet" | "place" | "on_date">;

export interface VisitOnLine {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly visit_date: Date;
  readonly room_count: number;
  readonly cover_sha256: string | null;
}

export interface SnagWeek {
  /** Monday of the week. */
  readonly week: string;
  readonly opened: number;
  readonly closed: number;
  /** At the end of the week, or on the last day that is viewed. */
  readonly open: number;
}

const entriesIn = (source: Database | Trx) =>
  source
    .selectFrom("progress_entries as e")
    .leftJoin("users as u", "u.id", "e.id_user")
    .selectAll("e")
    .select(sql<string>`coalesce(${personName("u")}, '')`.as("user_name"));

export function createProgressRepository(db: Database) {
  return {
    /** Oldest first; entries of one day in the order in which they were written. */
    words: (projectId: number, until: string): Promise<Word[]> =>
      db
        .selectFrom("progress_entries")
        .select(["id_sheet", "place", "percent", "on_date"])
        .where("id_project", "=", projectId)
        .where("on_date", "<=", until)
        .orderBy("on_date")
        .orderBy("id")
        .execute(),

    ...seenProgress(db),

    /** Newest first. */
    entries: (projectId: number): Promise<EntryRow[]> =>
      entriesIn(db)
        .where("e.id_project", "=", projectId)
        .orderBy("e.on_date", "desc")
        .orderBy("e.id", "desc")
        .limit(limits.progress.shown)
        .execute(),

    /** Undefined for one that was deleted. */
    entry: (id: number): Promise<EntryRow | undefined> =>
      entriesIn(db).where("e.id", "=", id).executeTakeFirst(),

    sheet: (projectId: number, id: number): Promise<{ name: string } | undefined> =>
      db
        .selectFrom("sheets")
        .select("name")
        .where("id", "=", id)
        .where("id_project", "=", projectId)
        .executeTakeFirst(),

    /**
     * Writes an entry, replacing the one for the same part and day. Throws PROGRESS_FULL when the project is at its
     * limit.
     */
    async tell(trx: Trx, values: Word & { readonly id_project: number; note: string; id_user: number }) {
      // Serializes concurrent writers, so that each counts the other's entry.
      await sql`select from projects where id = ${values.id_project} for no key update`.execute(trx);
      const { rows } = await sql<{ id: number }>`
        insert into progress_entries (id_project, id_sheet, place, percent, on_date, note, id_user)
        values (${values.id_project}, ${values.id_sheet}, ${values.place}, ${values.percent}, ${values.on_date}::date,
          ${values.note}, ${values.id_user})
        on conflict (id_project, coalesce(id_sheet, 0), lower(place), on_date) do update set place = excluded.place,
          percent = excluded.percent, note = excluded.note, id_user = excluded.id_user, updated_at = now()
        returning id`.execute(trx);
      const { count } = await trx
        .selectFrom("progress_entries")
        .select(sql<number>`count(*)`.as("count"))
        .where("id_project", "=", values.id_project)
        .executeTakeFirstOrThrow();
      const most = limits.progress.entries;
      if (count > most) throw new AppError("PROGRESS_FULL", { values: { n: most } });
      return rows[0]?.id ?? 0;
    },

    /** True when another entry exists for the same part and day. */
    async isTaken(trx: Trx, entry: Word & { readonly id: number; readonly id_project: number }) {
      const other = await trx
        .selectFrom("progress_entries")
        .select("id")
        .where("id_project", "=", entry.id_project)
        .where(sql<boolean>`coalesce(id_sheet, 0) = ${entry.id_sheet ?? 0}`)
        .where(sql<boolean>`lower(place) = lower(${entry.place})`)
        .where("on_date", "=", entry.on_date)
        .where("id", "<>", entry.id)
        .executeTakeFirst();
      return other !== undefined;
    },

    async change(trx: Trx, id: number, values: Partial<Pick<EntryRow, "percent" | "on_date" | "note">>) {
      await trx
        .updateTable("progress_entries")
        .set({ ...values, updated_at: sql`now()` })
        .where("id", "=", id)
        .execute();
    },

    remove: (trx: Trx, id: number) => trx.deleteFrom("progress_entries").where("id", "=", id).execute(),
  };
}

/** The entry of the same part and day, and the project locked against concurrent writers; undefined if there is none. */
export async function holdEntry(
  trx: Trx,
  { id_project, id_sheet, place, on_date }: Part,
): Promise<EntryRow | undefined> {
  await sql`select from projects where id = ${id_project} for no key update`.execute(trx);
  return entriesIn(trx)
    .where("e.id_project", "=", id_project)
    .where(sql<boolean>`coalesce(e.id_sheet, 0) = ${id_sheet ?? 0}`)
    .where(sql<boolean>`lower(e.place) = lower(${place})`)
    .where(sql<boolean>`e.on_date = ${on_date}::date`)
    .executeTakeFirst();
}
