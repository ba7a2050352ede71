/**
 * `npm run audit -- verify [hash]`: verifies the audit log against its seals. Exits with 0 when everything matches, with 1
 * when something does not, with 2 when it could not verify.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { AuditFinding } from "#contract/audit.ts";
import { readConfig } from "#server/config.ts";
import { openDatabase } from "#server/platform/database.ts";
import { secretOfInstallation } from "#server/platform/installation.ts";
import { createAppKey } from "#server/platform/key.ts";
import { createLog } from "#server/platform/log.ts";
import { startPostgres } from "#server/platform/postgres/index.ts";
import { checkAll } from "./check-all.ts";
import { createVerifier } from "./verify.ts";
import { createWitness } from "./witness.ts";

const say = (text: string): void => void process.stdout.write(`${text}\n`);

async function main([command, hash]: readonly string[]): Promise<number> {
  const isHash = hash === undefined || /^[0-9a-f]{64}$/.test(hash);
  if (command !== "verify" || !isHash) {
    say("npm run audit -- verify [64 digits of a saved seal]");
    return 2;
  }
  if (existsSync(".env")) process.loadEnvFile(".env");
  const config = readConfig(process.env);
  const { dataDir, DATABASE_URL } = config;
  const secret = await secretOfInstallation(config);
  const log = createLog("silent");
  const closing: (() => Promise<void>)[] = [];
  try {
    let connection: { connectionString: string } | Awaited<ReturnType<typeof startPostgres>>["connection"] = {
      connectionString: DATABASE_URL,
    };
    if (DATABASE_URL === "") {
      // Joins the running server; where there is none, one is started for the duration of the run.
      const postgres = await startPostgres({
        root: join(dataDir, "postgres"),
        database: "sitewalk",
        log,
      });
      closing.push(() => postgres.stop());
      ({ connection } = postgres);
    }
    const { db, close } = openDatabase(connection, log);
    closing.push(close);
    const verifier = createVerifier({
      db,
      key: createAppKey(secret, config.APP_KEY_BEFORE),
      witness: createWitness(join(dataDir, "audit")),
    });
    const { lines, seals, findings } = await checkAll(verifier, hash === undefined ? undefined : { hash });
    for (const finding of findings) say(sentence(finding));
    say(`${findings.length === 0 ? "Intact" : "NOT INTACT"}: ${lines} entries, ${seals} seals.`);
    return findings.length === 0 ? 0 : 1;
  } finally {
    for (const step of closing.toReversed()) await step();
  }
}

const sentence = ({ problem, source, id_line, id_seal }: AuditFinding): string =>
  [problem, source === null ? "" : `${source} ${id_line}`, id_seal === null ? "" : `seal ${id_seal}`]
    .filter((part) => part !== "")
    .join("  ");

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`\nsitewalk: ${error instanceof Error ? error.message : String(error)}\n\n`);
  process.exit(2);
}
