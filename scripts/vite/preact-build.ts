import { globSync } from "node:fs";
import { resolve } from "node:path";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { build, type Plugin } from "vite";
import { precompress } from "./precompress.ts";
import { twoLanguagesOnly } from "./two-languages-only.ts";

const root = resolve(import.meta.dirname, "../..");

/** Preact under React's name: a third of React's weight, with the same components. */
export const preactForReact = [
  { find: /^react\/jsx-runtime$/, replacement: "preact/compat/jsx-runtime" },
  { find: /^react-dom\/client$/, replacement: "preact/compat/client" },
  { find: /^react(?:-dom)?$/, replacement: "preact/compat" },
];

export const isPreact = /[\\/]node_modules[\\/]preact[\\/]/;

/** The oldest supported browsers. */
export const browsers = ["chrome111", "firefox128", "safari16.4"];

interface Chunks {
  readonly plugin: Plugin;
  readonly groups: readonly {
    readonly name: string | ((id: string) => string | null);
    readonly debugName?: string;
    readonly test?: (id: string) => boolean;
    readonly includeDependenciesRecursively: boolean;
  }[];
}

export interface PreactPages {
  /** HTML files at the root of the project. */
  readonly pages: readonly string[];
  /** Path of the manifest, in the build folder. */
  readonly manifest: string;
  readonly chunks: () => Chunks;
  /** Names of style files, by the name that the bundler gives them. */
  readonly nameOfStyles?: Readonly<Record<string, string>>;
}

/**
 * Builds pages after the application, into the same folder, with Preact in place of React. They need a build of their
 * own, because a module that both import can use only one of the two.
 */
export function preactPages(name: string, built: PreactPages): Plugin {
  let outDir = "";
  return {
    name: `sitewalk:${name}`,
    apply: "build",
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir);
    },
    buildStart() {
      // The application's build does not watch their modules: `npm run dev` would not rebuild them.
      if (!this.meta.watchMode) return;
      for (const file of globSync(sourcesOf(built.pages), { cwd: root }))
        this.addWatchFile(resolve(root, file));
    },
    closeBundle: {
      sequential: true,
      order: "post",
      handler: () => buildPreactPages(outDir, built),
    },
  };
}

const sourcesOf = (pages: readonly string[]) => [
  ...pages,
  "src/web/**/*.{ts,tsx,css}",
  "src/panorama/**/*.ts",
  "src/i18n/**/*.json",
];

/** Builds the pages alone, into a folder that may contain other files. */
export async function buildPreactPages(outDir: string, built: PreactPages): Promise<void> {
  const { plugin, groups } = built.chunks();
  await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: "warn",
    plugins: [twoLanguagesOnly(), react(), tailwindcss(), plugin, precompress()],
    resolve: { alias: preactForReact },
    build: {
      outDir,
      emptyOutDir: false,
      manifest: built.manifest,
      modulePreload: { polyfill: false },
      target: browsers,
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: Object.fromEntries(
          built.pages.map((page) => [page.replace(/\.html$/, ""), resolve(root, page)]),
        ),
        output: {
          codeSplitting: { groups: [...groups] },
          assetFileNames: ({ names: [name = ""] }) =>
            `assets/${built.nameOfStyles?.[name] ?? "[name]"}-[hash][extname]`,
        },
      },
    },
  });
}
