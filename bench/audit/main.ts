import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { checkAll } from "#server/domains/installation/audit/check-all.ts";
import { createSealer } from "#server/domains/installation/audit/seal.ts";
import { createVerifier } from "#server/domains/installation/audit/verify.ts";
import { createWitness } from "#server/domains/installation/audit/witness.ts";
import { recordActivity } from "#server/platform/activity.ts";
import { type Database, openDatabase } from "#server/platform/database.ts";
import { createAppKey } from "#server/platform/key.ts";
import { createLog } from "#server/platform/log.ts";
import { migrate } from "#server/platform/migrate.ts";
import { startPostgres } from "#server/platform/postgres/index.ts";
import { amountFigure, ratioFigure, type Section, table } from "../lib/report.ts";
import { median } from "../lib/stats.ts";
import { LOG_LINES, measureSearch } from "./search.ts";

const LINES = 100_000;
const WRITES = 2000;
const ROUNDS = 5;
const key = createAppKey("the secret of a bench, which protects nothing at all");

/** Measures what an audit log entry costs the write that creates it, and what sealing and verifying cost in addition. */
export async function runAuditBench(): Promise<Section> {
  const folder = await mkdtemp(join(tmpdir(), "sitewalk-bench-"));
  const log = createLog("silent");
  const postgres = await startPostgres({ root: join(folder, "postgres"), database: "sitewalk", log });
  try {
    const { db, close } = openDatabase(postgres.connection, log);
    try {
      await migrate(db);
      return await measure(db, folder);
    } finally {
      await close();
    }
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure(db: Database, folder: string): Promise<Section> {
  const witness = createWitness(join(folder, "audit"));
  const log = createLog("silent");
  const sealer = createSealer({ db, key, log, witness });
  const verifier = createVerifier({ db, key, witness });
  await writes(db, 500);
  const rounds = { bare: [] as number[], waiting: [] as number[], sealing: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    await sql`alter table activity disable trigger activity_waits`.execute(db);
    rounds.bare.push(await writes(db, WRITES));
    await sql`alter table activity enable trigger activity_waits`.execute(db);
    rounds.waiting.push(await writes(db, WRITES));
    const end = new AbortController();
    const beside = (async () => {
      while (!end.signal.aborted) await sealer.one();
    })();
    rounds.sealing.push(await writes(db, WRITES));
    end.abort();
    await beside;
  }
  await sealer.all();
  await sql`
    insert into activity (action, subject_kind, id_subject, subject_name, address)
    select 'visit.changed', 'visit', n, 'The visit of week ' || n, '192.0.2.7' from generate_series(1, ${LINES}) n`.execute(
    db,
  );
  // Entries of the rounds without the trigger are in no seal, which is what the verification is meant to find.
  await sql`insert into audit_waiting select 1, a.id from activity a
    where not exists (select from audit_lines l where l.kind = 1 and l.id_line = a.id)
      and not exists (select from audit_waiting w where w.kind = 1 and w.id_line = a.id)`.execute(db);
  const sealed = await seconds(() => sealer.all());
  let findings = 0;
  let lines = 0;
  const checked = await seconds(async () => {
    const whole = await checkAll(verifier);
    findings = whole.findings.length;
    lines = whole.lines;
  });
  const search = await measureSearch(db, (count) => writes(db, count));
  const [bare, waiting, sealing] = [median(rounds.bare), median(rounds.waiting), median(rounds.sealing)];
  return {
    title: "Audit log",
    method: `${WRITES} entries written one after the other, one transaction each, in ${ROUNDS} rounds: without the trigger that queues them for sealing, with it, and with a sealer running all the time; medians. Then ${LINES} entries sealed and verified at once. Then the search of the activity log among ${LOG_LINES.toLocaleString("en")} entries, page and total, compared with testing each field of every entry.`,
    figures: [
      ratioFigure("An entry queued for its seal, compared with one that is not", waiting / bare, 1.15),
      amountFigure("Sealing of 100,000 entries", sealed, 30, "s", 1),
      amountFigure("Verification of all entries", (checked / lines) * 100_000, 30, "s for 100,000", 1),
      {
        what: "Findings in an unchanged log",
        target: "0",
        measured: String(findings),
        isMet: findings === 0,
      },
      ...search.figures,
    ],
    details: [
      table(
        ["entry", "ms"],
        [
          ["not queued", bare.toFixed(3)],
          ["queued for its seal", waiting.toFixed(3)],
          ["the same, with a sealer running", sealing.toFixed(3)],
        ],
      ),
      search.detail,
    ],
  };
}

/** Returns milliseconds per write. */
async function writes(db: Database, count: number): Promise<number> {
  const begin = performance.now();
  for (let n = 0; n < count; n += 1)
    await recordActivity(db, {
      id_user: null,
      action: "visit.changed",
      subject: { kind: "visit", id: n, name: "The visit of this week" },
      changed: ["name"],
      address: "192.0.2.7",
    });
  return (performance.now() - begin) / count;
}

async function seconds(work: () => Promise<void>): Promise<number> {
  const begin = performance.now();
  await work();
  return (performance.now() - begin) / 1000;
}
