import { sql } from "kysely";
import type { ReportSection } from "#contract/owner-reports.limits.ts";
import { reportLimits as limits } from "#contract/owner-reports.limits.ts";
import type { ReportFigures } from "#contract/owner-reports.ts";
import type { Trx } from "#server/platform/database.ts";
import { addDays, daysBetween, instantAt } from "#server/platform/site-time.ts";
import { loadCoverage } from "../coverage/coverage.state.ts";
import { createLevels, type Word } from "../progress/levels.ts";
import { scheduleStanding } from "../schedules/standing.ts";

/** The days of a report. */
export interface ReportSpan {
  readonly id_project: number;
  readonly zone: string;
  /** First and last day. */
  readonly from: string;
  readonly to: string;
  /** The last day was not over when the figures were frozen: a report sent by hand. */
  readonly isOpen: boolean;
  readonly now: Date;
}

/** Start of the first day, and end of the last one, or now. */
const boundsOf = ({ from, to, zone, isOpen, now }: ReportSpan) => ({
  start: instantAt(from, 0, zone),
  end: isOpen ? now : instantAt(addDays(to, 1), 0, zone),
  /** The first day on which something due on an earlier one is overdue. */
  today: isOpen ? to : addDays(to, 1),
});

/** All figures of the selected sections, read in one transaction. */
export async function readFigures(
  trx: Trx,
  span: ReportSpan,
  sections: readonly ReportSection[],
): Promise<ReportFigures> {
  const has = (section: ReportSection) => sections.includes(section);
  return {
    visits: has("changes") ? await visitsOf(trx, span) : null,
    progress: has("progress") ? await progressOf(trx, span) : null,
    snags: has("snags") ? await snagsOf(trx, span) : null,
    coverage: has("coverage") ? await coverageOf(trx, span) : null,
    cameras: has("cameras") ? await camerasOf(trx, span) : null,
    schedule: has("schedule") ? await scheduleOf(trx, span) : null,
    diary: has("diary") ? await diaryOf(trx, span) : null,
  };
}

type Figures<K extends keyof ReportFigures> = NonNullable<ReportFigures[K]>;

async function visitsOf(trx: Trx, span: ReportSpan): Promise<Figures<"visits">> {
  const { start, end } = boundsOf(span);
  const { rows } = await sql<{ visits: number; rooms: number; last: string | null }>`
    select count(*)::int as visits, coalesce(sum(f.rooms), 0)::int as rooms,
      (array_agg(v.name order by v.visit_date desc, v.id desc))[1] as last
    from visits v cross join lateral (select count(*) as rooms from rooms r where r.id_visit = v.id) f
    where v.id_project = ${span.id_project} and v.deleted_at is null
      and v.visit_date >= ${start} and v.visit_date < ${end}`.execute(trx);
  return rows[0] ?? { visits: 0, rooms: 0, last: null };
}

async function progressOf(trx: Trx, span: ReportSpan): Promise<Figures<"progress">> {
  const { rows: sheets } = await sql<{ id: number; name: string }>`
    select id, case when floor = '' then name else floor || ' · ' || name end as name
    from sheets where id_project = ${span.id_project} order by position, id`.execute(trx);
  const { rows: words } = await sql<Word>`
    select id_sheet, place, percent, to_char(on_date, 'YYYY-MM-DD') as on_date from progress_entries
    where id_project = ${span.id_project} and on_date <= ${span.to}::date order by on_date, id`.execute(trx);
  const levelsBy = (day: string) => {
    const levels = createLevels(sheets.map(({ id }) => id));
    for (const word of words) if (word.on_date <= day) levels.tell(word);
    return levels.now();
  };
  const [now, before] = [levelsBy(span.to), levelsBy(addDays(span.from, -1))];
  const whole = (percent: number | null | undefined) => (percent == null ? null : Math.round(percent));
  return {
    percent: whole(now.percent),
    before: whole(before.percent),
    floors: sheets.flatMap(({ id, name }) => {
      const at = (levels: typeof now) => whole(levels.floors.find((floor) => floor.id_sheet === id)?.percent);
      const percent = at(now);
      return percent === null ? [] : [{ id_sheet: id, name, percent, before: at(before) }];
    }),
  };
}

interface TradeRow {
  readonly trade: string;
  readonly opened: number;
  readonly closed: number;
  readonly open: number;
  readonly overdue: number;
}

const none = { opened: 0, closed: 0, open: 0, overdue: 0 };
const added = (sum: typeof none, { opened, closed, open, overdue }: typeof none) => ({
  opened: sum.opened + opened,
  closed: sum.closed + closed,
  open: sum.open + open,
  overdue: sum.overdue + overdue,
});

async function snagsOf(trx: Trx, span: ReportSpan): Promise<Figures<"snags">> {
  const { start, end, today } = boundsOf(span);
  // A snag imported from elsewhere may have been closed before it came here.
  const closedAt = sql`greatest(s.closed_at, s.created_at)`;
  const isOpen = sql`(s.closed_at is null or ${closedAt} >= ${end})`;
  const all = sql`snags s where s.id_project = ${span.id_project} and s.created_at < ${end}`;
  const { rows: trades } = await sql<TradeRow>`
    select min(s.trade) as trade, (count(*) filter (where s.created_at >= ${start}))::int as opened,
      (count(*) filter (where ${closedAt} >= ${start} and ${closedAt} < ${end} and s.closed_at is not null))::int
        as closed,
      (count(*) filter (where ${isOpen}))::int as open,
      (count(*) filter (where ${isOpen} and s.due_date < ${today}::date))::int as overdue
    from ${all} group by lower(s.trade) order by open desc, opened desc, closed desc, 1`.execute(trx);
  const { rows: median } = await sql<{ days: number | null }>`
    select round((percentile_cont(0.5) within group (order by extract(epoch from ${closedAt} - s.created_at)
      / 86400))::numeric, 1)::float8 as days
    from ${all} and s.closed_at is not null and ${closedAt} >= ${start} and ${closedAt} < ${end}`.execute(
    trx,
  );
  const { rows: late } = await sql<{ id: number; number: number; title: string; due: string }>`
    select s.id, s.number, s.title, to_char(s.due_date, 'YYYY-MM-DD') as due
    from ${all} and ${isOpen} and s.due_date < ${today}::date
    order by s.due_date, s.number limit ${limits.lines}`.execute(trx);
  const moved = trades.filter((one) => one.open + one.opened + one.closed > 0);
  const named = moved.filter(({ trade }) => trade !== "");
  const shown = named.slice(0, limits.lines);
  const rest = moved.filter((one) => !shown.includes(one)).reduce(added, none);
  return {
    ...moved.reduce(added, none),
    days_to_close: median[0]?.days ?? null,
    trades: [...shown, ...(rest.open + rest.opened + rest.closed > 0 ? [{ trade: "", ...rest }] : [])],
    late: late.map((snag) => ({ ...snag, days: daysBetween(snag.due, today) })),
  };
}

async function coverageOf(trx: Trx, span: ReportSpan): Promise<Figures<"coverage">> {
  const { spots } = await loadCoverage(trx, span.id_project, { now: span.now, day: span.to });
  const { rows: sheets } = await sql<{ id: number; name: string }>`
    select id, coalesce(nullif(floor, ''), name) as name from sheets
    where id_project = ${span.id_project}`.execute(trx);
  const wanted = spots.filter(({ is_on }) => is_on);
  const isDue = ({ state }: { readonly state: string }) => state === "due" || state === "overdue";
  const unseen = wanted
    .filter(isDue)
    .map(({ name, id_sheet, photo }) => ({
      name,
      floor: sheets.find(({ id }) => id === id_sheet)?.name ?? "",
      last: photo?.day ?? null,
      days: photo === undefined ? null : daysBetween(photo.day, span.to),
    }))
    .toSorted((a, b) => (b.days ?? Infinity) - (a.days ?? Infinity) || a.name.localeCompare(b.name));
  return {
    spots: wanted.length,
    seen: wanted.filter(({ photo }) => photo !== undefined && photo.day >= span.from).length,
    due: wanted.filter(({ state }) => state === "due").length,
    overdue: wanted.filter(({ state }) => state === "overdue").length,
    unseen: unseen.slice(0, limits.lines),
  };
}

/** Those that are offline first: with more cameras than lines they are the ones to name. */
async function camerasOf(trx: Trx, span: ReportSpan): Promise<Figures<"cameras">> {
  const { start, end } = boundsOf(span);
  const { rows } = await sql<Figures<"cameras">[number]>`
    select k.id, k.name, k.state = 'up' as is_online, h.up, s.photos
    from cameras k
    cross join lateral (select round(100.0 * sum(h.up) / nullif(sum(h.checks), 0))::int as up from camera_hours h
      where h.id_camera = k.id and h.hour >= ${start} and h.hour < ${end}) h
    cross join lateral (select count(*)::int as photos from camera_stills s
      where s.id_camera = k.id and s.taken_at >= ${start} and s.taken_at < ${end}) s
    where k.id_project = ${span.id_project}
    order by k.state = 'up', k.name collate "und-x-icu", k.id limit ${limits.lines}`.execute(trx);
  return rows;
}

async function scheduleOf(trx: Trx, span: ReportSpan): Promise<ReportFigures["schedule"]> {
  const { today } = boundsOf(span);
  const standing = await scheduleStanding(trx, span.id_project, span.to);
  if (standing === null) return null;
  // Like snags: a task is late from the day after its end.
  const late = standing.late.flatMap((task) =>
    task.finish < today ? [{ ...task, days: daysBetween(task.finish, today) }] : [],
  );
  return { ...standing, late_count: late.length, late: late.slice(0, limits.lines) };
}

async function diaryOf(trx: Trx, span: ReportSpan): Promise<Figures<"diary">> {
  const within = sql`e.id_project = ${span.id_project} and e.day between ${span.from}::date and ${span.to}::date`;
  const { rows } = await sql<Omit<Figures<"diary">, "delays">>`
    select count(distinct e.day)::int as days, count(*)::int as entries,
      coalesce(sum((select sum((p ->> 'count')::int) from jsonb_array_elements(e.people) p)), 0)::int as people,
      coalesce(sum((select sum((d ->> 'hours')::float) from jsonb_array_elements(e.delays) d)), 0)::float8
        as delay_hours,
      coalesce(sum((select count(*) from diary_photos f where f.id_entry = e.id)), 0)::int as photos
    from diary_entries e where ${within}`.execute(trx);
  const { rows: delays } = await sql<{ cause: string; hours: number }>`
    select d ->> 'cause' as cause, sum((d ->> 'hours')::float)::float8 as hours
    from diary_entries e, jsonb_array_elements(e.delays) d where ${within}
    group by 1 having sum((d ->> 'hours')::float) > 0 order by 2 desc, 1`.execute(trx);
  const [sums] = rows;
  return { days: 0, entries: 0, people: 0, delay_hours: 0, photos: 0, ...sums, delays };
}
