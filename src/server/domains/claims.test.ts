import { readdir } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createLocalStore } from "#server/media/local-store.ts";
import { createPortraits } from "#server/media/portraits.ts";
import { type TestApp, testApp } from "#test/app.ts";
import type { TestClient } from "#test/client.ts";
import { claims as ofSettings } from "./installation/settings/claims.ts";
import { claims as ofUsers } from "./people/users/claims.ts";

const claims = [...ofUsers.portraits, ...ofSettings.portraits];

let app: TestApp;
let admin: TestClient;
beforeAll(async () => {
  app = await testApp();
  admin = await app.as(await app.user({ role: "super_admin" }));
});
afterAll(() => app.close());

let shade = 0;
async function send(route: Parameters<TestClient["upload"]>[0], params = {}): Promise<void> {
  shade += 10;
  const background = { r: shade, g: shade, b: shade };
  const bytes = await sharp({ create: { width: 64, height: 64, channels: 3, background } })
    .png()
    .toBuffer();
  const reply = await admin.upload(route, {}, { file: { name: "picture.png", bytes } }, { params });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
}

it("The sweep keeps every picture in use by a user or the brand, and deletes those that were replaced.", async () => {
  const objects = join(app.dataDir, "media/objects");
  const kept = async () => {
    const names = await readdir(join(objects, "portraits"), { recursive: true });
    return names.filter((name) => name.endsWith(".webp")).length;
  };
  const route = "POST /api/settings/pictures/{picture}";
  await send("POST /api/users/avatar");
  await send("POST /api/users/avatar");
  await send("POST /api/users/cover_image");
  for (const picture of ["logo", "small_logo", "background", "background", "logo"])
    await send(route, { picture });
  expect(await kept()).toBe(8);
  const tomorrow = { now: () => new Date(Date.now() + 25 * 3_600_000) };
  const { sweepPortraits } = createPortraits({
    db: app.database.db,
    store: createLocalStore(objects, join(app.dataDir, "trash")),
    clock: tomorrow,
    directory: app.dataDir,
  });
  // One avatar and one logo were replaced.
  expect(await sweepPortraits(claims)).toBe(2);
  expect(await kept()).toBe(6);
  expect(await sweepPortraits(claims)).toBe(0);
  const { avatar, cover_image } = await admin.call("GET /api/user");
  const { logo, small_logo, backgrounds } = await admin.call("GET /api/settings");
  for (const address of [avatar, cover_image, logo, small_logo, ...backgrounds]) {
    const shown = await fetch(new URL(address ?? "", app.origin));
    expect([shown.status, (await shown.arrayBuffer()).byteLength > 0]).toEqual([200, true]);
  }
});
