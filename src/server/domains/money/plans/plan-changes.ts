import type { FastifyRequest } from "fastify";
import type { Notices } from "#server/domains/installation/notifications/notices.ts";
import { superAdmins } from "#server/domains/installation/notifications/super-admins.ts";
import { type Activity, recordActivity } from "#server/platform/activity.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { SessionUser } from "#server/platform/session.ts";
import type { PlanRequests, RequestedPlan } from "./plan-requests.ts";
import type { PlanRecord } from "./plans.policy.ts";
import type { PlansRepository } from "./plans.repository.ts";
import type { Subscriptions } from "./subscriptions.ts";

export interface PlanChangesOptions {
  readonly db: Database;
  readonly notices: Pick<Notices, "notify">;
  readonly subscriptions: Subscriptions;
  readonly repository: Pick<PlansRepository, "find">;
  readonly wishes: PlanRequests;
}

/** The actor. */
interface Call {
  readonly user: SessionUser;
  readonly request: FastifyRequest;
}

/** Assigns, requests, cancels and removes plans; each change is logged and notified. */
export function createPlanChanges({ db, notices, subscriptions, repository, wishes }: PlanChangesOptions) {
  /**
   * A plan that this user may select, or has already. Throws PLAN_CLOSED for a missing plan and for one that is
   * switched off.
   */
  const choosable = async (id: number, user: SessionUser): Promise<PlanRecord> => {
    const plan = await repository.find(id);
    const isOwn = async () => (await subscriptions.planOf(user.id))?.id === id;
    if (plan === undefined || !(plan.active || (await isOwn()))) throw new AppError("PLAN_CLOSED");
    return plan;
  };

  const tellSuperAdmins = (
    trx: Trx,
    { id }: SessionUser,
    sort: "plan_requested" | "plan_chosen" | "plan_cancelled",
    plan: string,
  ) => {
    const page = sort === "plan_requested" ? wishesPage : { link: `/edituser/${id}` };
    return notices.notify(trx, { to: superAdmins, by: id, sort, values: { plan }, ...page });
  };

  const wish = (plan: PlanRecord, { user, request }: Call) =>
    db.transaction().execute(async (trx) => {
      await wishes.put(trx, user.id, plan.id);
      await recordActivity(trx, done("plan.requested", plan, user, request));
      await tellSuperAdmins(trx, user, "plan_requested", plan.name);
      return { outcome: "requested" as const, from: null };
    });

  const choose = (plan: PlanRecord, { user, request }: Call) =>
    db.transaction().execute(async (trx) => {
      const chosen = await subscriptions.choose(trx, user.id, plan);
      await wishes.takeBack(trx, user.id);
      await recordActivity(trx, done(choices[chosen.outcome], plan, user, request));
      if (chosen.outcome !== "kept") await tellSuperAdmins(trx, user, "plan_chosen", plan.name);
      return chosen;
    });

  /** Removes a plan request and answers it. NOT_FOUND once it is answered. */
  const answer = async (
    id: number,
    { user, request }: Call,
    action: "plan.approved" | "plan.declined",
    sort: "plan_approved" | "plan_declined",
    then: (trx: Trx, asked: RequestedPlan, plan: PlanRecord) => Promise<void>,
  ) => {
    await db.transaction().execute(async (trx) => {
      const asked = await wishes.take(trx, id);
      const plan = asked && (await repository.find(asked.id_plan, trx));
      if (asked === undefined || plan === undefined) throw new AppError("NOT_FOUND");
      await then(trx, asked, plan);
      await recordActivity(trx, done(action, plan, user, request));
      await notices.notify(trx, {
        to: [asked.id_user],
        by: user.id,
        sort,
        values: { plan: plan.name },
        link: "/changeplan",
      });
    });
    return {};
  };

  /** Assigns a plan at once, or removes it, and notifies the user. NOT_FOUND for a missing plan. */
  const give = async (trx: Trx, userId: number, planId: number | null, { user, request }: Call) => {
    const before = await subscriptions.planOf(userId, trx);
    const plan = planId === null ? null : await repository.find(planId, trx);
    if (plan === undefined) throw new AppError("NOT_FOUND");
    await subscriptions.give(trx, userId, plan);
    await wishes.takeBack(trx, userId);
    const named = plan ?? before;
    if (named === undefined || plan?.id === before?.id) return;
    await recordActivity(trx, {
      ...done(plan === null ? "plan.taken" : "plan.given", named, user, request),
      subject: { kind: "user", id: userId, name: await nameOf(trx, userId) },
      details: { plan: named.name },
    });
    await notices.notify(trx, {
      to: [userId],
      by: user.id,
      sort: plan === null ? "plan_taken" : "plan_given",
      values: { plan: named.name },
      link: "/changeplan",
    });
  };

  /** Ends the plan with its cycle; withdraws a pending request. */
  const cancel = ({ user, request }: Call) =>
    db.transaction().execute(async (trx) => {
      await wishes.takeBack(trx, user.id);
      const until = await subscriptions.cancel(trx, user.id);
      if (until === null) return { until };
      const { id, name } = (await subscriptions.planOf(user.id, trx)) ?? { id: 0, name: "" };
      await recordActivity(trx, done("plan.cancelled", { id, name }, user, request));
      await tellSuperAdmins(trx, user, "plan_cancelled", name);
      return { until };
    });

  return { choosable, wish, choose, cancel, answer, give };
}

const wishesPage = { link: "/approvals", fold: "plan wishes" };

const nameOf = async (trx: Trx, userId: number): Promise<string> =>
  (await trx.selectFrom("users").select("username").where("id", "=", userId).executeTakeFirst())?.username ??
  "";

const choices = { changed: "plan.chosen", scheduled: "plan.scheduled", kept: "plan.kept" } as const;

/** For the log of the user and of the platform. */
export const done = (
  action: Activity["action"],
  { id, name }: { readonly id: number; readonly name: string },
  user: SessionUser,
  { ip }: FastifyRequest,
): Activity => ({ id_user: user.id, action, subject: { kind: "plan", id, name }, address: ip });
