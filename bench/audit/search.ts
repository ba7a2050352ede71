import { sql } from "kysely";
import { limits } from "#contract/limits.ts";
import { createActivityLog } from "#server/domains/oversight/administration/activity-log.ts";
import type { Database } from "#server/platform/database.ts";
import { likePattern } from "#server/platform/paging.ts";
import { type Figure, ratioFigure, table } from "../lib/report.ts";
import { median } from "../lib/stats.ts";

export const LOG_LINES = 1_000_000;
const ROUNDS = 5;
const WRITES = 2000;

interface Searched {
  readonly search: string;
  /**
   * True for searches that the indexes are meant for; the others are texts that most entries contain, or that no
   * trigram index can find.
   */
  readonly isSelective: boolean;
}
const searches: readonly Searched[] = [
  { search: "mall 96547", isSelective: true },
  { search: "192.0.77.31", isSelective: true },
  { search: "surname1234", isSelective: true },
  { search: "nowhere", isSelective: true },
  { search: "مستشفى 98", isSelective: true },
  { search: "tower", isSelective: false },
  { search: "visit", isSelective: false },
  { search: "zq", isSelective: false },
];

export interface SearchMeasured {
  readonly figures: readonly Figure[];
  readonly detail: string;
}

/**
 * Measures page and total of a search in the activity log, and what its indexes cost a write. `write` returns
 * milliseconds per entry.
 */
export async function measureSearch(
  db: Database,
  write: (count: number) => Promise<number>,
): Promise<SearchMeasured> {
  const { withIndex, without } = await writeCosts(db, write);
  await seed(db);
  const log = createActivityLog(db);
  const measured: (Searched & { found: number; ms: number; plainMs: number })[] = [];
  for (const each of searches) {
    const times: number[] = [];
    const plains: number[] = [];
    let found = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      let total = 0;
      plains.push(await milliseconds(async () => (total = await plain(db, each.search))));
      times.push(
        await milliseconds(async () => {
          found = (await log.list({ part: "done", search: each.search, page: 1, per_page: 25 })).total;
        }),
      );
      const counted = Math.min(total, limits.log.counted);
      if (each.isSelective && found !== counted)
        throw new Error(`${found} lines with ${each.search} instead of ${counted}.`);
    }
    measured.push({ ...each, found, ms: median(times), plainMs: median(plains) });
  }
  const selective = measured.filter(({ isSelective }) => isSelective);
  const others = measured.filter(({ isSelective }) => !isSelective);
  const ratio = (list: typeof measured) => Math.max(...list.map(({ ms, plainMs }) => ms / plainMs));
  return {
    figures: [
      ratioFigure(
        "Slowest search with few matches, compared with reading every entry",
        ratio(selective),
        0.1,
      ),
      ratioFigure("Slowest search with many matches or of two letters, likewise", ratio(others), 0.8),
      ratioFigure(
        "An entry written with the indexes of the search, compared with one without",
        withIndex / without,
        1.25,
      ),
    ],
    detail: table(
      ["search", "matches", "ms", "reading every entry, ms"],
      measured.map(({ search, found, ms, plainMs }) => [
        search,
        found.toLocaleString("en"),
        ms.toFixed(1),
        plainMs.toFixed(0),
      ]),
    ),
  };
}

/** Alternates the two, since other work on the machine slows both down. */
async function writeCosts(db: Database, write: (count: number) => Promise<number>) {
  const { rows } = await sql<{ name: string; definition: string }>`
    select indexname as name, indexdef as definition from pg_indexes
    where indexname in ('activity_name', 'activity_address')`.execute(db);
  const times = { withIndex: [] as number[], without: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    times.withIndex.push(await write(WRITES));
    for (const { name } of rows) await sql`drop index ${sql.ref(name)}`.execute(db);
    times.without.push(await write(WRITES));
    for (const { definition } of rows) await sql.raw(definition).execute(db);
  }
  return { withIndex: median(times.withIndex), without: median(times.without) };
}

/** Total by the definition of a search, as queried before there was an index; its page read the same entries again. */
async function plain(db: Database, search: string): Promise<number> {
  const p = likePattern(search);
  const { rows } = await sql<{ total: number }>`/* planned each time */
    select count(*) as total from activity a
    where a.action ilike ${p} or a.subject_name ilike ${p} or a.address ilike ${p}
      or a.id_user in (select u.id from users u
        where coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.username, '') ilike ${p}
          or u.username ilike ${p} or u.email ilike ${p})
      or a.id_project in (select p.id from projects p where p.name ilike ${p})`.execute(db);
  return rows[0]?.total ?? 0;
}

/** A year of a busy installation: 2,000 accounts, 500 projects, 100,000 things in two languages. */
async function seed(db: Database): Promise<void> {
  await sql`
    insert into users (username, email, first_name, last_name, role)
    select 'user' || n, 'user' || n || '@example.org',
      (array['Omar', 'Lina', 'Sara', 'Khalid', 'عمر', 'ليلى'])[1 + n % 6], 'Surname' || n, 'user'
    from generate_series(1, 2000) n`.execute(db);
  await sql`
    insert into projects (code, name, description, location, year)
    select 'p' || lpad(n::text, 11, '0'), (array['Tower', 'Villa', 'برج', 'Mall'])[1 + n % 4] || ' ' || n, '', '', 2026
    from generate_series(1, 500) n`.execute(db);
  // Seals and webhooks are measured elsewhere; here they would dominate.
  await sql`alter table activity disable trigger user`.execute(db);
  await sql`
    with u as (select array_agg(id) as ids from users where username like 'user%'),
      p as (select array_agg(id) as ids from projects)
    insert into activity (id_user, action, subject_kind, id_subject, subject_name, address, id_project, created_at)
    select case when n % 10 > 0 then u.ids[1 + n * 7919::bigint % 2000] end,
      (array['visit.created', 'visit.changed', 'room.created', 'room.changed', 'session.started', 'snag.created',
        'snag.changed', 'sheet.created', 'project.changed', 'visit.exported'])[1 + n * 104729::bigint / 7 % 10],
      'visit', n % 100000,
      (array['Tower', 'Villa', 'Bridge', 'Mall', 'School', 'Hospital', 'Stadium', 'Warehouse', 'بُرج', 'مدرسة', 'مستشفى',
        'جسر'])[1 + n % 100000 * 7919::bigint / 7 % 12] || ' ' || n % 100000 || ' ' ||
        (array['north wing', 'roof', 'basement', 'façade', 'parking', 'الواجهة', 'السطح', 'lobby', 'shaft B-2',
        'القبو'])[1 + n % 100000 * 32452843::bigint / 7 % 10],
      '192.0.' || n * 31 % 256 || '.' || n * 17 % 250,
      case when n % 5 > 0 then p.ids[1 + n * 1299709::bigint % 500] end,
      now() - (${LOG_LINES} - n) * interval '30 seconds'
    from generate_series(1, ${LOG_LINES}) n, u, p`.execute(db);
  await sql`alter table activity enable trigger user`.execute(db);
  await sql`
    insert into log_words (field, word)
    select distinct w.field, w.word from activity t
      cross join lateral (values ('action', t.action), ('name', t.subject_name), ('address', t.address)) w (field, word)
    where w.word <> '' on conflict do nothing`.execute(db);
  await sql`vacuum analyze`.execute(db);
}

async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}
