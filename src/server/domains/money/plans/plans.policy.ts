import { type Selectable, sql } from "kysely";
import type { Database } from "#server/platform/database.ts";
import { flagsBy, type Policy, rightsFor } from "#server/platform/policy.ts";
import type { SessionUser } from "#server/platform/session.ts";
import type { PlansTable, ProjectTiersTable } from "./tables.ts";
import "./tables.ts";

export type PlanRecord = Selectable<PlansTable>;
export type TierRecord = Selectable<ProjectTiersTable>;
/** Whether the caller has the plan now, or owns the project that the size tier is for. */
type Held<T> = T & { readonly is_own: boolean };

declare module "#server/platform/policy.ts" {
  interface Subjects {
    plan: Held<PlanRecord>;
    tier: Held<TierRecord>;
  }
}

export const planRights = rightsFor<never>()({
  about: "Plans. All signed-in users see the plans that can be selected.",
  verbs: {
    edit: { allows: "edit the plan", to: ["super_admin"] },
    delete: { allows: "delete the plan", to: ["super_admin"] },
  },
});

export const planFlags = (user: SessionUser | null) => flagsBy(planRights, user, []);

export function planPolicy(db: Database): Policy<Held<PlanRecord>> {
  return {
    rights: planRights,
    load: (key, user) =>
      db
        .selectFrom("billing_plans as p")
        .selectAll("p")
        .select(
          sql<boolean>`exists (select from subscription_plans sp
            join subscriptions s on s.id = sp.id_subscription and s.ended_on is null
            where sp.id_plan = p.id and sp.to_day is null and s.id_user = ${user?.id ?? 0})`.as("is_own"),
        )
        .where("p.id", "=", Number(key))
        .executeTakeFirst(),
    flags: (_, user) => planFlags(user),
    sees: ({ active, is_own }, { super_admin }) => active || is_own || super_admin,
  };
}

export const tierRights = rightsFor<never>()({
  about: "Size tiers of projects. All signed-in users see the active ones.",
  verbs: {
    edit: { allows: "edit the size tier", to: ["super_admin"] },
    delete: { allows: "delete the size tier", to: ["super_admin"] },
  },
});

export const tierFlags = (user: SessionUser | null) => flagsBy(tierRights, user, []);

export function tierPolicy(db: Database): Policy<Held<TierRecord>> {
  return {
    rights: tierRights,
    load: (key, user) =>
      db
        .selectFrom("project_tiers as t")
        .selectAll("t")
        .select(
          sql<boolean>`exists (select from project_members m
            where m.id_project = t.id_project and m.id_user = ${user?.id ?? 0} and m.role = 'owner')`.as(
            "is_own",
          ),
        )
        .where("t.id", "=", Number(key))
        .executeTakeFirst(),
    flags: (_, user) => tierFlags(user),
    sees: ({ active, id_project, is_own }, { super_admin }) =>
      super_admin || (active && (id_project === null || is_own)),
  };
}
