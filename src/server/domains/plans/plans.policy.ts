import type { Selectable } from "kysely";
import type { Database } from "#server/platform/database.ts";
import { flagsBy, type Policy, rightsFor } from "#server/platform/policy.ts";
import type { SessionUser } from "#server/platform/session.ts";
import type { PlansTable, ProjectTiersTable } from "./tables.ts";
import "./tables.ts";

export type PlanRecord = Selectable<PlansTable>;
export type TierRecord = Selectable<ProjectTiersTable>;

declare module "#server/platform/policy.ts" {
  interface Subjects {
    plan: PlanRecord;
    tier: TierRecord;
  }
}

export const planRights = rightsFor<never>()({
  about: "Plans. Those that can be chosen are seen by everybody signed in.",
  verbs: {
    edit: { allows: "change the plan", to: ["super_admin"] },
    delete: { allows: "delete the plan", to: ["super_admin"] },
  },
});

export const planFlags = (user: SessionUser | null) => flagsBy(planRights, user, []);

export function planPolicy(db: Database): Policy<PlanRecord> {
  return {
    rights: planRights,
    load: (key) =>
      db.selectFrom("billing_plans").selectAll().where("id", "=", Number(key)).executeTakeFirst(),
    flags: (_, user) => planFlags(user),
  };
}

export const tierRights = rightsFor<never>()({
  about: "Bands of project sizes. Those in use are seen by everybody signed in.",
  verbs: {
    edit: { allows: "change the band", to: ["super_admin"] },
    delete: { allows: "delete the band", to: ["super_admin"] },
  },
});

export const tierFlags = (user: SessionUser | null) => flagsBy(tierRights, user, []);

export function tierPolicy(db: Database): Policy<TierRecord> {
  return {
    rights: tierRights,
    load: (key) =>
      db.selectFrom("project_tiers").selectAll().where("id", "=", Number(key)).executeTakeFirst(),
    flags: (_, user) => tierFlags(user),
  };
}
