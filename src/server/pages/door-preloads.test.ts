import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { doorPreloads, screenOfDoor } from "./door-preloads.ts";

const screen = "src/web/features/people/auth/login-screen.tsx";
const manifest = {
  "door.html": { file: "assets/door-1.js", imports: ["_shared.js"] },
  "_shared.js": { file: "assets/shared-2.js" },
  "_eye.js": { file: "assets/eye-3.js", imports: ["_shared.js"] },
  [screen]: { file: "assets/login-4.js", imports: ["door.html", "_shared.js", "_eye.js"] },
  "src/web/assets/entrance.avif": { file: "assets/entrance-5.avif" },
};
const shown = "src/web/features/media/showcase/showcase-door.tsx";
const withShowcase = { ...manifest, [shown]: { file: "assets/showcase-6.js", imports: ["_shared.js"] } };
const built = { read: async () => JSON.stringify(manifest) };
const addresses = (links: readonly { markup: string }[]) =>
  links.map(({ markup }) => /href="([^"]*)"/.exec(markup)?.[1]);

it("names the files that the sign-in screen adds to the first script, its texts and its picture, each once", async () => {
  expect(addresses(await doorPreloads(built, "/login", "ar"))).toEqual([
    "/assets/login-4.js",
    "/assets/eye-3.js",
    "/api/translations/ar?part=doors",
    "/assets/entrance-5.avif",
  ]);
});

it("names the settings' picture where there is one, instead of the default", async () => {
  const pictures = addresses(await doorPreloads(built, "/login", "en", "/media/own.webp")).slice(3);
  expect(pictures).toEqual(["/media/own.webp"]);
});

it("names nothing where there is no build", async () => {
  const nothing = { read: () => Promise.reject(new Error("no such file")) };
  expect(await doorPreloads(nothing, "/login", "en")).toEqual([]);
});

it("names for a public page its own texts, and the picture of its content", async () => {
  const own = { read: async () => JSON.stringify(withShowcase) };
  expect(addresses(await doorPreloads(own, "/showcase", "en", "/media/cover.webp"))).toEqual([
    "/assets/showcase-6.js",
    "/api/translations/en?part=public",
    "/media/cover.webp",
  ]);
  expect(addresses(await doorPreloads(own, "/showcase", "en"))).toHaveLength(2);
});

it("refers to existing screens", () => {
  const root = join(import.meta.dirname, "../../..");
  const files = (["/", "/login", "/licences", "/showcase", "/user"] as const).map(screenOfDoor);
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});
