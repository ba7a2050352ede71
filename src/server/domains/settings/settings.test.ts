import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type TestApp, testApp } from "#test/app.ts";

// On a machine that may be busy.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ environment: { ROLE: "web" } });
});
afterAll(() => app.close());

it("tells a guest of a fresh installation exactly what /login and the viewers need, with its defaults", async () => {
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
  const reply = await app.guest().raw("GET /api/settings");
  expect(reply.body).toEqual({
    status: "success",
    success: true,
    message: "OK",
    data: {
      website_name: "Sitewalk",
      version,
      theme_color: "#2987f2",
      dark_mode: true,
      languages_enabled: true,
      demo_enabled: false,
      share_providers: ["email", "whatsapp", "telegram", "copy", "facebook", "twitter", "linkedin"],
      limits: { visit_image_megabytes: 20, visit_files: 10 },
    },
  });
});

it("tells the super admin no more by the same call", async () => {
  const admin = await app.as(await app.user({ role: "super_admin" }));
  expect(await admin.call("GET /api/settings")).toEqual(await app.guest().call("GET /api/settings"));
});
