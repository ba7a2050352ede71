import { sql } from "kysely";
import type { ReportDelivery, ReportRun } from "#contract/owner-reports.ts";
import type { Database } from "#server/platform/database.ts";
import { type Frozen, isEmpty, type ReportReader, visibleTo } from "./frozen.ts";
import { deliveryTables, mayRetry } from "./retry.ts";
import type { ReportHead } from "./view.ts";
import "./tables.ts";

interface RunRow {
  readonly id: number;
  readonly id_project: number;
  readonly period: ReportRun["period"];
  readonly from: string;
  readonly to: string;
  readonly time_zone: string;
  readonly state: ReportRun["state"];
  readonly figures: Frozen | null;
  readonly created_at: Date;
  readonly frozen_at: Date | null;
  readonly sent_at: Date | null;
  readonly total: number;
}

const columns = sql`id, id_project, period, to_char(day_from, 'YYYY-MM-DD') as "from",
  to_char(day_to, 'YYYY-MM-DD') as "to", time_zone, state, figures, created_at, frozen_at, sent_at`;

/** Reports of a project, newest first; members see those that were sent. */
export async function listRuns(
  db: Database,
  projectId: number,
  {
    limit,
    offset,
    isManager,
  }: { readonly limit: number; readonly offset: number; readonly isManager: boolean },
): Promise<RunRow[]> {
  const { rows } = await sql<RunRow>`
    select ${columns}, (count(*) over ())::int as total from owner_report_runs
    where id_project = ${projectId} and ${isManager ? sql`true` : sql`state = 'sent'`}
    order by id desc limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

/** A report of the project whose figures are frozen; undefined for others. */
export async function findRun(
  db: Database,
  projectId: number,
  runId: number,
  isManager: boolean,
): Promise<{ head: ReportHead; frozen: Frozen } | undefined> {
  const { rows } = await sql<RunRow>`
    select ${columns}, 1 as total from owner_report_runs
    where id_project = ${projectId} and id = ${runId} and figures is not null
      and ${isManager ? sql`true` : sql`state = 'sent'`}`.execute(db);
  const [row] = rows;
  if (row === undefined || row.figures === null || row.frozen_at === null) return undefined;
  const { id, id_project, period, from, to, time_zone, frozen_at, figures } = row;
  return { head: { id, id_project, period, from, to, time_zone, frozen_at }, frozen: figures };
}

type DeliveryRow = Omit<ReportDelivery, "sent_at" | "viewed_at" | "link" | "can"> & {
  readonly id_run: number;
  readonly sent_at: Date | null;
  readonly viewed_at: Date | null;
  readonly link: ReportDelivery["link"];
  readonly retry: boolean;
};

/** Copies of these reports, by name. */
export async function deliveriesOf(
  db: Database,
  runs: readonly number[],
  { now, canSend }: { readonly now: Date; readonly canSend: boolean },
): Promise<ReadonlyMap<number, ReportDelivery[]>> {
  const { rows } = await sql<DeliveryRow>`
    select d.id, d.id_run, d.name, d.email, d.is_member, d.language, d.state, d.sent_at, d.problem, d.views, d.viewed_at,
      d.questions, ${mayRetry} and ${canSend} as retry,
      case when d.is_member or d.state = 'withdrawn' then 'none' when d.revoked_at is not null then 'revoked'
        when d.expires_at <= ${now} then 'expired' else 'open' end as link
    from ${deliveryTables} where d.id_run = any (${runs}::bigint[])
    order by d.is_member desc, d.name, d.id`.execute(db);
  const wired = rows.map(({ id_run, sent_at, viewed_at, retry, ...one }) => ({
    id_run,
    delivery: {
      ...one,
      sent_at: sent_at?.toISOString() ?? null,
      viewed_at: viewed_at?.toISOString() ?? null,
      can: { retry },
    },
  }));
  return new Map(
    [...Map.groupBy(wired, ({ id_run }) => id_run)].map(([run, list]) => [
      run,
      list.map(({ delivery }) => delivery),
    ]),
  );
}

export function wireRun(
  { id, period, from, to, state, figures, created_at, sent_at }: RunRow,
  reader: ReportReader,
  deliveries: ReportDelivery[] | null,
): ReportRun {
  return {
    id,
    period,
    from,
    to,
    state,
    is_empty: figures !== null && isEmpty(visibleTo(figures, reader)),
    created_at: created_at.toISOString(),
    sent_at: sent_at?.toISOString() ?? null,
    deliveries,
  };
}
