import { type Expression, type SqlBool, sql } from "kysely";
import type { planSorts } from "#contract/plans.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import { likePattern, offsetOf, type Page, type PageRequest } from "#server/platform/paging.ts";
import type { Authorized } from "#server/platform/policy.ts";
import type { PlanRecord } from "./plans.policy.ts";
import "./tables.ts";

/** A plan with its present number of subscribers. */
export type PlanSummary = PlanRecord & { readonly subscribers: number; readonly total?: number };

export type PlanValues = Omit<PlanRecord, "id" | "created_at" | "updated_at">;

export interface PlanFilter extends PageRequest {
  readonly search?: string | undefined;
  readonly active?: boolean | undefined;
  readonly sort: (typeof planSorts)[number];
}

const order: Readonly<Record<PlanFilter["sort"], string>> = {
  name: "lower(p.name), p.id",
  // A month counts as a twelfth of a year.
  price: "p.price * case p.billing_interval when 'month' then 12 else 1 end, lower(p.name), p.id",
  subscribers: "subscribers desc, lower(p.name), p.id",
  created: "p.created_at desc, p.id desc",
};

const subscribers = sql<number>`(select count(*) from subscription_plans sp
  join subscriptions s on s.id = sp.id_subscription
  where sp.id_plan = p.id and sp.to_day is null and s.ended_on is null)`;

export function createPlansRepository(db: Database) {
  const summaries = (source: Database | Trx = db) =>
    source.selectFrom("billing_plans as p").selectAll("p").select(subscribers.as("subscribers"));

  return {
    /** Plans that can be selected, or all. */
    async list(filter: PlanFilter, everything: boolean): Promise<Page<PlanSummary>> {
      const matching = (where: Conditions) => where.and(conditions(filter, everything));
      const rows = await summaries()
        .select(sql<number>`count(*) over ()`.as("total"))
        .where(matching)
        .orderBy(sql.raw(order[filter.sort]))
        .limit(filter.per_page)
        .offset(offsetOf(filter))
        .execute();
      if (rows.length > 0 || filter.page === 1) return { rows, total: rows[0]?.total ?? 0 };
      // A page behind the last one has no row with the total.
      const { total } = await db
        .selectFrom("billing_plans as p")
        .select(sql<number>`count(*)`.as("total"))
        .where(matching)
        .executeTakeFirstOrThrow();
      return { rows, total };
    },

    find: (id: number, source: Database | Trx = db): Promise<PlanSummary | undefined> =>
      summaries(source).where("p.id", "=", id).executeTakeFirst(),

    one: (id: number): Promise<PlanSummary> => summaries().where("p.id", "=", id).executeTakeFirstOrThrow(),

    async insert(trx: Trx, values: PlanValues): Promise<number> {
      if (values.is_default) await clearDefault(trx);
      const { id } = await trx
        .insertInto("billing_plans")
        .values(values)
        .returning("id")
        .executeTakeFirstOrThrow()
        .catch(refuseTaken);
      return id;
    },

    async update(trx: Trx, { id }: Authorized<PlanRecord>, values: Partial<PlanValues>): Promise<void> {
      if (values.is_default === true) await clearDefault(trx);
      await trx
        .updateTable("billing_plans")
        .set({ ...values, updated_at: sql<Date>`now()` })
        .where("id", "=", id)
        .execute()
        .catch(refuseTaken);
    },

    /** Throws PLAN_IN_USE while a user has it or will have it; invoices keep its data. */
    async remove(trx: Trx, { id }: Authorized<PlanRecord>): Promise<void> {
      await trx.selectFrom("billing_plans").select("id").where("id", "=", id).forUpdate().execute();
      const { rows } = await sql<{ used: boolean }>`
        select exists (select from subscription_plans where id_plan = ${id} and to_day is null)
          or exists (select from subscriptions where id_next_plan = ${id} and ended_on is null) as used`.execute(
        trx,
      );
      if (rows[0]?.used === true) throw new AppError("PLAN_IN_USE");
      await sql`update subscriptions set id_next_plan = null where id_next_plan = ${id}`.execute(trx);
      await trx.deleteFrom("billing_plans").where("id", "=", id).execute();
    },
  };
}

type Conditions = {
  and(conditions: readonly Expression<SqlBool>[]): Expression<SqlBool>;
};

const conditions = ({ search = "", active }: PlanFilter, everything: boolean): Expression<SqlBool>[] => [
  ...(everything ? [] : [sql<SqlBool>`p.active`]),
  ...(active === undefined ? [] : [sql<SqlBool>`p.active = ${active}`]),
  ...(search === ""
    ? []
    : [sql<SqlBool>`(p.name ilike ${likePattern(search)} or p.description ilike ${likePattern(search)})`]),
];

/** At most one plan is the default for new accounts. */
const clearDefault = (trx: Trx) =>
  trx.updateTable("billing_plans").set({ is_default: false }).where("is_default", "=", true).execute();

function refuseTaken(error: unknown): never {
  const { code, constraint } = error as { code?: string; constraint?: string };
  if (code === "23505" && constraint === "billing_plans_name")
    throw new AppError("VALIDATION", { fields: { name: ["plans.name_taken"] } });
  if (code === "23505" && constraint === "billing_plans_default") throw new AppError("CONFLICT");
  throw error;
}

export type PlansRepository = ReturnType<typeof createPlansRepository>;
