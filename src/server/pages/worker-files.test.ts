import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { PublicSettings } from "#contract/settings.ts";
import { answerReachable } from "#server/platform/http/reachable.ts";
import { createServer } from "#server/platform/http/server.ts";
import { createLog } from "#server/platform/log.ts";
import { freshSettings } from "#test/settings.ts";
import { installFiles } from "./install-files.ts";
import { parsePage } from "./parsed-page.ts";
import { createTemplates } from "./templates.ts";
import { workerFiles } from "./worker-files.ts";

const index = `<html lang="%LANG%" dir="%DIR%" data-theme="%THEME%"><head><meta name="csrf-token" content="%CSRF_TOKEN%">
<title>%TITLE%</title>%HEAD%<script type="application/json" id="boot">%BOOT%</script></head><body></body></html>`;

let webRoot: string;
let server: FastifyInstance;
let chosen: Partial<PublicSettings> = {};
const settings = () => ({ ...freshSettings(), ...chosen });

beforeAll(async () => {
  webRoot = await mkdtemp(join(tmpdir(), "sitewalk-worker-"));
  await writeFile(join(webRoot, "index.html"), index);
  server = await createServer({ log: createLog("silent"), trustProxy: [], publicUrl: "" });
  answerReachable(server);
  workerFiles({
    webRoot,
    templates: createTemplates(webRoot),
    settings,
    realtime: () => ({ key: "realtime-key" }),
  })(server);
  const logo = await sharp({ create: { width: 64, height: 64, channels: 3, background: "#00ff00" } })
    .png()
    .toBuffer();
  installFiles({ settings, media: { read: async () => logo } })(server);
  await server.ready();
});
afterEach(() => {
  chosen = {};
});
afterAll(async () => {
  await server.close();
  await rm(webRoot, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) => server.inject({ url, headers });

describe("connectivity check", () => {
  it("is answered without a body, without a cookie and with a marker, to HEAD as to GET", async () => {
    for (const method of ["HEAD", "GET"] as const) {
      const reply = await server.inject({ method, url: "/api/reachable" });
      expect([reply.statusCode, reply.body, reply.headers["x-sitewalk"]]).toEqual([204, "", "here"]);
      expect(reply.headers["cache-control"]).toBe("no-store");
      expect(reply.headers["set-cookie"]).toBeUndefined();
    }
  });
});

describe("service worker file", () => {
  it("is revalidated every time, and does not exist where the build has none", async () => {
    expect((await get("/sw.js")).statusCode).toBe(404);
    await writeFile(join(webRoot, "sw.js"), "self.version = 1;");
    const reply = await get("/sw.js");
    expect(reply.headers["content-type"]).toContain("text/javascript");
    expect(reply.headers["cache-control"]).toBe("no-cache");
    await writeFile(join(webRoot, "sw.js"), "self.version = 2;");
    expect((await get("/sw.js")).body, "a new build needs no new start").toBe("self.version = 2;");
  });
});

describe("offline page", () => {
  it("is the application without a user: no name, no token, no cookie, for every caller", async () => {
    const reply = await get("/shell", { cookie: `sitewalk_session=${"t".repeat(43)}` });
    const page = parsePage(reply.body);
    const boot = JSON.parse(page.querySelector("#boot")?.textContent ?? "") as Record<string, unknown>;
    expect(Object.keys(boot).toSorted()).toEqual(["realtime", "settings"]);
    expect(page.querySelector("meta[name=csrf-token]")?.getAttribute("content")).toBe("");
    expect(reply.headers["set-cookie"]).toBeUndefined();
    expect(reply.headers["cache-control"]).toBe("no-cache");
  });

  it("may request the address of the settings, and no other outside", async () => {
    const policyOf = async () => String((await get("/shell")).headers["content-security-policy"]);
    expect(await policyOf()).not.toContain("https:");
    chosen = { connectivity_url: "https://trace.example/cdn-cgi/trace" };
    expect(await policyOf()).toContain("connect-src https://trace.example 'self'");
  });

  it("has a variant for the sign-in pages, without a script, that explains why signing in needs a connection", async () => {
    const page = parsePage((await get("/shell/door?lang=ar")).body);
    expect(page.documentElement.dir).toBe("rtl");
    expect(page.querySelector("h1")?.textContent).toBe("لا يوجد اتصال بالإنترنت");
    expect(page.querySelectorAll("li")).toHaveLength(4);
    expect(page.querySelectorAll("script")).toHaveLength(0);
  });
});

describe("manifest", () => {
  it("uses the language of the page and the site's name and colour", async () => {
    chosen = { website_name: "Harbour Tower Site Office", theme_color: "#aa3300" };
    const reply = await get("/manifest.webmanifest?lang=ar");
    expect(reply.headers["content-type"]).toContain("application/manifest+json");
    expect(reply.json()).toMatchObject({
      id: "/",
      name: "Harbour Tower Site Office",
      short_name: "Harbour",
      theme_color: "#aa3300",
      lang: "ar",
      dir: "rtl",
      scope: "/",
      display: "standalone",
      start_url: "/dashboard",
    });
    const { shortcuts } = reply.json<{ shortcuts: { name: string; url: string }[] }>();
    expect(shortcuts.map(({ url }) => url)).toEqual(["/projects", "/visits", "/saved"]);
    expect(shortcuts[0]?.name).toMatch(/[\u0600-\u06FF]/);
  });

  it("names icons that exist, in the stated sizes, in the colour of the site", async () => {
    chosen = { theme_color: "#aa3300" };
    const { icons } = (await get("/manifest.webmanifest")).json<{
      icons: { src: string; sizes: string }[];
    }>();
    for (const { src, sizes } of icons) {
      const reply = await get(src);
      const { data, info } = await sharp(reply.rawPayload).raw().toBuffer({ resolveWithObject: true });
      expect(`${info.width}x${info.height}`).toBe(sizes);
      const at = (Math.floor(info.height / 2) * info.width + 12) * info.channels;
      expect([...data.subarray(at, at + 3)]).toEqual([0xaa, 0x33, 0x00]);
    }
    expect((await get("/icons/none.png")).statusCode).toBe(404);
  });

  it("shows the site's own small logo, under a new address", async () => {
    const addressOf = async () =>
      (await get("/manifest.webmanifest")).json<{ icons: { src: string }[] }>().icons[0]?.src ?? "";
    const before = await addressOf();
    chosen = { small_logo: "/media/s/logo.webp" };
    const after = await addressOf();
    expect(after).not.toBe(before);
    const { data, info } = await sharp((await get(after)).rawPayload)
      .raw()
      .toBuffer({ resolveWithObject: true });
    const middle = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * info.channels;
    expect([...data.subarray(middle, middle + 3)]).toEqual([0, 255, 0]);
  });
});
