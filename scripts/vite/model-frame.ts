import { resolve } from "node:path";
import { build, type Plugin } from "vite";
import { browsers } from "./preact-build.ts";

const root = resolve(import.meta.dirname, "../..");

/**
 * Builds src/web/model-frame into /model/frame.js, which the server includes in the page at /autodesk/model. One plain
 * script: a document without an origin may load no modules of ours.
 */
export function modelFrame(): Plugin {
  let outDir = "";
  return {
    name: "sitewalk:model-frame",
    apply: "build",
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir, "model");
    },
    closeBundle: {
      sequential: true,
      order: "post",
      handler: () => buildModelFrame(outDir),
    },
  };
}

/** Builds the script alone, into a folder of its own. */
export async function buildModelFrame(outDir: string): Promise<void> {
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: "warn",
    build: {
      outDir,
      emptyOutDir: true,
      target: browsers,
      lib: {
        entry: resolve(root, "src/web/model-frame/main.ts"),
        formats: ["iife"],
        name: "sitewalkModel",
        fileName: () => "frame.js",
      },
    },
  });
}
