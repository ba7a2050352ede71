import { execFile } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { mkdir, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const root = join(import.meta.dirname, "../..");

/** One version of the product, with its web part built. */
export interface Version {
  /** Short commit, with a note about uncommitted changes. */
  readonly name: string;
  /** Root of its sources. */
  readonly sources: string;
  /** Folder of its built web part. */
  readonly web: string;
}

/** A temporary folder that is removed when this process ends, also when it is interrupted. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "sitewalk-before-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  // When started by root, the database runs as another account, which must be able to enter.
  chmodSync(folder, 0o755);
  return folder;
}

/** Copies the sources of a commit into a folder, beside the installed packages, and builds them. */
export async function checkOut(commit: string, folder: string): Promise<Version> {
  const sources = join(folder, "sources");
  const archive = join(folder, "sources.tar");
  await mkdir(sources, { recursive: true });
  const name = await shortName(commit);
  await run("git", ["archive", `--output=${archive}`, name], { cwd: root });
  await run("tar", ["-xf", archive, "-C", sources]);
  await rm(archive);
  await addPackages(sources);
  return { name, sources, web: await build(sources, join(folder, "web")) };
}

/** Links the installed packages where the commit pins the same ones; otherwise installs its own. */
async function addPackages(sources: string): Promise<void> {
  if ((await lockOf(sources)) === (await lockOf(root)))
    await symlink(join(root, "node_modules"), join(sources, "node_modules"));
  else await run("npm", ["ci", "--no-audit", "--no-fund"], { cwd: sources, maxBuffer: 2 ** 26 });
}

const lockOf = (sources: string): Promise<string> => readFile(join(sources, "package-lock.json"), "utf8");

/** The working tree as it is, built into a folder outside. */
export async function workingTree(folder: string): Promise<Version> {
  const { stdout } = await run("git", ["status", "--porcelain"], { cwd: root });
  const name = await shortName("HEAD");
  return {
    name: stdout === "" ? name : `${name} with uncommitted changes`,
    sources: root,
    web: await build(root, join(folder, "web")),
  };
}

/** Whether both versions pin the same packages. */
export async function haveSamePackages(one: Version, other: Version): Promise<boolean> {
  return (await lockOf(one.sources)) === (await lockOf(other.sources));
}

async function shortName(commit: string): Promise<string> {
  const words = ["rev-parse", "--verify", "--quiet", "--short=8", `${commit}^{commit}`];
  const { stdout } = await run("git", words, { cwd: root }).catch(() => {
    throw new Error(`This repository has no commit ${commit}.`);
  });
  return stdout.trim();
}

/** Runs the version's own build with the Node and the packages of this process. */
async function build(sources: string, web: string): Promise<string> {
  const vite = join(sources, "node_modules/vite/bin/vite.js");
  const words = [vite, "build", "--outDir", web, "--emptyOutDir", "--logLevel", "error"];
  await run(process.execPath, words, { cwd: sources, maxBuffer: 2 ** 26 });
  return web;
}
