import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { build, type Plugin, type Rolldown } from "vite";
import { browsers } from "./preact-build.ts";
import { publicManifest } from "./public-pages.ts";

const root = resolve(import.meta.dirname, "../..");
const source = resolve(root, "src/web/sw/sw.ts");

type Bundle = Rolldown.OutputBundle;
type Chunk = Rolldown.OutputChunk;

/** Files fetched only after a failure, in development, or of use only with a connection. */
const isElsewhere = (chunk: Chunk) =>
  chunk.moduleIds.some((id) => /@sentry[\\/]|hls\.js[\\/]|src[\\/]web[\\/]kit[\\/]/.test(id));
const languageOf = (chunk: Chunk) => /src[\\/]i18n[\\/](\w+)[\\/]/.exec(chunk.facadeModuleId ?? "")?.[1];

/**
 * Builds src/web/sw into /sw.js with the list of build files to cache. After the guest pages, which have a build of their
 * own: the worker also caches the viewer.
 */
export function serviceWorker(): Plugin {
  let application: { readonly dir: string; readonly files: ReturnType<typeof keptFiles> } | undefined;
  return {
    name: "sitewalk:service-worker",
    apply: "build",
    writeBundle({ dir }, bundle) {
      // In development the newest code must be served, not the cache.
      const isWanted = this.environment.config.mode !== "development" && dir !== undefined;
      application = isWanted ? { dir, files: keptFiles(bundle) } : undefined;
    },
    closeBundle: {
      sequential: true,
      order: "post",
      async handler() {
        if (application === undefined) return;
        const { dir, files } = application;
        await build({
          root,
          configFile: false,
          publicDir: false,
          logLevel: "warn",
          define: { KEPT_FILES: JSON.stringify({ ...files, viewer: viewerFiles(dir) }) },
          build: {
            outDir: dir,
            emptyOutDir: false,
            target: browsers,
            lib: { entry: source, formats: ["iife"], name: "sw", fileName: () => "sw.js" },
          },
        });
      },
    },
  };
}

interface ManifestEntry {
  readonly file: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
}

/** Of use only with a connection, or of the other guest pages. */
const isNotForViewing = (key: string) =>
  /hls\.js|reporting\/reporter|viewer\/guide|features\/media\/player\/page/.test(key);

/** Everything that a visit may load in the viewer, in both languages. */
function viewerFiles(dir: string): string[] {
  const text = readFileSync(resolve(dir, publicManifest), "utf8");
  const manifest = JSON.parse(text) as Readonly<Record<string, ManifestEntry>>;
  const found = new Map<string, ManifestEntry>();
  const add = (key: string): void => {
    const entry = manifest[key];
    if (entry === undefined || found.has(key)) return;
    found.set(key, entry);
    for (const next of entry.imports ?? []) add(next);
    for (const next of entry.dynamicImports ?? []) if (!isNotForViewing(next)) add(next);
  };
  add("viewer.html");
  if (found.size === 0) throw new Error("The viewer is not in this build.");
  return [...new Set([...found.values()].flatMap(({ file, css = [] }) => [file, ...css]))].map(address);
}

/** All files after sign-in, their styles, and per language the texts and fonts. */
function keptFiles(bundle: Bundle) {
  const chunks = Object.values(bundle).filter((item): item is Chunk => item.type === "chunk");
  const find = (end: string) => chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(end));
  const [page, inside] = [find("index.html"), find("src/web/inside.tsx")];
  // Both are loaded by the page's own script, on a locked device only.
  const lock = [find("src/web/shell/lock/settle-lock.ts"), find("src/web/shell/lock/lock-screen.tsx")];
  if (page === undefined || inside === undefined || lock.includes(undefined))
    throw new Error("The application is not in this build.");
  const shell = new Set<Chunk>();
  const first = new Set<Chunk>();
  const addFirst = (chunk: Chunk | undefined): void => {
    if (chunk === undefined || first.has(chunk) || languageOf(chunk) !== undefined) return;
    first.add(chunk);
    for (const name of chunk.imports) addFirst(bundle[name] as Chunk | undefined);
  };
  const words = new Map<string, string[]>();
  const add = (chunk: Chunk | undefined, isLazy: boolean): void => {
    if (chunk === undefined || shell.has(chunk) || isElsewhere(chunk)) return;
    const language = languageOf(chunk);
    if (language !== undefined) {
      words.set(language, [...new Set([...(words.get(language) ?? []), chunk.fileName])]);
      return;
    }
    shell.add(chunk);
    for (const name of [...chunk.imports, ...(isLazy ? chunk.dynamicImports : [])])
      add(bundle[name] as Chunk | undefined, isLazy);
  };
  add(inside, true);
  for (const chunk of lock) add(chunk, true);
  // The sign-in pages are loaded by the page's own script; offline, signing in is impossible.
  add(page, false);
  addFirst(page);
  addFirst(inside);
  const named = (pattern: RegExp) => Object.keys(bundle).filter((name) => pattern.test(name));
  const letters = {
    en: named(/roboto-latin-wght.*\.woff2$/),
    ar: named(/(roboto-latin|arabic)-wght.*\.woff2$/),
  };
  return {
    entry: address(page.fileName),
    first: addressesOf(first),
    shell: addressesOf(shell),
    languages: Object.fromEntries(
      Object.entries(letters).map(([name, fonts]) => [
        name,
        [...(words.get(name) ?? []), ...fonts].map(address),
      ]),
    ),
  };
}

const address = (file: string) => `/${file}`;
const addressesOf = (chunks: ReadonlySet<Chunk>) =>
  [...chunks].flatMap((chunk) => [chunk.fileName, ...stylesOf(chunk)]).map(address);

const stylesOf = (chunk: Chunk): string[] => [
  ...((chunk as Chunk & { viteMetadata?: { importedCss: Set<string> } }).viteMetadata?.importedCss ?? []),
];
