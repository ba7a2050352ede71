import { sql } from "kysely";
import type { AccessLog } from "#contract/access-logs.ts";
import type { periods } from "#contract/choices.ts";
import { limits } from "#contract/limits.ts";
import type { Database } from "#server/platform/database.ts";
import { likePattern, offsetOf, type PageRequest } from "#server/platform/paging.ts";
import { personName } from "#server/platform/person-name.ts";
import { type Span, spanOf } from "#server/platform/spans.ts";
import type { ViewKind } from "./view-kinds.ts";
import "#server/domains/people/auth/tables.ts";
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

/** The log of views, for users who may read it. */
export function createViewLog(db: Database, kind: ViewKind, address: (objectKey: string) => string) {
  const { views, days, id: thing } = kind;

  async function list(of: number, { search = "", guests, ...request }: LogFilter, now: Date) {
    const pattern = likePattern(search);
    const found = sql`${views} w left join users u on u.id = w.id_user
      where w.${thing} = ${of}
        and (${guests ?? null}::boolean is null or (w.id_user is null) = ${guests ?? null}::boolean)
        and (${search} = '' or ${personName("u")} ilike ${pattern} or w.address ilike ${pattern}
          or w.browser ilike ${pattern} or w.device ilike ${pattern})`;
    const [{ rows }, { rows: sums }] = await Promise.all([
      sql<LogRow>`
        select w.id, w.id_user, w.address, w.browser, w.device, w.started_at, w.last_at, w.duration_seconds,
          ${kind.hasRooms ? sql`cardinality(w.rooms)` : sql`0`} as rooms, u.code, u.avatar, ${personName("u")} as name
        from ${found} order by w.started_at desc, w.id desc
        limit ${request.per_page} offset ${offsetOf(request)}`.execute(db),
      sql<{ total: number }>`select count(*)::int as total from ${found}`.execute(db),
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
    return { items, total: sums[0]?.total ?? 0, page: request.page, per_page: request.per_page };
  }

  async function statistics(of: number, period: (typeof periods)[number], now: Date): Promise<Statistics> {
    const span = spanOf(period, now, period === "all" ? await firstDay(of) : undefined);
    const [sums, people] = await Promise.all([
      span.step === "hour" ? byHour(of, span) : byDay(of, span),
      peopleOf(of, span),
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

  async function firstDay(of: number): Promise<Date | undefined> {
    const { rows } = await sql<{ first: Date | null }>`
      select min(day)::timestamp at time zone 'UTC' as first from ${days}
      where ${thing} = ${of}`.execute(db);
    return rows[0]?.first ?? undefined;
  }

  const byHour = async (of: number, { from }: Span): Promise<Sum[]> => {
    const { rows } = await sql<Sum>`
      select date_trunc('hour', started_at at time zone 'UTC') at time zone 'UTC' as at, count(*)::int as views,
        count(*) filter (where id_user is null)::int as guests, sum(duration_seconds) as seconds
      from ${views} where ${thing} = ${of} and started_at >= ${from} group by 1`.execute(db);
    return rows;
  };

  const byDay = async (of: number, { from, step }: Span): Promise<Sum[]> => {
    const { rows } = await sql<Sum>`
      select date_trunc(${step}, day::timestamp) at time zone 'UTC' as at, sum(views)::int as views,
        sum(guests)::int as guests, sum(seconds) as seconds
      from ${days} where ${thing} = ${of} and day >= (${from}::timestamptz at time zone 'UTC')::date
      group by 1`.execute(db);
    return rows;
  };

  const peopleOf = async (of: number, { from }: Span): Promise<number> => {
    const { rows } = await sql<{ people: number }>`
      select count(distinct id_user)::int as people from ${views}
      where ${thing} = ${of} and started_at >= ${from}`.execute(db);
    return rows[0]?.people ?? 0;
  };

  return { list, statistics };
}

type LogRow = Omit<AccessLog, "person" | "started_at" | "last_at" | "is_open"> & {
  readonly id_user: number | null;
  readonly code: string | null;
  readonly avatar: string | null;
  readonly name: string | null;
  readonly started_at: Date;
  readonly last_at: Date;
};

interface Sum {
  readonly at: Date;
  readonly views: number;
  readonly guests: number;
  readonly seconds: number;
}
