import { sql } from "kysely";
import type { BillingInterval } from "#contract/choices.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { tierOf } from "../plans/size-tiers.ts";
import type { Charges, ProjectCharge } from "./charges.ts";
import "#server/domains/media/live/tables.ts";
import "../plans/tables.ts";

/** The present charges of a customer's subscription: plans with their days, own projects, channels. */
export async function readCharges(
  db: Database | Trx,
  subscription: {
    readonly id: number;
    readonly id_user: number;
    readonly billing_interval: BillingInterval;
  },
): Promise<Charges> {
  const segments = await db
    .selectFrom("subscription_plans")
    .select(["plan_name", "price", "channel_price", "from_day", "to_day"])
    .where("id_subscription", "=", subscription.id)
    .orderBy("from_day")
    .orderBy("id")
    .execute();
  const channels = await db
    .selectFrom("live_channels")
    .select(["id", "name"])
    .where("id_payer", "=", subscription.id_user)
    .orderBy("id")
    .execute();
  const projects = await readProjectCharges(db, subscription.id_user);
  return { interval: subscription.billing_interval, segments, projects, channels };
}

/** The projects that a customer owns and that are not in the bin, each with its size tier. */
export async function readProjectCharges(db: Database | Trx, userId: number): Promise<ProjectCharge[]> {
  const { rows } = await sql<ProjectCharge>`
    select p.id as id_project, p.name, coalesce(t.name, '') as tier, coalesce(t.price, 0) as price
    from projects p
    join project_members m on m.id_project = p.id and m.role = 'owner'
    left join lateral (${tierOf("p")}) t on true
    where m.id_user = ${userId} and p.deleted_at is null
    order by p.name, p.id`.execute(db);
  return rows;
}
