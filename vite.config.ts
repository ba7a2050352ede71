import { existsSync } from "node:fs";
import { resolve } from "node:path";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { doorChunks } from "./scripts/vite/door-chunks.ts";
import { precompress } from "./scripts/vite/precompress.ts";

const root = import.meta.dirname;

/** index.html is the application; viewer.html the public viewer, which must paint before the application's script. */
const pages = ["index", "viewer"].filter((name) => existsSync(resolve(root, `${name}.html`)));

/**
 * React Aria carries its own words in 34 languages and loads them all. The interface has two, so the other
 * dictionaries are replaced by empty ones; React Aria then falls back to English, which is never reached.
 */
function twoLanguagesOnly(): Plugin {
  const dictionary = /react-(?:aria|stately|aria-components)\/.*\/intl\/.*\/([a-z]{2})-[A-Z]{2}\.m?js$/;
  return {
    name: "sitewalk:two-languages-only",
    enforce: "pre",
    load(id) {
      const language = dictionary.exec(id)?.[1];
      return language === undefined || language === "en" || language === "ar" ? null : "export default {};";
    },
  };
}

const door = doorChunks();

export default defineConfig({
  root,
  publicDir: false,
  plugins: [twoLanguagesOnly(), react(), tailwindcss(), door.plugin, precompress()],
  build: {
    outDir: process.env["SITEWALK_WEB_OUT"] ?? "dist/web",
    emptyOutDir: true,
    manifest: true,
    /** Every browser of the target knows modulepreload. */
    modulePreload: { polyfill: false },
    target: ["chrome111", "firefox128", "safari16.4"],
    /** Fonts and pictures stay files of their own: they are cached for ever and only fetched where they are used. */
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: { codeSplitting: { groups: door.groups } },
      input: Object.fromEntries(pages.map((name) => [name, resolve(root, `${name}.html`)])),
    },
  },
  server: {
    proxy: {
      "/api": "http://127.0.0.1:8080",
      "/media": "http://127.0.0.1:8080",
      "/app": { target: "http://127.0.0.1:8080", ws: true },
    },
  },
});
