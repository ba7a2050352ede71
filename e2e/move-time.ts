import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "pg";
import { isInherited } from "#server/platform/postgres/inherited-folders.ts";
import { readPidFile } from "#server/platform/postgres/pid-file.ts";
import { APP_ROLE } from "#server/platform/postgres/secret.ts";
import type { JourneyServer } from "./server.ts";

/** Opens the server's own database, for the one thing no call can do: let time pass. */
async function inDatabase(dataDir: string, work: (client: Client) => Promise<void>): Promise<void> {
  const root = join(dataDir, "postgres");
  const running = await readPidFile(join(root, "data/postmaster.pid"));
  if (running === undefined) throw new Error("The database does not run.");
  const client = new Client({
    host: isInherited(running.socketDir) ? join(root, "run") : running.socketDir,
    port: running.port,
    user: APP_ROLE,
    password: (await readFile(join(root, "secret"), "utf8")).trim(),
    database: "sitewalk",
  });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/** Moves the moment at which a project's report was switched on into the past, so that the last period is due. */
export const reportWasOn = ({ dataDir }: JourneyServer, project: number, days: number): Promise<void> =>
  inDatabase(dataDir, async (client) => {
    await client.query(
      `update owner_reports set since = since - $1::int * interval '1 day' where id_project = $2`,
      [days, project],
    );
  });

/** Moves all dates agreed with a user this many days into the past: their plan, invoices and due dates. */
export const daysPass = ({ dataDir }: JourneyServer, id_user: number, days: number): Promise<void> =>
  inDatabase(dataDir, async (client) => {
    const of = [days, id_user];
    await client.query(
      `update subscriptions set anchor = anchor - $1::int, cycle_start = cycle_start - $1::int,
         cycle_end = cycle_end - $1::int where id_user = $2`,
      of,
    );
    await client.query(
      `update subscription_plans set from_day = from_day - $1::int, to_day = to_day - $1::int
         where id_subscription in (select id from subscriptions where id_user = $2)`,
      of,
    );
    await client.query(
      `update invoices set billing_start = billing_start - $1::int, billing_end = billing_end - $1::int
         where id_user = $2`,
      of,
    );
    await client.query(`update users set payment_deadline = payment_deadline - $1::int where id = $2`, of);
  });
