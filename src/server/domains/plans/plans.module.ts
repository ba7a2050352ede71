import type { FastifyRequest } from "fastify";
import type { Currency } from "#contract/currencies.ts";
import { plansApi } from "#contract/plans.ts";
import { type Activity, changedNames, recordActivity } from "#server/platform/activity.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { definedOnly } from "#server/platform/defined.ts";
import { AppError } from "#server/platform/errors.ts";
import { handlers } from "#server/platform/http/module.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { superAdmins } from "../auth/super-admins.ts";
import type { Notices } from "../notifications/notices.ts";
import { wirePlan, wirePlanInfo } from "./plan-wire.ts";
import { type PlanRecord, planPolicy, tierPolicy } from "./plans.policy.ts";
import { createPlansRepository, type PlanValues } from "./plans.repository.ts";
import type { Quotas } from "./quotas.ts";
import type { Subscriptions } from "./subscriptions.ts";
import { tierHandlers } from "./tiers.handlers.ts";
import { createWishes, type Wish } from "./wishes.ts";

export interface PlansOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly notices: Pick<Notices, "tell">;
  readonly subscriptions: Subscriptions;
  readonly quotas: Quotas;
  /** In which prices are told. */
  readonly currency: () => Currency;
}

/** One's own plan, as far as a call changes it. */
interface Call {
  readonly user: SessionUser;
  readonly request: FastifyRequest;
}

export function plansModule({ db, clock, notices, subscriptions, quotas, currency }: PlansOptions) {
  const repository = createPlansRepository(db);
  const wishes = createWishes(db);
  const show = async (id: number, user: SessionUser) => wirePlan(await repository.one(id), user, currency());

  /** A plan that this person may choose, or has already. A missing plan and one that is switched off: PLAN_CLOSED. */
  const choosable = async (id: number, user: SessionUser): Promise<PlanRecord> => {
    const plan = await repository.find(id);
    const isOwn = async () => (await subscriptions.planOf(user.id))?.id === id;
    if (plan === undefined || !(plan.active || (await isOwn()))) throw new AppError("PLAN_CLOSED");
    return plan;
  };

  const wish = (plan: PlanRecord, { user, request }: Call) =>
    db.transaction().execute(async (trx) => {
      await wishes.put(trx, user.id, plan.id);
      await recordActivity(trx, done("plan.requested", plan, user, request));
      await notices.tell(trx, {
        to: superAdmins,
        by: user.id,
        sort: "plan_requested",
        values: { plan: plan.name },
        link: "/approvals",
        fold: "plan wishes",
      });
      return { outcome: "requested" as const, from: null };
    });

  const choose = (plan: PlanRecord, { user, request }: Call) =>
    db.transaction().execute(async (trx) => {
      const chosen = await subscriptions.choose(trx, user.id, plan);
      await wishes.takeBack(trx, user.id);
      await recordActivity(trx, done(choices[chosen.outcome], plan, user, request));
      if (chosen.outcome !== "kept")
        await notices.tell(trx, {
          to: superAdmins,
          by: user.id,
          sort: "plan_chosen",
          values: { plan: plan.name },
          link: `/edituser/${user.id}`,
        });
      return chosen;
    });

  /** Takes a wish off the list and answers it. NOT_FOUND once it is answered. */
  const answer = async (
    id: number,
    { user, request }: Call,
    action: "plan.approved" | "plan.declined",
    sort: "plan_approved" | "plan_declined",
    then: (trx: Trx, asked: Wish, plan: PlanRecord) => Promise<void>,
  ) => {
    await db.transaction().execute(async (trx) => {
      const asked = await wishes.take(trx, id);
      const plan = asked && (await repository.find(asked.id_plan, trx));
      if (asked === undefined || plan === undefined) throw new AppError("NOT_FOUND");
      await then(trx, asked, plan);
      await recordActivity(trx, done(action, plan, user, request));
      await notices.tell(trx, {
        to: [asked.id_user],
        by: user.id,
        sort,
        values: { plan: plan.name },
        link: "/changeplan",
      });
    });
    return {};
  };

  /** Gives somebody a plan at once, or takes his away, and tells him. NOT_FOUND for a plan that is not there. */
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
    await notices.tell(trx, {
      to: [userId],
      by: user.id,
      sort: plan === null ? "plan_taken" : "plan_given",
      values: { plan: named.name },
      link: "/changeplan",
    });
  };

  return {
    /** For whoever changes several accounts at once. */
    give,
    policies: { plan: planPolicy(db), tier: tierPolicy(db) },
    handlers: {
      ...tierHandlers({ db, clock, currency }),
      ...handlers(plansApi, {
        "GET /api/plans": async ({ query, user }) => {
          const { rows, total } = await repository.list(query, user.super_admin);
          return {
            items: rows.map((row) => wirePlan(row, user, currency())),
            total,
            page: query.page,
            per_page: query.per_page,
          };
        },
        "POST /api/plans": async ({ body, user, request }) => {
          const id = await db.transaction().execute(async (trx) => {
            const { interval: billing_interval, ...rest } = body;
            const made = await repository.insert(trx, { ...rest, billing_interval });
            await recordActivity(trx, done("plan.created", { id: made, name: body.name }, user, request));
            return made;
          });
          return show(id, user);
        },
        "GET /api/plans/{id}": async ({ params, user }) => {
          const plan = await repository.find(params.id);
          const isHis = async () => (await subscriptions.planOf(user.id))?.id === params.id;
          if (plan === undefined || !(plan.active || user.super_admin || (await isHis())))
            throw new AppError("NOT_FOUND");
          return wirePlan(plan, user, currency());
        },
        "PUT /api/plans/{id}": async ({ subject, body, user, request }) => {
          const { interval, ...rest } = body;
          const values: Partial<PlanValues> = definedOnly({ ...rest, billing_interval: interval });
          const changed = changedNames<PlanRecord>(subject, values);
          if (changed.length > 0)
            await db.transaction().execute(async (trx) => {
              await repository.update(trx, subject, values);
              const name = values.name ?? subject.name;
              await recordActivity(trx, {
                ...done("plan.changed", { id: subject.id, name }, user, request),
                changed,
              });
            });
          return show(subject.id, user);
        },
        "DELETE /api/plans/{id}": async ({ subject, user, request }) => {
          await db.transaction().execute(async (trx) => {
            await repository.remove(trx, subject);
            await recordActivity(trx, done("plan.deleted", subject, user, request));
          });
          return {};
        },
        "PUT /api/user/plan": async ({ body, user, request }) => {
          const plan = await choosable(body.id_plan, user);
          const isNew = (await subscriptions.planOf(user.id))?.id !== plan.id;
          const asks = isNew && plan.needs_approval && !user.super_admin;
          return asks ? wish(plan, { user, request }) : choose(plan, { user, request });
        },
        "DELETE /api/user/plan": ({ user, request }) =>
          db.transaction().execute(async (trx) => {
            await wishes.takeBack(trx, user.id);
            const until = await subscriptions.cancel(trx, user.id);
            if (until === null) return { until };
            const { id, name } = (await subscriptions.planOf(user.id, trx)) ?? { id: 0, name: "" };
            await recordActivity(trx, done("plan.cancelled", { id, name }, user, request));
            await notices.tell(trx, {
              to: superAdmins,
              by: user.id,
              sort: "plan_cancelled",
              values: { plan: name },
              link: `/edituser/${user.id}`,
            });
            return { until };
          }),
        "PUT /api/users/{id}/plan": async ({ subject, body, ...call }) => {
          await db.transaction().execute((trx) => give(trx, subject.id, body.id_plan, call));
          return wirePlanInfo(await subscriptions.planOf(subject.id));
        },
        "GET /api/plan-requests": async ({ query }) => {
          const { rows, total } = await wishes.list(query);
          return { items: [...rows], total, page: query.page, per_page: query.per_page };
        },
        "PUT /api/plan-requests/{id}/approve": ({ params, ...call }) =>
          answer(params.id, call, "plan.approved", "plan_approved", (trx, { id_user }, plan) =>
            subscriptions.give(trx, id_user, plan),
          ),
        "PUT /api/plan-requests/{id}/decline": ({ params, ...call }) =>
          answer(params.id, call, "plan.declined", "plan_declined", () => Promise.resolve()),
        "GET /api/quota": ({ query, user }) =>
          quotas.tell({ kind: query.kind, id_user: user.id, id_project: query.id_project ?? null }),
      }),
    },
  };
}

const nameOf = async (trx: Trx, userId: number): Promise<string> =>
  (await trx.selectFrom("users").select("username").where("id", "=", userId).executeTakeFirst())?.username ??
  "";

const choices = { changed: "plan.chosen", scheduled: "plan.scheduled", kept: "plan.kept" } as const;

const done = (
  action: Activity["action"],
  { id, name }: { readonly id: number; readonly name: string },
  user: SessionUser,
  { ip }: FastifyRequest,
): Activity => ({ id_user: user.id, action, subject: { kind: "plan", id, name }, address: ip });
