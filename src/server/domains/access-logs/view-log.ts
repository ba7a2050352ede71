import { type SqlBool, sql } from "kysely";
import type { AccessLog } from "#contract/access-logs.ts";
import type { periods } from "#contract/choices.ts";
import { limits } from "#contract/limits.ts";
import type { Database } from "#server/platform/database.ts";
import { likePattern, offsetOf, type PageRequest } from "#server/platform/paging.ts";
import { type Span, spanOf } from "./spans.ts";
import "./tables.ts";

export interface LogFilter extends PageRequest {
  readonly search?: string | undefined;
  readonly guests?: boolean | undefined;
}

export interface Statistics {
  readonly views: number;
  readonly people: number;
  readonly guests: number;
  readonly seconds: number;
  readonly steps: { at: string; views: number }[];
}

/** The record of who looked, for those who may read it. */
export function createViewLog(db: Database, address: (objectKey: string) => string) {
  async function list(visitId: number, filter: LogFilter, now: Date) {
    const { search = "", guests } = filter;
    const found = db
      .selectFrom("visit_views as w")
      .leftJoin("users as u", "u.id", "w.id_user")
      .where("w.id_visit", "=", visitId)
      .$if(guests === true, (query) => query.where("w.id_user", "is", null))
      .$if(guests === false, (query) => query.where("w.id_user", "is not", null))
      .$if(search !== "", (query) => {
        const pattern = likePattern(search);
        return query.where(
          sql<SqlBool>`(${nameOf} ilike ${pattern} or w.address ilike ${pattern}
            or w.browser ilike ${pattern} or w.device ilike ${pattern})`,
        );
      });
    const [rows, { total }] = await Promise.all([
      found
        .select(["w.id", "w.id_user", "w.address", "w.browser", "w.device", "w.started_at", "w.last_at"])
        .select(["w.duration_seconds", sql<number>`cardinality(w.rooms)`.as("rooms")])
        .select(["u.code", "u.avatar", nameOf.as("name")])
        .orderBy("w.started_at", "desc")
        .orderBy("w.id", "desc")
        .limit(filter.per_page)
        .offset(offsetOf(filter))
        .execute(),
      found.select(sql<number>`count(*)::int`.as("total")).executeTakeFirstOrThrow(),
    ]);
    const items = rows.map(
      ({ id_user, code, avatar, name, ...row }): AccessLog => ({
        ...row,
        person:
          id_user === null
            ? null
            : {
                id_user,
                name: name ?? "",
                code: code ?? "",
                avatar: avatar === null ? null : address(avatar),
              },
        started_at: row.started_at.toISOString(),
        last_at: row.last_at.toISOString(),
        is_open: now.getTime() - row.last_at.getTime() < limits.views.idle,
      }),
    );
    return { items, total, page: filter.page, per_page: filter.per_page };
  }

  async function statistics(
    visitId: number,
    period: (typeof periods)[number],
    now: Date,
  ): Promise<Statistics> {
    const span = spanOf(period, now, period === "all" ? await firstDay(visitId) : undefined);
    const [sums, people] = await Promise.all([
      span.step === "hour" ? byHour(visitId, span) : byDay(visitId, span),
      peopleOf(visitId, span),
    ]);
    const viewsAt = new Map(sums.map(({ at, views }) => [at.getTime(), views]));
    const total = (pick: (sum: Sum) => number) => sums.reduce((sum, one) => sum + pick(one), 0);
    return {
      views: total(({ views }) => views),
      people,
      guests: total(({ guests }) => guests),
      seconds: total(({ seconds }) => seconds),
      steps: span.starts.map((at) => ({ at: at.toISOString(), views: viewsAt.get(at.getTime()) ?? 0 })),
    };
  }

  async function firstDay(visitId: number): Promise<Date | undefined> {
    const { rows } = await sql<{ first: Date | null }>`
      select min(day)::timestamp at time zone 'UTC' as first from visit_view_days
      where id_visit = ${visitId}`.execute(db);
    return rows[0]?.first ?? undefined;
  }

  const byHour = async (visitId: number, { from }: Span): Promise<Sum[]> => {
    const { rows } = await sql<Sum>`
      select date_trunc('hour', started_at at time zone 'UTC') at time zone 'UTC' as at, count(*)::int as views,
        count(*) filter (where id_user is null)::int as guests, sum(duration_seconds) as seconds
      from visit_views where id_visit = ${visitId} and started_at >= ${from} group by 1`.execute(db);
    return rows;
  };

  const byDay = async (visitId: number, { from, step }: Span): Promise<Sum[]> => {
    const { rows } = await sql<Sum>`
      select date_trunc(${step}, day::timestamp) at time zone 'UTC' as at, sum(views)::int as views,
        sum(guests)::int as guests, sum(seconds) as seconds
      from visit_view_days where id_visit = ${visitId} and day >= (${from}::timestamptz at time zone 'UTC')::date
      group by 1`.execute(db);
    return rows;
  };

  const peopleOf = async (visitId: number, { from }: Span): Promise<number> => {
    const { people } = await db
      .selectFrom("visit_views")
      .select(sql<number>`count(distinct id_user)::int`.as("people"))
      .where("id_visit", "=", visitId)
      .where("started_at", ">=", from)
      .executeTakeFirstOrThrow();
    return people;
  };

  return { list, statistics };
}

interface Sum {
  readonly at: Date;
  readonly views: number;
  readonly guests: number;
  readonly seconds: number;
}

// A user name that is an e-mail address is nobody's business.
const nameOf = sql<string | null>`coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''),
  case when u.username like '%@%' then '' else u.username end)`;
