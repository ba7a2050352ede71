import { resolve } from "node:path";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { answerPage } from "./scripts/vite/answer-page.ts";
import { appChunks } from "./scripts/vite/app-chunks.ts";
import { doorPage } from "./scripts/vite/door-page.ts";
import { leanIcons } from "./scripts/vite/icons.ts";
import { modelFrame } from "./scripts/vite/model-frame.ts";
import { offlinePage } from "./scripts/vite/offline-page.ts";
import { browsers } from "./scripts/vite/preact-build.ts";
import { precompress } from "./scripts/vite/precompress.ts";
import { publicPages } from "./scripts/vite/public-pages.ts";
import { serviceWorker } from "./scripts/vite/service-worker.ts";
import { twoLanguagesOnly } from "./scripts/vite/two-languages-only.ts";

const root = import.meta.dirname;

const app = appChunks();

export default defineConfig({
  root,
  publicDir: false,
  plugins: [
    twoLanguagesOnly(),
    react(),
    tailwindcss(),
    app.plugin,
    leanIcons(),
    precompress(),
    doorPage(),
    publicPages(),
    answerPage(),
    offlinePage(),
    modelFrame(),
    serviceWorker(),
  ],
  build: {
    outDir: process.env["SITEWALK_WEB_OUT"] ?? "dist/web",
    emptyOutDir: true,
    manifest: true,
    /** Every target browser supports modulepreload. */
    modulePreload: { polyfill: false },
    target: browsers,
    /** Fonts and pictures stay separate files: they are cached indefinitely and only fetched where they are used. */
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: { codeSplitting: { groups: app.groups } },
      /** door.html and the guest pages have builds of their own, by the plugins above. */
      input: resolve(root, "index.html"),
    },
  },
  server: {
    proxy: {
      "/api": "http://127.0.0.1:8080",
      "/autodesk/model": "http://127.0.0.1:8080",
      "/media": "http://127.0.0.1:8080",
      "/app": { target: "http://127.0.0.1:8080", ws: true },
    },
  },
});
