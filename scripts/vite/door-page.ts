import { resolve } from "node:path";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { build, type Plugin } from "vite";
import { doorChunks } from "./door-chunks.ts";
import { precompress } from "./precompress.ts";
import { twoLanguagesOnly } from "./two-languages-only.ts";

const root = resolve(import.meta.dirname, "../..");

/** Where the manifest of the doors lies, beside the application's. */
export const doorManifest = ".vite/door.json";

const preact = [
  { find: /^react\/jsx-runtime$/, replacement: "preact/compat/jsx-runtime" },
  { find: /^react-dom\/client$/, replacement: "preact/compat/client" },
  { find: /^react(?:-dom)?$/, replacement: "preact/compat" },
];

/**
 * Builds door.html after the application, into the same folder, with Preact in React's place: React is two thirds of
 * what a sign-in page would weigh, and nothing of it is used there but hooks. It needs a build of its own, because a
 * module that both import can stand on one of the two only.
 */
export function doorPage(): Plugin {
  let outDir = "";
  return {
    name: "sitewalk:door-page",
    apply: "build",
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir);
    },
    closeBundle: {
      sequential: true,
      order: "post",
      async handler() {
        const chunks = doorChunks();
        await build({
          configFile: false,
          root,
          publicDir: false,
          logLevel: "warn",
          plugins: [twoLanguagesOnly(), react(), tailwindcss(), chunks.plugin, precompress()],
          resolve: { alias: preact },
          build: {
            outDir,
            emptyOutDir: false,
            manifest: doorManifest,
            modulePreload: { polyfill: false },
            target: ["chrome111", "firefox128", "safari16.4"],
            assetsInlineLimit: 0,
            rolldownOptions: {
              input: resolve(root, "door.html"),
              output: {
                codeSplitting: { groups: chunks.groups },
                // The styles are the application's to the letter: by the same name they are fetched once.
                assetFileNames: ({ names }) =>
                  names.includes("door.css")
                    ? "assets/index-[hash][extname]"
                    : "assets/[name]-[hash][extname]",
              },
            },
          },
        });
      },
    },
  };
}
