import { sql } from "kysely";
import type { Database } from "#server/platform/database.ts";
import { type DeviceInfo, readUserAgent } from "#server/platform/user-agent.ts";

/** Days of the chart, the last of them today. */
const days = 30;

interface Numbers {
  readonly active_sessions: number;
  readonly active_users: number;
  readonly online_users: number;
}

interface Day {
  readonly day: string;
  readonly sign_ins: number;
  readonly failed: number;
}

/** Statistics of sessions by user and device, computed at once from the tables themselves. */
export async function readAnalytics(db: Database) {
  const [numbers, by_day, open] = await Promise.all([readNumbers(db), readDays(db), readOpen(db)]);
  const today = by_day.at(-1);
  return {
    ...numbers,
    sign_ins_today: today?.sign_ins ?? 0,
    failed_sign_ins_today: today?.failed ?? 0,
    by_day,
    by_device: count(open, ({ device }) => device).map(([device, sessions]) => ({ device, sessions })),
    by_browser: count(open, ({ browser }) => browser).map(([browser, sessions]) => ({ browser, sessions })),
  };
}

async function readNumbers(db: Database): Promise<Numbers> {
  const { rows } = await sql<Numbers>`
    select count(*) as active_sessions, count(distinct id_user) as active_users,
      count(distinct id_user) filter (where last_seen_at > now() - interval '5 minutes') as online_users
    from sessions where ended_at is null and expires_at > now()`.execute(db);
  return rows[0] ?? { active_sessions: 0, active_users: 0, online_users: 0 };
}

/** Every day has its row, including days without any event. */
async function readDays(db: Database): Promise<Day[]> {
  const { rows } = await sql<Day>`
    with days as (
      select generate_series(0, ${days - 1}::int) as ago
    ), dated as (
      select (date_trunc('day', now() at time zone 'utc') - make_interval(days => ago))::date as day from days
    )
    select to_char(d.day, 'YYYY-MM-DD') as day,
      count(i.id) filter (where i.succeeded) as sign_ins, count(i.id) filter (where not i.succeeded) as failed
    from dated d left join sign_ins i
      on i.created_at >= d.day at time zone 'utc' and i.created_at < (d.day + 1) at time zone 'utc'
    group by d.day order by d.day`.execute(db);
  return rows;
}

/** Many sessions share few different user agents, so each text is parsed once. */
async function readOpen(db: Database): Promise<(DeviceInfo & { sessions: number })[]> {
  const { rows } = await sql<{ user_agent: string; sessions: number }>`
    select user_agent, count(*) as sessions from sessions
    where ended_at is null and expires_at > now() group by user_agent`.execute(db);
  return rows.map(({ user_agent, sessions }) => ({ ...readUserAgent(user_agent), sessions }));
}

function count<K extends string>(
  open: readonly (DeviceInfo & { sessions: number })[],
  keyOf: (info: DeviceInfo) => K,
): [K, number][] {
  const counts = new Map<K, number>();
  for (const info of open) counts.set(keyOf(info), (counts.get(keyOf(info)) ?? 0) + info.sessions);
  return [...counts].toSorted(([, a], [, b]) => b - a);
}
