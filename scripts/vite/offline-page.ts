import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { build, type Plugin } from "vite";
import { browsers, preactForReact } from "./preact-build.ts";

const root = resolve(import.meta.dirname, "../..");
const source = resolve(root, "src/web/pages/exported-tour");

/**
 * Builds src/web/pages/exported-tour into /offline, from where the server copies it into every export. One plain script
 * and one style sheet with its fonts inlined: a page opened from a disk may load neither modules nor, in some browsers,
 * fonts.
 */
export function offlinePage(): Plugin {
  let outDir = "";
  return {
    name: "sitewalk:offline-page",
    apply: "build",
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir, "offline");
    },
    closeBundle: {
      sequential: true,
      order: "post",
      handler: () => buildOfflinePage(outDir),
    },
  };
}

/** Builds the page alone, into a folder of its own. */
export async function buildOfflinePage(outDir: string): Promise<void> {
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: "warn",
    plugins: [react(), tailwindcss()],
    resolve: { alias: preactForReact },
    build: {
      outDir,
      emptyOutDir: true,
      target: browsers,
      assetsInlineLimit: Number.MAX_SAFE_INTEGER,
      lib: {
        entry: join(source, "main.tsx"),
        formats: ["iife"],
        name: "sitewalkTour",
        fileName: () => "tour.js",
        cssFileName: "tour",
      },
    },
  });
  await writeFile(join(outDir, "index.html"), await readFile(join(source, "index.html")));
}
