import type { Currency } from "#contract/currencies.ts";
import { plansApi } from "#contract/plans.ts";
import type { Notices } from "#server/domains/installation/notifications/notices.ts";
import { changedNames, recordActivity } from "#server/platform/activity.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";
import { definedOnly } from "#server/platform/defined-only.ts";
import { AppError } from "#server/platform/errors.ts";
import { handlers } from "#server/platform/http/module.ts";
import { jobWorker, scheduledJob } from "#server/platform/jobs/work.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { createPlanChanges, done } from "./plan-changes.ts";
import { createPlanRequests } from "./plan-requests.ts";
import { wirePlan, wirePlanInfo } from "./plan-wire.ts";
import { remindOfPlans } from "./plans.jobs.ts";
import { type PlanRecord, planPolicy, tierPolicy } from "./plans.policy.ts";
import { createPlansRepository, type PlanValues } from "./plans.repository.ts";
import type { Quotas } from "./quotas.ts";
import { samples } from "./samples.ts";
import type { Subscriptions } from "./subscriptions.ts";
import { tierHandlers } from "./tiers.handlers.ts";

export interface PlansOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly notices: Pick<Notices, "notify">;
  readonly subscriptions: Subscriptions;
  readonly quotas: Quotas;
  /** Currency of prices. */
  readonly settings: { get(): { readonly currency: Currency } };
}

export function plansModule(options: PlansOptions) {
  const { db, clock, subscriptions, quotas, settings } = options;
  const currency = () => settings.get().currency;
  const repository = createPlansRepository(db);
  const wishes = createPlanRequests(db);
  const { choosable, wish, choose, cancel, answer, give } = createPlanChanges({
    ...options,
    repository,
    wishes,
  });
  const show = async (id: number, user: SessionUser) => wirePlan(await repository.one(id), user, currency());

  return {
    offers: {
      /** For changes of several accounts at once. */
      givePlan: give,
    },
    jobs: [jobWorker(remindOfPlans, subscriptions.remind)],
    schedules: [scheduledJob("15 3 * * *", remindOfPlans)],
    policies: { plan: planPolicy(db), tier: tierPolicy(db) },
    samples,
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
        "DELETE /api/user/plan": (call) => cancel(call),
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
