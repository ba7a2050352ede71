import type pg from "pg";
import { z } from "zod";
import { openDatabase } from "../database.ts";
import { createSignals } from "../events/signals.ts";
import { createLog } from "../log.ts";
import { defineJob } from "./job.ts";
import { createJobs } from "./jobs.ts";

/** A separate worker process that starts the job and never ends it. Its one argument is the connection. */
const connection = JSON.parse(process.argv[2] ?? "{}") as pg.PoolConfig;
const log = createLog("silent");
const { db } = openDatabase(connection, log, { max: 2 });
const signals = createSignals({ db, connection, log });
const job = defineJob("test.interrupted", z.object({ n: z.number() }));
const jobs = createJobs({ connection, signals, log, works: true });
jobs.work(job, async ({ n }) => {
  process.stdout.write(`begun ${n}\n`);
  await new Promise(() => undefined);
});
await signals.start();
await jobs.start();
process.stdout.write("ready\n");
