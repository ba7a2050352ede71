import { resolve } from "node:path";
import { build, type Plugin, type Rolldown } from "vite";
import { browsers } from "./preact-build.ts";

const root = resolve(import.meta.dirname, "../..");
const source = resolve(root, "src/web/sw/sw.ts");

type Bundle = Rolldown.OutputBundle;
type Chunk = Rolldown.OutputChunk;

/** Files fetched only after a failure, in development, or of use only with a connection. */
const isElsewhere = (chunk: Chunk) =>
  chunk.moduleIds.some((id) => /@sentry[\\/]|hls\.js[\\/]|src[\\/]web[\\/]kit[\\/]/.test(id));
const languageOf = (chunk: Chunk) => /src[\\/]i18n[\\/](\w+)[\\/]/.exec(chunk.facadeModuleId ?? "")?.[1];

/** Builds src/web/sw into /sw.js with the list of build files to cache. */
export function serviceWorker(): Plugin {
  return {
    name: "sitewalk:service-worker",
    apply: "build",
    async writeBundle({ dir }, bundle) {
      // In development the newest code must be served, not the cache.
      if (this.environment.config.mode === "development" || dir === undefined) return;
      await build({
        root,
        configFile: false,
        publicDir: false,
        logLevel: "warn",
        define: { KEPT_FILES: JSON.stringify(keptFiles(bundle)) },
        build: {
          outDir: dir,
          emptyOutDir: false,
          target: browsers,
          lib: { entry: source, formats: ["iife"], name: "sw", fileName: () => "sw.js" },
        },
      });
    },
  };
}

/** All files after sign-in, their styles, and per language the texts and fonts. */
function keptFiles(bundle: Bundle) {
  const chunks = Object.values(bundle).filter((item): item is Chunk => item.type === "chunk");
  const find = (end: string) => chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(end));
  const [page, inside] = [find("index.html"), find("src/web/inside.tsx")];
  if (page === undefined || inside === undefined) throw new Error("The application is not in this build.");
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
