import { sql } from "kysely";
import type { BillingInterval } from "#contract/choices.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import type { Charges, ProjectCharge } from "./charges.ts";
import "../live/tables.ts";
import "../plans/tables.ts";

/** What somebody's subscription charges for, as things stand now: plans with their days, own projects, channels. */
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

/** The projects somebody owns that are not in the bin, each with the first band that holds it: its own, then the smallest. */
export async function readProjectCharges(db: Database | Trx, userId: number): Promise<ProjectCharge[]> {
  const { rows } = await sql<ProjectCharge>`
    select p.id as id_project, p.name, coalesce(t.name, '') as tier, coalesce(t.price, 0) as price
    from projects p
    join project_members m on m.id_project = p.id and m.role = 'owner'
    left join lateral (
      select t.name, t.price from project_tiers t
      where t.active and (t.id_project is null or t.id_project = p.id)
        and (t.area is null or p.area <= t.area)
        and (t.num_buildings is null or p.num_buildings <= t.num_buildings)
        and (t.num_floors is null or p.num_floors <= t.num_floors)
      order by t.id_project nulls last, t.area nulls last, t.num_buildings nulls last, t.num_floors nulls last,
        t.price, t.id
      limit 1
    ) t on true
    where m.id_user = ${userId} and p.deleted_at is null
    order by p.name, p.id`.execute(db);
  return rows;
}
