import { type RawBuilder, sql } from "kysely";
import { type PlanLimit, planLimits } from "#contract/plans.limits.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { PlanRecord } from "./plans.policy.ts";
import { fits, limitsOf, type QuotaKind } from "./quota-rules.ts";
import "./tables.ts";

/** An item about to be added. */
export interface Wanted {
  readonly kind: QuotaKind;
  readonly id_user: number;
  /** Its project; null for a project itself. */
  readonly id_project: number | null;
  /** Size of its original. */
  readonly bytes?: number;
}

export interface Quota {
  readonly fits: boolean;
  readonly whose: "own" | "owner" | "none";
  /** The plan's name. */
  readonly plan: string;
  readonly used: number;
  readonly limit: number | null;
  readonly used_month: number;
  readonly limit_month: number | null;
}

/** Limits of plans, counted where items are added. */
export interface Quotas {
  /**
   * Counts one more towards the plan that pays for it, within the transaction that adds it; of two parallel calls the
   * second counts the first one's. Returns the owner of the plan. Throws PLAN_LIMIT, PLAN_LIMIT_MONTH.
   */
  take(trx: Trx, wanted: Wanted): Promise<number>;
  /** Refuses an item restored from a bin that no longer fits; it was counted in its month. Throws PLAN_LIMIT. */
  takeBack(trx: Trx, wanted: Wanted): Promise<void>;
  /** Refuses before the upload what `take` would refuse at its end. */
  check(wanted: Wanted): Promise<void>;
  /** Returns usage and limits. */
  tell(wanted: Wanted): Promise<Quota>;
  /** Counts an original that was added to an existing item; a null payer is ignored. */
  addBytes(trx: Trx, payer: number | null, bytes: number): Promise<void>;
  /** Counts a file that belongs to no counted item towards the plan that pays for it. */
  addFile(trx: Trx, file: Omit<Wanted, "kind"> & { readonly bytes: number }): Promise<void>;
  /** An item that this user's plan paid for was deleted: the menu may offer it again at once. */
  freed(payer: number | null): void;
}

export interface QuotasOptions {
  readonly db: Database;
  readonly clock: Clock;
  /** Called with the user whose counts have changed, before the commit. */
  readonly counted?: (userId: number) => void;
  /** Notifies all processes with the commit. */
  readonly announce?: (trx: Trx, userId: number) => Promise<void>;
}

type Source = Database | Trx;
type Payer = Pick<PlanRecord, "name" | PlanLimit> & { readonly id_payer: number };

// Listed by name, so that the statement's plan is cached within a transaction.
const columnsIn = (table: string) => sql.join(planLimits.map((limit) => sql.ref(`${table}.${limit}`)));
const limitColumns = columnsIn("p");
const limitsOfPlan = columnsIn("plan");

export function createQuotas({ db, clock, counted, announce }: QuotasOptions): Quotas {
  const thisMonth = () => monthOf(clock.now());

  const changed = async (trx: Trx, userId: number): Promise<void> => {
    counted?.(userId);
    await announce?.(trx, userId);
  };

  /** `isForTelling`: unlimited kinds are counted as well; a plain check does not need that. */
  const measure = async (
    source: Source,
    wanted: Wanted,
    plan: Payer | undefined,
    isForTelling = false,
  ): Promise<Quota & { readonly payer: number }> => {
    const { kind, id_user } = wanted;
    const payer = plan?.id_payer ?? id_user;
    const names = limitsOf[kind];
    const limit = plan?.[names.total] ?? null;
    const limit_month = names.month === null ? null : (plan?.[names.month] ?? null);
    const isCounted = (most: number | null) => isForTelling || (most ?? -1) >= 0;
    const used = isCounted(limit) ? await totalOf(source, kind, payer) : 0;
    const used_month =
      names.counted !== null && isCounted(limit_month)
        ? await begunIn(source, payer, thisMonth(), names.counted)
        : 0;
    const whose = plan === undefined ? "none" : payer === id_user ? "own" : "owner";
    const isFree = fits(used, limit) && fits(used_month, limit_month);
    return { fits: isFree, whose, plan: plan?.name ?? "", used, limit, used_month, limit_month, payer };
  };

  return {
    async take(trx, wanted) {
      const { kind, id_user, bytes = 0 } = wanted;
      const column = limitsOf[kind].counted;
      // Locked to the end of the transaction: the counts below stay valid until then.
      const plan = await countTowardsPlan(trx, wanted, { month: thisMonth(), column, bytes });
      const payer = plan?.id_payer ?? id_user;
      const quota = await measure(trx, wanted, plan);
      refuseFull({ ...quota, used_month: quota.used_month - (column === null ? 0 : 1) });
      for (const user of new Set([payer, wanted.id_user])) await changed(trx, user);
      return payer;
    },
    async takeBack(trx, wanted) {
      const plan = await countTowardsPlan(trx, wanted, { month: thisMonth(), column: null, bytes: 0 });
      const payer = plan?.id_payer ?? wanted.id_user;
      refuseFull({ ...(await measure(trx, wanted, plan)), limit_month: null });
      await changed(trx, payer);
    },
    async check(wanted) {
      refuseFull(await measure(db, wanted, await payingPlan(db, wanted)));
    },
    async tell(wanted) {
      const { payer: _, ...quota } = await measure(db, wanted, await payingPlan(db, wanted), true);
      return quota;
    },
    async addBytes(trx, payer, bytes) {
      if (payer !== null) await count(trx, payer, { month: thisMonth(), column: null, bytes });
    },
    async addFile(trx, { bytes, ...wanted }) {
      const payer = (await payingPlan(trx, wanted))?.id_payer ?? wanted.id_user;
      await count(trx, payer, { month: thisMonth(), column: null, bytes });
    },
    freed(payer) {
      if (payer === null) return;
      counted?.(payer);
      // If it does not arrive, other processes recount within a minute.
      if (announce !== undefined)
        db.transaction()
          .execute((trx) => announce(trx, payer))
          .catch(() => undefined);
    },
  };
}

/** First day of the month, UTC: `2026-03-01`. */
export const monthOf = (now: Date): string => `${now.toISOString().slice(0, 7)}-01`;

function refuseFull({ used, limit, used_month, limit_month }: Quota): void {
  if (limit !== null && !fits(used, limit)) throw new AppError("PLAN_LIMIT", { values: { used, limit } });
  if (limit_month !== null && !fits(used_month, limit_month))
    throw new AppError("PLAN_LIMIT_MONTH", { values: { used: used_month, limit: limit_month } });
}

/**
 * The plan that counts: the caller's own, or the project owner's for a member without one. Undefined where nothing is
 * limited; super admins are not.
 */
async function payingPlan(
  source: Source,
  wanted: Pick<Wanted, "id_user" | "id_project">,
): Promise<Payer | undefined> {
  const { rows } = await sql<Payer>`${planOf(wanted)}`.execute(source);
  return rows[0];
}

const planOf = ({ id_user, id_project }: Pick<Wanted, "id_user" | "id_project">) => sql<Payer>`
    select s.id_user as id_payer, p.name, ${limitColumns}
    from subscriptions s
    join subscription_plans sp on sp.id_subscription = s.id and sp.to_day is null
    join billing_plans p on p.id = sp.id_plan
    join users u on u.id = s.id_user
    where s.ended_on is null and u.role <> 'super_admin'
      and (s.id_user = ${id_user} or s.id_user in (
        select owner.id_user from project_members owner
        join project_members maker on maker.id_project = owner.id_project and maker.id_user = ${id_user}
        where owner.id_project = ${id_project} and owner.role = 'owner'))
      and not exists (select from users maker where maker.id = ${id_user} and maker.role = 'super_admin')
    order by s.id_user = ${id_user} desc, s.id_user limit 1`;

/** Existing items; those in a bin are excluded. */
export const totals = {
  project: (payer: number) => sql<number>`(select count(*) from projects p
    join project_members m on m.id_project = p.id and m.role = 'owner'
    where m.id_user = ${payer} and p.deleted_at is null)`,
  visit: (payer: number) => sql<number>`(select count(*) from visits v join projects p on p.id = v.id_project
    where v.id_payer = ${payer} and v.deleted_at is null and p.deleted_at is null)`,
  video: (payer: number) => sql<number>`(select count(*) from videos v join projects p on p.id = v.id_project
    where v.id_payer = ${payer} and p.deleted_at is null)`,
  camera: (
    payer: number,
  ) => sql<number>`(select count(*) from cameras c join projects p on p.id = c.id_project
    where c.id_payer = ${payer} and p.deleted_at is null)`,
  channel: (payer: number) => sql<number>`(select count(*) from live_channels c
    join projects p on p.id = c.id_project where c.id_payer = ${payer} and p.deleted_at is null)`,
} as const satisfies Record<QuotaKind, unknown>;

async function totalOf(source: Source, kind: QuotaKind, payer: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`select ${totals[kind](payer)} as n`.execute(source);
  return rows[0]?.n ?? 0;
}

async function begunIn(
  source: Source,
  payer: number,
  month: string,
  column: "projects" | "visits" | "videos",
): Promise<number> {
  const row = await source
    .selectFrom("usage_months")
    .select(column)
    .where("id_user", "=", payer)
    .where("month", "=", month)
    .executeTakeFirst();
  return row?.[column] ?? 0;
}

interface Counted {
  readonly month: string;
  readonly column: "projects" | "visits" | "videos" | null;
  readonly bytes: number;
}

/** Adds one or none of a kind, and a number of bytes, to the payer's row of the month: created if missing, and locked. */
async function count(trx: Trx, payer: number, counted: Counted): Promise<void> {
  await addToMonth(sql`${payer}`, counted).execute(trx);
}

/** The same for the payer of the plan that counts, which is returned. */
async function countTowardsPlan(trx: Trx, wanted: Wanted, counted: Counted): Promise<Payer | undefined> {
  const payer = sql`coalesce((select id_payer from plan), ${wanted.id_user})`;
  const { rows } = await sql<Payer>`
    with plan as materialized (${planOf(wanted)}), counted as (${addToMonth(payer, counted)})
    select plan.id_payer, plan.name, ${limitsOfPlan} from plan`.execute(trx);
  return rows[0];
}

function addToMonth(payer: RawBuilder<unknown>, { month, column, bytes }: Counted): RawBuilder<unknown> {
  const more = (name: string) => (name === column ? 1 : 0);
  return sql`
    insert into usage_months as u (id_user, month, projects, visits, videos, bytes)
    values (${payer}, ${month}, ${more("projects")}, ${more("visits")}, ${more("videos")}, ${bytes})
    on conflict (id_user, month) do update set projects = u.projects + excluded.projects,
      visits = u.visits + excluded.visits, videos = u.videos + excluded.videos,
      bytes = u.bytes + excluded.bytes`;
}
