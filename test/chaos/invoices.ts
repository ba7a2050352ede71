import { sql } from "kysely";
import { writeBills } from "#server/domains/money/billing/billing.jobs.ts";
import { type Database, openDatabase } from "#server/platform/database.ts";
import { createSignals } from "#server/platform/events/signals.ts";
import { createJobs } from "#server/platform/jobs/jobs.ts";
import { createLog } from "#server/platform/log.ts";
import { admin, onDatabase, signedIn, until, urlOf } from "./common.ts";
import type { Drill } from "./faults.ts";
import { freePort, killHard, startServer, stopGently } from "./server-process.ts";

const customers = 40;

/**
 * Two processes issue the invoices of a past month, for forty customers, while one of the two is killed at a random
 * moment; then those of the next month. In the end every customer has exactly one invoice for each month, the numbers
 * have no gap, and lines add up.
 */
export const runInvoices: Drill = ({ kills, random, say }) =>
  onDatabase(async (connection, folder) => {
    const log = createLog("silent");
    const environment = {
      ...admin,
      DATABASE_URL: urlOf(connection),
      DATA_DIR: `${folder}/data-dir`,
      APP_KEY: "one key for both of the processes",
      DEMO: "off",
      LOG_LEVEL: "silent",
    };
    const ports = [await freePort(), await freePort()] as const;
    const servers = [await startServer(ports[0], environment), await startServer(ports[1], environment)];
    const { db, close } = openDatabase(connection, log, { max: 2 });
    const signals = createSignals({ db, connection, log });
    const jobs = createJobs({ connection, signals, log, works: false, definitions: [writeBills] });
    await signals.start();
    await jobs.start();
    const backMs: number[] = [];
    try {
      await signedIn(servers[0]?.origin ?? "");
      await subscribe(db, kills);
      const due = async () => {
        const { count } = await db
          .selectFrom("subscriptions")
          .select(sql<number>`count(*)`.as("count"))
          .where("cycle_end", "<=", sql<string>`current_date`)
          .executeTakeFirstOrThrow();
        return count;
      };
      for (let kill = 0; kill < kills && (await due()) > 0; kill += 1) {
        await db.transaction().execute((trx) => jobs.send(trx, writeBills, {}));
        await new Promise((resume) => setTimeout(resume, 20 + random() * 400));
        const victim = kill % 2;
        const dead = servers[victim];
        if (dead !== undefined) await killHard(dead.child);
        const begin = performance.now();
        servers[victim] = await startServer(ports[victim] ?? 0, environment);
        const left = await due();
        await db.transaction().execute((trx) => jobs.send(trx, writeBills, {}));
        await until(async () => left === 0 || (await due()) < left);
        backMs.push(Math.round(performance.now() - begin));
        say(`kill ${kill + 1}/${kills}: ${left} bills open, goes on after ${backMs.at(-1)} ms`);
      }
      await db.transaction().execute((trx) => jobs.send(trx, writeBills, {}));
      await until(async () => (await due()) === 0);
      const wrong = await inspect(db, kills);
      return [
        {
          fault: "kill -9 of one of two processes while invoices are created",
          times: backMs.length,
          acknowledged: `${customers * kills} invoices due`,
          backMs,
          ...wrong,
        },
      ];
    } finally {
      await jobs.stop();
      await signals.stop();
      await close();
      await Promise.all(servers.map(({ child }) => stopGently(child)));
    }
  });

/** Customers with as many past months as there are kills: one invoice each. */
async function subscribe(db: Database, months: number): Promise<void> {
  await sql`
    with people as (
      insert into users (username, email, first_name, last_name, role)
      select 'customer-' || n, 'customer-' || n || '@example.org', 'Customer', n::text, 'user'
      from generate_series(1, ${customers}::int) as n
      returning id
    ), plan as (
      insert into billing_plans (name, price, channel_price) values ('Drill', 4900, 0)
      returning id, name, price, channel_price
    ), begun as (
      insert into subscriptions (id_user, anchor, billing_interval, cycle_start, cycle_end)
      select id, start::date, 'month', start::date, (start + interval '1 month')::date
      from people, (select current_date - make_interval(months => ${months}::int) as start) as span
      returning id, cycle_start
    )
    insert into subscription_plans (id_subscription, id_plan, plan_name, price, channel_price, from_day)
    select begun.id, plan.id, plan.name, plan.price, plan.channel_price, cycle_start from begun, plan`.execute(
    db,
  );
}

async function inspect(db: Database, months: number) {
  const { rows } = await sql<{ bills: number; twice: number; gaps: number; sums: number }>`
    select
      (select count(*) from invoices) as bills,
      (select count(*) from (select 1 from invoices group by id_user, billing_start having count(*) > 1) as t) as twice,
      (select coalesce(sum(last - given), 0)::int from invoice_numbers n
        join (select year, count(*) as given from invoices group by year) as g using (year)) as gaps,
      (select count(*) from invoices i
        where subtotal <> (select coalesce(sum(amount), 0) from invoice_lines l where l.id_invoice = i.id)) as sums
    `.execute(db);
  const { bills, twice, gaps, sums } = rows[0] ?? { bills: 0, twice: 0, gaps: 0, sums: 0 };
  return {
    lost: customers * months - bills,
    wrong: { "created twice": twice, "gaps in numbers": gaps, "wrong amounts": sums },
  };
}
