import { type ColumnType, type Generated, type Selectable, sql, type Updateable } from "kysely";
import type { DiaryEntry, DiaryFields, DiaryWeather } from "#contract/diary.ts";
import { personJson } from "#server/domains/sites/projects/people.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { definedOnly } from "#server/platform/defined-only.ts";
import { personName } from "#server/platform/person-name.ts";
import "#server/domains/people/auth/tables.ts";
import "#server/domains/media/visits/tables.ts";
import "../snags/tables.ts";

type Json<T> = ColumnType<T, string | undefined, string>;

export interface DiaryEntriesTable {
  id: Generated<number>;
  guid: Generated<string>;
  id_project: number;
  /** Null when the account was deleted. */
  id_user: number | null;
  /** `2026-11-21`. */
  day: string;
  weather: Json<DiaryWeather>;
  people: Json<DiaryFields["people"]>;
  plant: Json<DiaryFields["plant"]>;
  deliveries: Json<DiaryFields["deliveries"]>;
  work: Generated<string>;
  delays: Json<DiaryFields["delays"]>;
  notes: Generated<string>;
  /** Snags deleted since are skipped on reading. */
  snags: Generated<number[]>;
  visits: Generated<number[]>;
  version: Generated<number>;
  closed_at: Generated<Date | null>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

interface DiaryPhotosTable {
  id: Generated<number>;
  id_entry: number;
  filename: string;
  image: string;
  thumbnail: string;
  /** Of the uploaded file, which is not stored; null for photos older than the column. */
  came_sha256: string | null;
  came_bytes: number | null;
  came_name: string | null;
  created_at: Generated<Date>;
}

interface DiaryCorrectionsTable {
  id: Generated<number>;
  id_entry: number;
  id_user: number | null;
  reason: string;
  /** False for values of a draft that a device sent late, and that were not applied. */
  is_applied: Generated<boolean>;
  changes: Json<DiaryEntry["corrections"][number]["changes"]>;
  created_at: Generated<Date>;
}

declare module "#server/platform/database.ts" {
  interface Tables {
    diary_entries: DiaryEntriesTable;
    diary_photos: DiaryPhotosTable;
    diary_corrections: DiaryCorrectionsTable;
  }
}

export type DiaryRow = Selectable<DiaryEntriesTable>;
type FullRow = Awaited<ReturnType<typeof fullEntries>>[number];

export type { FullRow as DiaryFullRow };

/** Entries of a day or of a whole project, in order of creation, with everything that belongs to them. */
export const fullEntries = (db: Database | Trx, projectId: number, days?: { from: string; to: string }) =>
  db
    .selectFrom("diary_entries as e")
    .leftJoin("users as u", "u.id", "e.id_user")
    .selectAll("e")
    .select([
      sql<string>`to_char(e.day, 'YYYY-MM-DD')`.as("day"),
      personJson("u").as("author"),
      sql<{ id: number; title: string; number: number }[]>`coalesce((select jsonb_agg(jsonb_build_object(
        'id', s.id, 'title', s.title, 'number', s.number) order by s.number)
        from snags s where s.id = any (e.snags) and s.id_project = e.id_project), '[]')`.as("snag_list"),
      sql<{ id: number; name: string; code: string }[]>`coalesce((select jsonb_agg(jsonb_build_object(
        'id', v.id, 'name', v.name, 'code', v.code) order by v.id)
        from visits v where v.id = any (e.visits) and v.id_project = e.id_project), '[]')`.as("visit_list"),
      sql<{ filename: string; image: string; thumbnail: string }[]>`coalesce((select jsonb_agg(
        jsonb_build_object('filename', f.filename, 'image', f.image, 'thumbnail', f.thumbnail) order by f.id)
        from diary_photos f where f.id_entry = e.id), '[]')`.as("photos"),
      sql<DiaryEntry["corrections"]>`coalesce((select jsonb_agg(jsonb_build_object(
        'at', to_char(c.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'reason', c.reason, 'is_applied', c.is_applied,
        'author', coalesce(${personName("w")}, ''), 'changes', c.changes) order by c.id)
        from diary_corrections c left join users w on w.id = c.id_user where c.id_entry = e.id), '[]')`.as(
        "corrections",
      ),
    ])
    .where("e.id_project", "=", projectId)
    .$if(days !== undefined, (query) =>
      query.where(sql<boolean>`e.day between ${days?.from ?? ""}::date and ${days?.to ?? ""}::date`),
    )
    .orderBy("e.day", "desc")
    .orderBy("e.id")
    .execute();

interface DayRow {
  readonly day: string;
  readonly weather: string;
  readonly entries: number;
  readonly closed: number;
  readonly people: number;
  readonly delay_hours: number;
  readonly photos: number;
  readonly total: number;
}

/** Days with entries, newest first. Drafts count as entries. */
export async function diaryDays(
  db: Database,
  projectId: number,
  { from, to, limit, offset }: { from: string; to: string; limit: number; offset: number },
): Promise<DayRow[]> {
  const { rows } = await sql<DayRow>`
    select to_char(e.day, 'YYYY-MM-DD') as day, coalesce(max(nullif(e.weather ->> 'text', '')), '') as weather,
      count(*)::int as entries, count(e.closed_at)::int as closed,
      coalesce(sum((select sum((p ->> 'count')::int) from jsonb_array_elements(e.people) p)), 0)::int as people,
      coalesce(sum((select sum((d ->> 'hours')::float) from jsonb_array_elements(e.delays) d)), 0)::float as delay_hours,
      coalesce(sum((select count(*) from diary_photos f where f.id_entry = e.id)), 0)::int as photos,
      (count(*) over ())::int as total
    from diary_entries e
    where e.id_project = ${projectId} and e.day between ${from}::date and ${to}::date
    group by e.day order by e.day desc limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

/**
 * Suggestions for the next entry: companies and trades of the last year, and the people listed in this user's last
 * entry.
 */
export async function namedBefore(db: Database, at: { id_project: number; id_user: number; day: string }) {
  const { rows } = await sql<{ companies: string[]; trades: string[]; before: Before | null }>`
    with named as (select p ->> 'company' as company, p ->> 'trade' as trade
      from diary_entries e, jsonb_array_elements(e.people) p
      where e.id_project = ${at.id_project} and e.day > now() - interval '1 year' limit 5000)
    select array(select distinct company from named where company <> '' order by 1 limit 200) as companies,
      array(select distinct trade from named where trade <> '' order by 1 limit 200) as trades,
      (select jsonb_build_object('day', to_char(e.day, 'YYYY-MM-DD'), 'people', e.people) from diary_entries e
        where e.id_project = ${at.id_project} and e.id_user = ${at.id_user} and e.day < ${at.day}::date
        order by e.day desc limit 1) as before`.execute(db);
  const [{ companies, trades, before } = { companies: [], trades: [], before: null }] = rows;
  return { companies, trades, before };
}
type Before = { readonly day: string; readonly people: DiaryFields["people"] };

/** Returns the user's own entry of a day, locked; created when there is none. Two concurrent devices get the same one. */
export async function holdOwn(
  trx: Trx,
  at: { id_project: number; id_user: number; day: string },
): Promise<DiaryRow> {
  await trx
    .insertInto("diary_entries")
    .values(at)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return trx
    .selectFrom("diary_entries")
    .selectAll()
    .select(sql<string>`to_char(day, 'YYYY-MM-DD')`.as("day"))
    .where("id_project", "=", at.id_project)
    .where("id_user", "=", at.id_user)
    .where(sql<boolean>`day = ${at.day}::date`)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** Drops empty lines. */
export function tidy(
  sent: Partial<{ [K in keyof DiaryFields]: DiaryFields[K] | undefined }>,
): Partial<DiaryFields> {
  const { people, plant, deliveries, delays, ...rest } = definedOnly(sent) as Partial<DiaryFields>;
  return {
    ...rest,
    ...(people && {
      people: people.filter(({ company, trade, count }) => company !== "" || trade !== "" || count > 0),
    }),
    ...(plant && { plant: plant.filter(({ name }) => name !== "") }),
    ...(deliveries && { deliveries: deliveries.filter(({ what }) => what !== "") }),
    ...(delays && { delays: delays.filter(({ hours, text }) => hours > 0 || text !== "") }),
  };
}

/** The stored form. */
export function stored({
  weather,
  people,
  plant,
  deliveries,
  delays,
  ...plain
}: Partial<DiaryFields>): Updateable<DiaryEntriesTable> {
  const lists = Object.entries({ weather, people, plant, deliveries, delays }).filter(
    ([, value]) => value !== undefined,
  );
  return { ...plain, ...Object.fromEntries(lists.map(([name, value]) => [name, JSON.stringify(value)])) };
}
