import type { PersonalTool } from "#contract/choices.ts";
import type { PlanInfo } from "#contract/plans.ts";
import type { SettingValues } from "#contract/settings.ts";
import type { Database } from "#server/platform/database.ts";
import { wirePlanInfo } from "./plan-wire.ts";
import type { Subscriptions } from "./subscriptions.ts";
import "#server/domains/people/auth/tables.ts";

/** External integrations, gated per user. */
export const gatedFeatures = ["autodesk", "trello", "monday", "ms_project", "clickup", "api"] as const;
export type GatedFeature = (typeof gatedFeatures)[number];
/**
 * The level that closes the feature: the platform's settings, the super admin for this account, or its plan. Null:
 * none.
 */
export type ClosedBy = "site" | "person" | "plan" | null;
export type FeatureGates = Readonly<Record<GatedFeature, ClosedBy>>;

export interface FeatureGateFacts {
  readonly settings: SettingValues;
  readonly isSuperAdmin: boolean;
  readonly toolsOff: readonly string[];
  /** Without a plan nothing is limited, as everywhere. */
  readonly plan: Pick<PlanInfo, "id_plan" | "features" | "custom_features_array">;
}

const features = {
  trello: "Trello",
  monday: "Monday",
  ms_project: "MSProject",
  clickup: "ClickUp",
} as const satisfies Record<PersonalTool, PlanInfo["features"][number]>;

/** Pure decision. Super admins are never restricted by a plan, and always by the platform. */
export function featureGatesOf({ settings, isSuperAdmin, toolsOff, plan }: FeatureGateFacts): FeatureGates {
  const isFree = isSuperAdmin || plan.id_plan === null;
  const tool = (name: PersonalTool): ClosedBy => {
    if (!settings[`${name}_enabled`]) return "site";
    if (toolsOff.includes(name)) return "person";
    return isFree || plan.features.includes(features[name]) ? null : "plan";
  };
  return {
    autodesk: settings.adsk_enable ? (isFree || mentions(plan, "autodesk") ? null : "plan") : "site",
    trello: tool("trello"),
    monday: tool("monday"),
    ms_project: tool("ms_project"),
    clickup: tool("clickup"),
    api: isFree || plan.features.includes("API") ? null : "plan",
  };
}

/** A feature of the plan, or a custom line that names it, in any case. */
const mentions = (plan: FeatureGateFacts["plan"], word: string): boolean =>
  [...plan.features, ...plan.custom_features_array].some((line) => line.toLowerCase().includes(word));

/** The same for an account by its id; a missing account has no feature. */
export function createFeatureGates({
  db,
  settings,
  planOf,
}: {
  readonly db: Database;
  readonly settings: { get(): SettingValues };
  readonly planOf: Subscriptions["planOf"];
}) {
  return async function openings(userId: number): Promise<FeatureGates> {
    const [user, plan] = await Promise.all([
      db.selectFrom("users").select(["role", "tools_off"]).where("id", "=", userId).executeTakeFirst(),
      planOf(userId),
    ]);
    return featureGatesOf({
      settings: settings.get(),
      isSuperAdmin: user?.role === "super_admin",
      toolsOff: user?.tools_off ?? ["trello", "monday", "ms_project", "clickup"],
      plan: wirePlanInfo(plan),
    });
  };
}
export type FeatureGatesReader = ReturnType<typeof createFeatureGates>;
