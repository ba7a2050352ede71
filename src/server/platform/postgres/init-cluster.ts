import { randomBytes } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, rmdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { codeOf } from "../error-code.ts";
import type { Binaries } from "./binaries.ts";
import { syncFolder, writeDurably } from "./durable-file.ts";
import type { Identity } from "./identity.ts";
import { inheritFolders } from "./inherited-folders.ts";
import { type Layout, privateFolder } from "./layout.ts";
import { PostgresRefused } from "./refused.ts";
import { runTool, type ToolResult } from "./run-tool.ts";
import { APP_ROLE } from "./secret.ts";
import type { PostgresLog } from "./types.ts";

/**
 * pg_trgm drops every Arabic letter when LC_CTYPE is plain C, whatever the locale provider, so plain C is the
 * last resort.
 */
const CHARACTER_TYPES = ["C.UTF-8", "en_US.UTF-8", "C"] as const;

/** Major version of the existing data, undefined when there is none yet. */
export async function dataMajorVersion(layout: Layout): Promise<number | undefined> {
  try {
    return Number.parseInt(await readFile(join(layout.data, "PG_VERSION"), "utf8"), 10);
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error;
  }
  const content = await readdir(layout.data).catch(() => []);
  if (content.length === 0) return undefined;
  throw new PostgresRefused(
    "not-a-database",
    `${layout.data} holds files that are not a PostgreSQL database. Move them away, or set DATA_DIR to another folder.`,
  );
}

/**
 * Creates a new cluster beside the final path and renames it when complete. The name is new each time: an initdb that
 * outlived its killed parent would go on writing into a folder of the same name.
 */
export async function initCluster(
  layout: Layout,
  binaries: Binaries,
  identity: Identity,
  secret: string,
  log: PostgresLog,
): Promise<void> {
  await removeLeftovers(layout);
  const building = join(layout.root, `data.init.${randomBytes(4).toString("hex")}`);
  const passwordFile = join(layout.run, `password.${randomBytes(4).toString("hex")}`);
  await writeDurably(passwordFile, `${secret}\n`, 0o600, identity.owner);
  try {
    await runInitdb(layout, building, passwordFile, binaries, identity, log);
  } finally {
    await rm(passwordFile, { force: true });
  }
  await rmdir(layout.data).catch(() => undefined); // an empty folder made by hand
  await rename(building, layout.data);
  await syncFolder(layout.root);
}

async function removeLeftovers(layout: Layout): Promise<void> {
  for (const name of await readdir(layout.root)) {
    if (!name.startsWith("data.init")) continue;
    await rm(join(layout.root, name), { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  }
  for (const name of await readdir(layout.run)) {
    if (name.startsWith("password.")) await rm(join(layout.run, name), { force: true });
  }
}

async function runInitdb(
  layout: Layout,
  building: string,
  passwordFile: string,
  binaries: Binaries,
  identity: Identity,
  log: PostgresLog,
): Promise<void> {
  let result: ToolResult = { code: -1, stdout: "", stderr: "" };
  for (const characterType of CHARACTER_TYPES) {
    await mkdir(building, { mode: 0o700 });
    await privateFolder(building, identity.owner);
    const passage = await inheritFolders([building, layout.run], layout.closed);
    const [data = building, run = layout.run] = passage.names;
    const args = initdbArguments(data, join(run, basename(passwordFile)), characterType);
    result = await runTool(identity, binaries.initdb, args, "", passage.stdio);
    await passage.close();
    if (result.code === 0) {
      if (characterType === "C")
        log.warn("This system has no UTF-8 locale: search in Arabic text will be poor.");
      return;
    }
    await rm(building, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
    if (!/invalid locale|locale name/i.test(result.stderr)) break;
  }
  throw initdbFailed(result);
}

function initdbArguments(dataDir: string, passwordFile: string, characterType: string): string[] {
  return [
    `--pgdata=${dataDir}`,
    `--username=${APP_ROLE}`,
    "--auth=scram-sha-256",
    `--pwfile=${passwordFile}`,
    "--encoding=UTF8",
    "--no-instructions",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--lc-collate=C",
    `--lc-ctype=${characterType}`,
  ];
}

function initdbFailed({ stderr, code }: ToolResult): PostgresRefused {
  if (stderr.includes("could not look up effective user ID")) {
    return new PostgresRefused(
      "no-account",
      "This user id has no entry in /etc/passwd, and PostgreSQL cannot make a database without one. " +
        "Start as a user that has an account or as root, or set DATABASE_URL to an existing PostgreSQL.",
    );
  }
  if (/No space left on device/i.test(stderr)) {
    return new PostgresRefused(
      "initdb-failed",
      "The disk is full: the database could not be made. Free about 100 MB.",
    );
  }
  const reason = stderr.trim() || `exit code ${code}`;
  return new PostgresRefused("initdb-failed", `The database could not be made: ${reason}`);
}
