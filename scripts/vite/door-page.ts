import type { Plugin } from "vite";
import { doorChunks } from "./door-chunks.ts";
import { preactPages } from "./preact-build.ts";

/** Where the manifest of the doors lies, beside the application's. */
export const doorManifest = ".vite/door.json";

/** Builds door.html: React is two thirds of what a sign-in page would weigh, and nothing of it is used there but hooks. */
export function doorPage(): Plugin {
  return preactPages("door-page", {
    pages: ["door.html"],
    manifest: doorManifest,
    chunks: doorChunks,
    // The styles are the application's to the letter: by the same name they are fetched once.
    nameOfStyles: { "door.css": "index" },
  });
}
