import { sql } from "kysely";
import type { PlanRequest } from "#contract/plans.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { likePattern, offsetOf, type Page, type PageRequest } from "#server/platform/paging.ts";
import { accountName } from "#server/platform/person-name.ts";
import "#server/domains/people/auth/tables.ts";
import "./tables.ts";

export interface PlanRequestFilter extends PageRequest {
  readonly search?: string | undefined;
}

/** A request that was removed from the list to be answered. */
export interface RequestedPlan {
  readonly id_user: number;
  readonly id_plan: number;
}

interface WishRow extends Omit<PlanRequest, "created_at"> {
  readonly created_at: Date;
  readonly total: number;
}

/** Requests for plans that need a super admin's approval; one per user, the latest. */
export function createPlanRequests(db: Database) {
  return {
    async list({ search = "", ...paging }: PlanRequestFilter): Promise<Page<PlanRequest>> {
      const rows = sql<WishRow>`
        select r.id, r.id_user, ${accountName("u")} as user_name,
          u.email, r.id_plan, p.name as plan_name, r.created_at, count(*) over () as total
        from plan_requests r
        join users u on u.id = r.id_user
        join billing_plans p on p.id = r.id_plan
        where u.deleted_at is null and concat_ws(' ', u.first_name, u.last_name, u.username, u.email, p.name)
          ilike ${likePattern(search)}
        order by r.created_at, r.id`;
      const page = await sql<WishRow>`${rows} limit ${paging.per_page} offset ${offsetOf(paging)}`.execute(
        db,
      );
      const total = page.rows[0]?.total ?? (paging.page === 1 ? 0 : (await rows.execute(db)).rows.length);
      return {
        rows: page.rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() })),
        total,
      };
    },

    async put(trx: Trx, id_user: number, id_plan: number): Promise<void> {
      await trx
        .insertInto("plan_requests")
        .values({ id_user, id_plan })
        .onConflict((conflict) =>
          conflict.column("id_user").doUpdateSet({ id_plan, created_at: sql<Date>`now()` }),
        )
        .execute();
    },

    /** Undefined when it was answered or withdrawn meanwhile. */
    take: (trx: Trx, id: number): Promise<RequestedPlan | undefined> =>
      trx
        .deleteFrom("plan_requests")
        .where("id", "=", id)
        .returning(["id_user", "id_plan"])
        .executeTakeFirst(),

    takeBack: (trx: Trx, userId: number) =>
      trx.deleteFrom("plan_requests").where("id_user", "=", userId).execute(),
  };
}

export type PlanRequests = ReturnType<typeof createPlanRequests>;
