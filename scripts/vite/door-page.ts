import type { Plugin } from "vite";
import { doorChunks } from "./door-chunks.ts";
import { preactPages } from "./preact-build.ts";

/** Path of the manifest of the sign-in pages, next to the application's. */
export const doorManifest = ".vite/door.json";

/** Builds door.html: React would be two thirds of the weight of a sign-in page, which uses only its hooks. */
export function doorPage(): Plugin {
  return preactPages("door-page", {
    pages: ["door.html"],
    manifest: doorManifest,
    chunks: doorChunks,
    // The styles are identical to the application's: under the same name they are fetched once.
    nameOfStyles: { "door.css": "index" },
  });
}
