/** Entry point of `npm run backup` and `npm run restore`, and of the child of a worker that makes scheduled backups. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { type Config, readConfig } from "../config.ts";
import { yieldToRequests } from "../platform/low-priority.ts";
import { PostgresRefused } from "../platform/postgres/index.ts";
import { backUp } from "./back-up.ts";
import { showProgress } from "./progress.ts";
import { BackupRefused } from "./refused.ts";
import { restoreBackup, restoredWords } from "./restore-backup.ts";
import { shownBytes } from "./space.ts";
import { type Damage, verifyFolder } from "./verify.ts";

const usage = `
  npm run backup -- <folder> [--data <data folder>] [--keep <number>]
      creates a backup, even while Sitewalk is running; --keep deletes all but the newest <number>
  npm run backup -- verify <folder>
      verifies every backup in the folder and lists damaged files
  npm run restore -- <folder>[/<backup>] [--data <empty folder>] [--without-damaged]
      restores the newest backup, or the named one, into an empty data folder
`;

const say = (text: string): void => void process.stdout.write(`${text}\n`);

async function main(): Promise<number> {
  if (existsSync(".env")) process.loadEnvFile(".env");
  const [command, ...rest] = process.argv.slice(2);
  const { values, positionals } = parseArgs({
    args: rest,
    allowPositionals: true,
    options: {
      data: { type: "string" },
      keep: { type: "string" },
      "without-damaged": { type: "boolean", default: false },
    },
  });
  const config = readConfig({ ...process.env, ...(values.data !== undefined && { DATA_DIR: values.data }) });
  const isVerify = command === "backup" && positionals[0] === "verify" && positionals.length > 1;
  const [folder, surplus] = isVerify ? positionals.slice(1) : positionals;
  const keep = values.keep === undefined ? undefined : Number(values.keep);
  if (
    folder === undefined ||
    surplus !== undefined ||
    !(keep === undefined || (Number.isInteger(keep) && keep > 0))
  )
    throw new BackupRefused(usage);
  if (isVerify) return verify(resolve(folder));
  if (command === "backup") return backup(config, resolve(folder), keep);
  if (command === "restore") return restore(config, resolve(folder), values["without-damaged"]);
  throw new BackupRefused(usage);
}

async function backup(config: Config, folder: string, keep: number | undefined): Promise<number> {
  // As a worker's child: ends with the worker, and yields to page requests.
  if (process.send !== undefined) {
    process.once("disconnect", () => process.exit(1));
    yieldToRequests();
  }
  const show = showProgress();
  const began = performance.now();
  const made = await backUp(config, folder, {
    ...(keep !== undefined && { keep }),
    onProgress: ({ step, files, bytes }) => show.tell(`${step}: ${files} files, ${shownBytes(bytes)}`),
  });
  show.end();
  process.disconnect?.();
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  say(`${made.name}: ${shownBytes(made.bytes)} (${shownBytes(made.copied)} copied) in ${seconds} s.`);
  for (const name of made.dropped) say(`Removed: ${name}`);
  for (const what of made.manifest.without) say(absent[what]);
  return 0;
}

const absent = {
  database:
    "NOT in this backup: the external database (DATABASE_URL). Back it up with pg_dump or pg_basebackup; see docs/backup.md.",
  objects:
    "NOT in this backup: photos and videos in the S3 bucket (S3_BUCKET). Enable versioning or copy the bucket; see docs/backup.md.",
  key: "NOT in this backup: the key in APP_KEY. Store it in a safe place; without it, signed and sealed data cannot be read.",
} as const;

async function verify(folder: string): Promise<number> {
  const show = showProgress();
  let read = 0;
  const found = await verifyFolder(folder, (bytes) => show.tell(`read ${shownBytes((read += bytes))}`));
  show.end();
  if (found.size === 0) throw new BackupRefused(`There is no backup in ${folder}.`);
  let damaged = 0;
  for (const [name, result] of found) {
    if (result instanceof BackupRefused) {
      damaged += 1;
      say(`${name}: ${result.message}`);
      continue;
    }
    const damages = [...result.vital, ...result.objects];
    damaged += damages.length;
    say(`${name}: ${result.files} files, ${shownBytes(result.bytes)}, ${damages.length} damaged`);
    for (const one of damages) say(`  ${lineOf(one)}`);
  }
  if (damaged > 0)
    say(
      "Delete the listed files under objects/. The next backup copies them again if the originals are intact.",
    );
  return damaged === 0 ? 0 : 2;
}

const lineOf = ({ file, problem, of }: Damage): string => `${problem}: ${file}  ${of.join(" ")}`;

async function restore(config: Config, from: string, withoutDamaged: boolean): Promise<number> {
  const show = showProgress();
  const read = { verify: 0, copy: 0 };
  const restored = await restoreBackup({
    from,
    dataDir: config.dataDir,
    withoutDamaged,
    onBytes: (step, bytes) => show.tell(`${step}: ${shownBytes((read[step] += bytes))}`),
  });
  show.end();
  say(restoredWords(restored, config.dataDir));
  const { lost, remade } = restored.losses;
  for (const { kind, sha256 } of remade)
    say(`Will be recreated at the next start: files of ${kind} ${sha256}`);
  for (const path of lost) say(`LOST: ${path}`);
  for (const what of restored.manifest.without) say(absent[what]);
  if (!restored.manifest.without.includes("database")) say(`Next: DATA_DIR=${config.dataDir} npm start`);
  return 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  const isExpected = error instanceof BackupRefused || error instanceof PostgresRefused || isUsage(error);
  const text = error instanceof Error ? (isExpected ? error.message : (error.stack ?? "")) : String(error);
  process.stderr.write(`\nsitewalk: ${text}\n\n`);
  process.exit(1);
}

/** Usage errors: options unknown to `parseArgs`, and an invalid configuration. */
function isUsage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    error.message.startsWith("The configuration") ||
    ("code" in error && String(error.code).startsWith("ERR_PARSE_ARGS"))
  );
}
