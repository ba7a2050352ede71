import { expect, it } from "vitest";
import { doorPreloads } from "./door-preloads.ts";

const screen = "src/web/features/auth/login-screen.tsx";
const manifest = {
  "door.html": { file: "assets/door-1.js", imports: ["_shared.js"] },
  "_shared.js": { file: "assets/shared-2.js" },
  "_eye.js": { file: "assets/eye-3.js", imports: ["_shared.js"] },
  [screen]: { file: "assets/login-4.js", imports: ["door.html", "_shared.js", "_eye.js"] },
  "src/web/assets/entrance.avif": { file: "assets/entrance-5.avif" },
};
const built = { read: async () => JSON.stringify(manifest) };
const addresses = (links: readonly { markup: string }[]) =>
  links.map(({ markup }) => /href="([^"]*)"/.exec(markup)?.[1]);

it("names what the sign-in screen adds to the first script, its texts and its picture, each once", async () => {
  expect(addresses(await doorPreloads(built, "ar"))).toEqual([
    "/assets/login-4.js",
    "/assets/eye-3.js",
    "/api/translations/ar?part=doors",
    "/assets/entrance-5.avif",
  ]);
});

it("names the picture of the settings where there is one, instead of ours", async () => {
  const pictures = addresses(await doorPreloads(built, "en", "/media/own.webp")).slice(3);
  expect(pictures).toEqual(["/media/own.webp"]);
});

it("names nothing where there is no build", async () => {
  const nothing = { read: () => Promise.reject(new Error("no such file")) };
  expect(await doorPreloads(nothing, "en")).toEqual([]);
});
