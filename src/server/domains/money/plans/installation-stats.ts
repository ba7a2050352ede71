import { sql } from "kysely";
import type { z } from "zod";
import type { Currency } from "#contract/currencies.ts";
import type { Api } from "#contract/index.ts";
import type { Database } from "#server/platform/database.ts";
import { projectsByTier } from "./tiers.repository.ts";
import { firstDay, type Month, monthsUpTo, usageOf } from "./usage.ts";
import "../billing/tables.ts";
import "./tables.ts";

export type InstallationStats = z.output<Api["GET /api/project-tiers/admin/stats"]["response"]>;

interface Totals {
  readonly users: number;
  readonly projects: number;
  readonly visits: number;
  readonly videos: number;
  readonly cameras: number;
  readonly channels: number;
  readonly bytes: number;
}

/**
 * Totals and revenue of the installation. Excludes everything in a bin and the demo account; a file that is used twice
 * counts once. Revenue is the sum of invoices in today's currency that are not void, by the month (UTC) in which they
 * were written.
 */
export async function readInstallationStats(
  db: Database,
  currency: Currency,
  now: Month,
): Promise<InstallationStats> {
  const months = monthsUpTo(now, 12);
  const [totals, tiers, plans, usage, income, unpaid] = await Promise.all([
    readTotals(db),
    readTiers(db),
    readPlans(db),
    usageOf(db, null, months),
    readIncome(db, currency, months),
    readUnpaid(db, currency),
  ]);
  return {
    ...totals,
    tiers,
    plans,
    currency,
    months: usage.map((month) => ({ ...month, ...(income.get(firstDay(month)) ?? { billed: 0, paid: 0 }) })),
    unpaid,
  };
}

async function readTotals(db: Database): Promise<Totals> {
  const { rows } = await sql<Totals>`
    select
      (select count(*) from users where deleted_at is null and not is_demo) as users,
      (select count(*) from projects where deleted_at is null) as projects,
      (select count(*) from visits v join projects p on p.id = v.id_project
        where v.deleted_at is null and p.deleted_at is null) as visits,
      (select count(*) from videos v join projects p on p.id = v.id_project where p.deleted_at is null) as videos,
      (select count(*) from cameras c join projects p on p.id = c.id_project where p.deleted_at is null) as cameras,
      (select count(*) from live_channels c join projects p on p.id = c.id_project where p.deleted_at is null)
        as channels,
      (select coalesce(sum(bytes), 0) from (
        select bytes from pictures union all select bytes from films union all select bytes from (select distinct sha256, bytes from plans) sheets
        union all select bytes from camera_stills union all select bytes from live_recordings
        union all select bytes from (select distinct sha256, bytes from photos) photo
        union all select bytes from (select distinct key, bytes from voice_notes) voice) files)::float8
        as bytes`.execute(db);
  const [found] = rows;
  if (found === undefined) throw new Error("a statement without a table has one row");
  return found;
}

async function readTiers(db: Database): Promise<InstallationStats["tiers"]> {
  const [counts, bands] = await Promise.all([
    projectsByTier(db),
    db.selectFrom("project_tiers").select(["id", "name"]).execute(),
  ]);
  const names = new Map<number | null, string>(bands.map(({ id, name }) => [id, name]));
  return [...counts]
    .map(([id, projects]) => ({ id, name: names.get(id) ?? "", projects }))
    .sort((one, other) => other.projects - one.projects || (one.id ?? 0) - (other.id ?? 0));
}

/** Null is the key for users without a plan. */
async function readPlans(db: Database): Promise<InstallationStats["plans"]> {
  const { rows } = await sql<InstallationStats["plans"][number]>`
    select b.id, coalesce(b.name, '') as name, count(*) as users
    from users u
    left join subscriptions s on s.id_user = u.id and s.ended_on is null
    left join subscription_plans sp on sp.id_subscription = s.id and sp.to_day is null
    left join billing_plans b on b.id = sp.id_plan
    where u.deleted_at is null and not u.is_demo
    group by b.id
    order by users desc, b.id`.execute(db);
  return [...rows];
}

interface Income {
  readonly billed: number;
  readonly paid: number;
}

async function readIncome(
  db: Database,
  currency: Currency,
  months: readonly Month[],
): Promise<Map<string, Income>> {
  const [first] = months;
  if (first === undefined) return new Map();
  const { rows } = await sql<Income & { month: string }>`
    select date_trunc('month', issued_at at time zone 'UTC')::date as month,
      sum(total)::bigint as billed, coalesce(sum(total) filter (where status = 'paid'), 0)::bigint as paid
    from invoices
    where status <> 'void' and currency = ${currency}
      and issued_at >= ${firstDay(first)}::date::timestamp at time zone 'UTC'
    group by 1`.execute(db);
  return new Map(rows.map(({ month, billed, paid }) => [month, { billed, paid }]));
}

async function readUnpaid(db: Database, currency: Currency): Promise<number> {
  const { rows } = await sql<{ unpaid: number }>`
    select coalesce(sum(total), 0)::bigint as unpaid from invoices
    where status = 'unpaid' and currency = ${currency}`.execute(db);
  return rows[0]?.unpaid ?? 0;
}
