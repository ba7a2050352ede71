import type { Plugin } from "vite";
import { preactPages } from "./preact-build.ts";

/** Path of the manifest of the page of a crew's link, next to the application's. */
const answerManifest = ".vite/answer.json";

/**
 * Builds answer.html, apart from the other guest pages: its readers open no other one, and chunks shared with it would
 * split theirs.
 */
export function answerPage(): Plugin {
  return preactPages("answer-page", {
    pages: ["answer.html"],
    manifest: answerManifest,
    chunks: () => ({ plugin: { name: "sitewalk:answer-chunks" }, groups: [] }),
  });
}
