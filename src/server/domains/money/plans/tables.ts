import type { ColumnType, Generated } from "kysely";
import type { BillingInterval, PlanFeature } from "#contract/choices.ts";

export interface PlansTable {
  id: Generated<number>;
  name: string;
  description: Generated<string>;
  /** Minor units of the installation's currency. */
  price: Generated<number>;
  channel_price: Generated<number>;
  billing_interval: Generated<BillingInterval>;
  n_projects: number | null;
  n_projects_month: number | null;
  n_virtual_tours: number | null;
  n_virtual_tours_month: number | null;
  n_video_uploads: number | null;
  n_video_uploads_month: number | null;
  n_cameras: number | null;
  n_channels: number | null;
  features: Generated<readonly PlanFeature[]>;
  custom_features: Generated<readonly string[]>;
  active: Generated<boolean>;
  is_default: Generated<boolean>;
  needs_approval: Generated<boolean>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

/** Days are `2026-03-31`: the driver gives dates as text. Spans are [start, end). */
export interface SubscriptionsTable {
  id: Generated<number>;
  id_user: number;
  anchor: string;
  billing_interval: BillingInterval;
  cycle: Generated<number>;
  cycle_start: string;
  cycle_end: string;
  id_next_plan: Generated<number | null>;
  ends: Generated<boolean>;
  ended_on: Generated<string | null>;
  /** The end date for which its owner was reminded. */
  told_end: Generated<string | null>;
  created_at: Generated<Date>;
}

export interface SubscriptionPlansTable {
  id: Generated<number>;
  id_subscription: number;
  /** Null when the plan was deleted since; never for an open span. */
  id_plan: number | null;
  plan_name: string;
  price: number;
  channel_price: number;
  from_day: string;
  to_day: string | null;
}

export interface PlanRequestsTable {
  id: Generated<number>;
  id_user: number;
  id_plan: number;
  created_at: Generated<Date>;
}

export interface UsageMonthsTable {
  id_user: number;
  /** First day of the month, UTC. */
  month: string;
  projects: Generated<number>;
  visits: Generated<number>;
  videos: Generated<number>;
  bytes: Generated<number>;
}

export interface ProjectTiersTable {
  id: Generated<number>;
  name: string;
  area: number | null;
  num_buildings: number | null;
  num_floors: number | null;
  id_project: number | null;
  price: number;
  active: Generated<boolean>;
  created_at: Generated<Date>;
  updated_at: ColumnType<Date, Date | undefined, Date>;
}

declare module "#server/platform/database.ts" {
  interface Tables {
    billing_plans: PlansTable;
    subscriptions: SubscriptionsTable;
    subscription_plans: SubscriptionPlansTable;
    plan_requests: PlanRequestsTable;
    usage_months: UsageMonthsTable;
    project_tiers: ProjectTiersTable;
  }
}
