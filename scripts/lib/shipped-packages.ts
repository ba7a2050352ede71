import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { builtIn, corrections, type Work } from "./notice-tables.ts";

/** One package of package-lock.json, by its path from the root. */
interface Locked {
  readonly version: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
}
export type Lock = Readonly<Record<string, Locked>>;

export interface Shipped extends Work {
  /** Environments that run its code. */
  readonly runsIn: readonly ("browser" | "server")[];
}

export function readLock(root: string): Lock {
  const file = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as { packages: Lock };
  return file.packages;
}

/** `node_modules/a/node_modules/@b/c` is `@b/c`. */
const nameOf = (path: string): string => path.slice(path.lastIndexOf("node_modules/") + 13);

const platform = /(?:linux|linuxmusl|darwin|win32|windows|freebsd|webcontainers|wasm32)(?:-\w+)?$/;

/** The name of a package in NOTICE: one for all platforms of a binary, of which a machine installs only its own. */
export function listedName(path: string, { optional }: Pick<Locked, "optional">): string {
  const name = nameOf(path);
  if (name.startsWith("node-linux-")) return "node-linux-*";
  return optional === true ? name.replace(platform, "*") : name;
}

/** Paths in the lock file of everything that `npm ci --omit=dev` may install, on any platform. */
export const serverPackages = (lock: Lock): string[] =>
  Object.keys(lock).filter((path) => path !== "" && lock[path]?.dev !== true);

/** Paths in the lock file of every package whose code or fonts the built web part may contain. */
export function browserPackages(lock: Lock, imported: readonly string[]): string[] {
  const found = new Set<string>();
  const add = (path: string): void => {
    if (found.has(path)) return;
    found.add(path);
    for (const name of Object.keys(lock[path]?.dependencies ?? {})) {
      const at = resolved(lock, name, path);
      if (at === undefined) throw new Error(`${name}, which ${path} needs, is not in package-lock.json.`);
      add(at);
    }
  };
  for (const name of imported) add(`node_modules/${name}`);
  for (const name of Object.keys(builtIn)) found.add(`node_modules/${name}`);
  return [...found];
}

/** The nearest copy of a package, by Node's resolution. */
function resolved(lock: Lock, name: string, from: string): string | undefined {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf("/node_modules/")))) {
    const path = `${at === "" ? "" : `${at}/`}node_modules/${name}`;
    if (lock[path] !== undefined) return path;
    if (at === "") return undefined;
    if (!at.includes("/node_modules/")) at = "";
  }
}

const isTest = /\.test\.tsx?$|\.fixture\.|\/testing[./]|test-setup|^src\/web\/kit\//;
/** Quoted package names: imports of scripts and styles, plugins of Tailwind, font files. */
const named = /(?:\bfrom|\bimport|@plugin|url\()\s*\(?\s*"((?:@[\w.-]+\/)?[\w.-]+)[^"\n]*"/g;
const typesOnly = /import type [^;]*?;/g;

/** Packages imported by the sources of the web part, tests excluded. */
export function importedPackages(root: string, lock: Lock): string[] {
  const files = globSync(["src/web/**/*.{ts,tsx,css}", "src/{panorama,contract}/**/*.ts"], { cwd: root });
  const names = files
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => !isTest.test(file))
    .flatMap((file) => {
      const text = readFileSync(join(root, file), "utf8").replaceAll(typesOnly, "");
      return [...text.matchAll(named)].map(([, name = ""]) => name);
    });
  return [...new Set(names)].filter((name) => lock[`node_modules/${name}`] !== undefined).toSorted();
}

/** Everything shipped from packages, by name and version; the same on every platform. */
export function shippedPackages(root: string, lock: Lock = readLock(root)): Shipped[] {
  const inBrowser = new Set(browserPackages(lock, importedPackages(root, lock)));
  const onServer = new Set(serverPackages(lock));
  const groups = Map.groupBy([...new Set([...inBrowser, ...onServer])], (path) => {
    const entry = lock[path];
    if (entry === undefined) throw new Error(`${path} is not in package-lock.json.`);
    return `${listedName(path, entry)} ${entry.version}`;
  });
  return [...groups]
    .map(([key, paths]) => shipped(root, lock, key, paths, { inBrowser, onServer }))
    .toSorted(byName);
}

function shipped(
  root: string,
  lock: Lock,
  key: string,
  paths: readonly string[],
  { inBrowser, onServer }: Readonly<Record<"inBrowser" | "onServer", ReadonlySet<string>>>,
): Shipped {
  const [name = "", version = ""] = key.split(" ");
  const own = corrections[name];
  const licences = paths.flatMap((path) => lock[path]?.license?.split(" AND ") ?? []);
  const runsIn = [
    ...(paths.some((path) => inBrowser.has(path)) ? (["browser"] as const) : []),
    ...(paths.some((path) => onServer.has(path)) ? (["server"] as const) : []),
  ];
  const installed = own?.copyright === undefined || own.home === undefined ? firstInstalled(root, paths) : "";
  return {
    name,
    version,
    licence: own?.licence ?? [...new Set(licences)].toSorted(inOrder).join(" AND "),
    copyright: own?.copyright ?? copyrightLines(licenceFile(installed)),
    home: own?.home ?? homeOf(installed),
    runsIn,
  };
}

function firstInstalled(root: string, paths: readonly string[]): string {
  const path = paths.map((one) => join(root, one)).find((one) => existsSync(join(one, "package.json")));
  if (path === undefined)
    throw new Error(
      `${paths.join(", ")}: not installed here. Run npm ci, or describe it in notice-tables.ts.`,
    );
  return path;
}

/** The text of a package's own licence file; empty if there is none. */
export function licenceFile(folder: string): string {
  const name = readdirSync(folder)
    .toSorted(inOrder)
    .find((file) => /^(?:licen[cs]e|copying)(?:[.-][\w.-]+)?$/i.test(file));
  return name === undefined ? "" : readFileSync(join(folder, name), "utf8").replaceAll("\r\n", "\n");
}

const claim = /^(?:[\w ]{0,30} )?(?:Copyright|COPYRIGHT|copyright \(c\)):? \S|^©|^\([cC]\) ?\d/;
/** Sentences about copyright, and placeholder lines. */
const noClaim =
  /copyright (?:notice|holder|owner|licen|law|and|statement|interest|or )|\[yyyy\]|\{yyyy\}|<year>/i;

/** Copyright lines of a licence file. */
export function copyrightLines(text: string): string[] {
  const lines = text
    .split("\n")
    .map((line) =>
      line
        .replace(/^[\s*#>/;-]+(?:MIT License )?|^MIT License (?=Copyright)/, "")
        .replaceAll(/\s+/g, " ")
        .trim(),
    )
    .filter((line) => claim.test(line) && !noClaim.test(line));
  return [...new Set(lines)];
}

function homeOf(folder: string): string {
  const { homepage, repository } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
    homepage?: string;
    repository?: string | { url?: string };
  };
  const source = typeof repository === "string" ? repository : (repository?.url ?? "");
  return tidyAddress(homepage ?? source);
}

/** `git+ssh://git@github.com/a/b.git` and `a/b` are `https://github.com/a/b`. */
export function tidyAddress(address: string): string {
  const bare = address
    .replace(/^git\+/, "")
    .replace(/^(?:ssh|git|https?):\/\/(?:git@)?/, "https://")
    .replace(/^git@([^:]+):/, "https://$1/")
    .replace(/^(?:github:)?([\w.-]+\/[\w.-]+)$/, "https://github.com/$1")
    .replace(/#readme$/, "");
  return bare.replace(/\.git$/, "").replace(/\/$/, "");
}

/** By code points: the same on every machine, regardless of its language. */
export const inOrder = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
export const byName = (a: Work, b: Work): number => inOrder(a.name, b.name) || inOrder(a.version, b.version);
