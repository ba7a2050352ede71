import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { PgBoss } from "pg-boss";
import type { Job } from "./calls.ts";

/** Has the running server do a job, and returns its seconds. */
export async function runJob(connection: pg.ClientConfig, { name, before }: Job): Promise<number> {
  const client = new pg.Client(connection);
  // Otherwise an ended connection would end the process, without a word of what ran.
  const report = ({ message }: Error) => console.error(`years: ${name}: ${message}`);
  client.on("error", report);
  await client.connect();
  const boss = new PgBoss({
    db: { executeSql: (text, values) => client.query(text, values) },
    schedule: false,
    supervise: false,
    migrate: false,
  });
  boss.on("error", report);
  try {
    await boss.start();
    const begin = async () => {
      if (before !== undefined) await client.query(before);
      return boss.send(name, {});
    };
    let id = await begin();
    // One that was due meanwhile runs first.
    for (; id === null; id = await begin()) await sleep(1000);
    for (;;) {
      const { rows } = await client.query<{ state: string; seconds: number }>(
        `select state, extract(epoch from completed_on - started_on)::float8 as seconds
         from pgboss.job where name = $1 and id = $2`,
        [name, id],
      );
      const [job] = rows;
      if (job?.state === "completed") return job.seconds;
      if (job?.state === "failed" || job === undefined) throw new Error(`The job ${name} failed.`);
      await sleep(250);
    }
  } finally {
    await boss.stop({ graceful: false });
    await client.end();
  }
}
