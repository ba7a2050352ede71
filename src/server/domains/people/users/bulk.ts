import type { FastifyRequest } from "fastify";
import type { z } from "zod";
import type { Api } from "#contract/index.ts";
import type { Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { type ChangeOptions, changeWithin } from "./change-account.ts";

type Order = z.output<Api["PUT /api/users/bulk"]["body"]>;

interface Call {
  readonly user: SessionUser;
  readonly request: FastifyRequest;
}

export interface BulkOptions extends ChangeOptions {
  /** Gives a user a plan, or removes it (null). */
  readonly givePlan: (trx: Trx, userId: number, planId: number | null, call: Call) => Promise<void>;
}

/** Reasons to skip one account while the others are changed. */
const leaves: readonly string[] = ["LAST_SUPER_ADMIN", "NOT_YOURSELF", "NOT_FOUND"];

/**
 * Applies one change to several accounts in one transaction. An account already in that state counts as done; the
 * caller's own account, the last super admin, and missing accounts are skipped and counted. Throws NOT_FOUND for an
 * unknown plan.
 */
export function createBulkChange(options: BulkOptions) {
  const { db, repository, givePlan } = options;

  const change = async (trx: Trx, id: number, order: Order, call: Call): Promise<void> => {
    if (id === call.user.id) throw new AppError("NOT_YOURSELF");
    if (order.action === "plan") {
      await repository.locked(trx, id);
      return givePlan(trx, id, order.id_plan ?? null, call);
    }
    const wanted =
      order.action === "role" && order.role !== undefined
        ? { role: order.role }
        : { locked: order.action === "lock" };
    return changeWithin(options, trx, { caller: call.user, id, wanted, request: call.request });
  };

  return (order: Order, call: Call): Promise<{ done: number; left: number }> =>
    db.transaction().execute(async (trx) => {
      if (order.action === "plan" && typeof order.id_plan === "number")
        await refuseUnknownPlan(trx, order.id_plan);
      // Always in the same order, so that two concurrent calls do not deadlock.
      const ids = [...new Set(order.ids)].sort((one, other) => one - other);
      let left = 0;
      for (const id of ids) {
        try {
          await change(trx, id, order, call);
        } catch (error) {
          if (!(error instanceof AppError && leaves.includes(error.code))) throw error;
          left += 1;
        }
      }
      return { done: ids.length - left, left };
    });
}

/** Locked: the plan is not deleted while it is assigned. */
async function refuseUnknownPlan(trx: Trx, id: number): Promise<void> {
  const plan = await trx
    .selectFrom("billing_plans")
    .select("id")
    .where("id", "=", id)
    .forShare()
    .executeTakeFirst();
  if (plan === undefined) throw new AppError("NOT_FOUND");
}
