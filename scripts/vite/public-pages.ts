import type { Plugin } from "vite";
import { buildPreactPages, type PreactPages, preactPages } from "./preact-build.ts";
import { publicChunks } from "./public-chunks.ts";

/** Path of their manifest, in the build folder. */
export const publicManifest = ".vite/public.json";

const built: PreactPages = {
  pages: ["viewer.html", "video.html", "live.html", "cctv.html"],
  manifest: publicManifest,
  chunks: publicChunks,
};

/**
 * Builds the guest pages, which must paint before any application: the viewer, and the players of videos, live channels
 * and cameras.
 */
export const publicPages = (): Plugin => preactPages("public-pages", built);

/** Builds only these pages, into a folder of its own. */
export const buildPublicPages = (outDir: string): Promise<void> => buildPreactPages(outDir, built);
