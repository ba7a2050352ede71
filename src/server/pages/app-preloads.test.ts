import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { firstScreens } from "#contract/first-screens.ts";
import { api } from "#contract/index.ts";
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
  "src/web/dashboard-parts.ts": { file: "assets/parts-6.js", imports: ["_app.js"] },
};
const built = { read: async () => JSON.stringify(manifest) };
const addresses = (links: readonly { markup: string }[]) =>
  links.map(({ markup }) => /href="([^"]*)"/.exec(markup)?.[1]);

const data = [
  "/api/projects/recent",
  "/api/dashboard/changes",
  "/api/dashboard",
  "/api/visits?per_page=5&amp;sort=date",
];

it("names the files that the frame and the screen add to the first script, their texts and data, each once", async () => {
  expect(addresses(await appPreloads(built, "/dashboard", "ar"))).toEqual([
    "/assets/inside-4.js",
    "/assets/app-3.js",
    "/assets/dashboard-5.js",
    "/assets/parts-6.js",
    "/api/translations/ar?part=start",
    ...data,
  ]);
});

it("names no data for an address with filters", async () => {
  const links = addresses(await appPreloads(built, "/projects?search=tower", "en"));
  expect(links.at(-1)).toBe("/api/translations/en?part=start");
});

it("names the frame and all texts for any other screen, and nothing where there is no build", async () => {
  expect(addresses(await appPreloads(built, "/users", "en"))).toEqual([
    "/assets/inside-4.js",
    "/assets/app-3.js",
    "/api/translations/en",
  ]);
  expect(
    await appPreloads({ read: () => Promise.reject(new Error("no such file")) }, "/dashboard", "en"),
  ).toEqual([]);
});

it("refers to existing modules and calls", () => {
  const screens = firstScreens.map((path) => screenOf(path));
  const root = join(import.meta.dirname, "../../..");
  const files = screens.flatMap((screen) => screen?.sources ?? []);
  expect(files.length).toBeGreaterThan(5);
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  const paths = screens.flatMap((screen) => screen?.calls ?? []).map((url) => `GET ${url.split("?")[0]}`);
  expect(paths.filter((route) => !(route in api))).toEqual([]);
});
