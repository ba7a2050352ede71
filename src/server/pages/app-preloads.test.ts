import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { appPreloads, screenOf } from "./app-preloads.ts";

const manifest = {
  "index.html": { file: "assets/index-1.js", imports: ["_shared.js"] },
  "_shared.js": { file: "assets/shared-2.js" },
  "_app.js": { file: "assets/app-3.js", imports: ["_shared.js"] },
  "src/web/inside.tsx": { file: "assets/inside-4.js", imports: ["_app.js"] },
  "src/web/features/oversight/dashboard/dashboard-screen.tsx": {
    file: "assets/dashboard-5.js",
    imports: ["_app.js"],
  },
};
const built = { read: async () => JSON.stringify(manifest) };
const addresses = (links: readonly { markup: string }[]) =>
  links.map(({ markup }) => /href="([^"]*)"/.exec(markup)?.[1]);

it("names the files that the frame and the screen add to the first script, and the texts, each once", async () => {
  expect(addresses(await appPreloads(built, "/dashboard", "ar"))).toEqual([
    "/assets/inside-4.js",
    "/assets/app-3.js",
    "/assets/dashboard-5.js",
    "/api/translations/ar",
  ]);
});

it("names the frame for a screen it does not know, and nothing where there is no build", async () => {
  expect(addresses(await appPreloads(built, "/users", "en"))).toEqual([
    "/assets/inside-4.js",
    "/assets/app-3.js",
    "/api/translations/en",
  ]);
  expect(
    await appPreloads({ read: () => Promise.reject(new Error("no such file")) }, "/dashboard", "en"),
  ).toEqual([]);
});

it("refers to existing screens", () => {
  const files = ["/", "/dashboard", "/projects", "/visits"].map((path) => screenOf(path) ?? path);
  const root = join(import.meta.dirname, "../../..");
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});
