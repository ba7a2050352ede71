import { createHash } from "node:crypto";
import type { Browser, Page } from "@playwright/test";
import sharp from "sharp";
import type { Language } from "#contract/languages.ts";
import { PartsClient } from "#test/tus.ts";
import { type Line, openLine } from "./network-line.ts";
import { cutConnection } from "./page-errors.ts";
import { adminClient, makePerson, password } from "./people.ts";
import { admin, expect, test } from "./server.ts";
import { SiteManager } from "./site-manager.ts";
import { byTurns } from "./variants.ts";
import { type Words, words } from "./words.ts";

test.use({ expectedErrors: [cutConnection] });

/** Pictures of several parts: noise does not compress. */
async function grainy(seed: number): Promise<Buffer> {
  const grain = await sharp({
    create: {
      width: 3840,
      height: 1920,
      channels: 3,
      background: "black",
      noise: { type: "gaussian", mean: 128, sigma: 30 + seed },
    },
  })
    .jpeg({ quality: 97 })
    .toBuffer();
  return grain;
}

const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
const fileOf = (name: string, buffer: Buffer) => ({ name, mimeType: "image/jpeg", buffer });

interface Walk {
  readonly page: Page;
  readonly t: Words;
  readonly line: Line;
}

async function open(browser: Browser, language: Language, width: number): Promise<Walk> {
  const context = await browser.newContext({
    viewport: { width, height: width < 500 ? 844 : 800 },
    locale: language === "ar" ? "ar-AE" : "en-GB",
  });
  await context.addInitScript((lang) => localStorage.setItem("app-language", lang), language);
  const page = await context.newPage();
  page.on("dialog", (dialog) => void dialog.accept());
  return { page, t: words(language), line: await openLine(page) };
}

/** Fills in Add Visit and submits it; returns while its pictures are uploading. */
async function beginVisit({ page, t }: Walk, project: string, name: string, files: { name: string }[]) {
  await page
    .getByRole("button", { name: t("shell.top_bar.create") })
    .first()
    .click();
  await page.getByRole("menuitem", { name: t("visits.new") }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(t("visits.name"), { exact: false }).first().fill(name);
  await dialog.getByRole("button", { name: t("visits.project") }).click();
  await page.getByRole("option", { name: project }).click();
  await dialog.locator('input[type="file"]').setInputFiles(files as never);
  await expect(dialog.getByRole("img", { name: t("visits.preview_of", { name: "" }).trim() })).toHaveCount(
    files.length,
  );
  await dialog.getByRole("button", { name: t("visits.add"), exact: true }).click();
  await expect(dialog.getByText(t("uploads.background_hint"))).toBeVisible();
  return dialog;
}

/** The project's newest visit with its rooms, as stored on the server. */
async function visitOf(origin: string, id_project: number) {
  const client = await adminClient(origin);
  const { items } = await client.call("GET /api/visits", { query: { id_project, sort: "created" } });
  return client.call("GET /api/visits/{id}", { params: { id: items[0]?.id ?? 0 } });
}

async function untilReady(origin: string, id_project: number) {
  await expect
    .poll(async () => (await visitOf(origin, id_project)).rooms.map(({ picture }) => picture.state))
    .toEqual(["ready"]);
  return visitOf(origin, id_project);
}

const shareShown = async (page: Page, label: string) => {
  const bar = page.getByRole("progressbar", { name: label }).first();
  return Number(await bar.getAttribute("aria-valuenow", { timeout: 5000 }).catch(() => "0"));
};

for (const [variant, language] of (["en", "ar"] as const).entries()) {
  const journey = byTurns(test, variant);
  const width = language === "en" ? 1280 : 390;

  journey()(
    `a picture whose connection breaks half-way resumes after a reload, and is one room, byte for byte (${language})`,
    async ({ browser, server }) => {
      const client = await adminClient(server.origin);
      const name = `Line ${language}`;
      const project = await client.call("POST /api/projects", { body: { name } });
      const bytes = await grainy(1);
      expect(bytes.length).toBeGreaterThan(6_000_000);
      const walk = await open(browser, language, width);
      const { page, t, line } = walk;
      await new SiteManager(page, t).signIn(server.origin, admin);

      const begun: string[] = [];
      const offsets: number[] = [];
      page.on("request", (request) => {
        if (request.method() === "PATCH") offsets.push(Number(request.headers()["upload-offset"]));
      });
      page.on("response", (response) => {
        const address = response.headers()["location"];
        if (response.request().method() === "POST" && address?.startsWith("/api/uploads/"))
          begun.push(address);
      });
      await line.slow(400_000);
      await beginVisit(walk, name, "Broken line", [fileOf("hall.jpg", bytes)]);
      await expect.poll(() => shareShown(page, "hall"), { intervals: [100] }).toBeGreaterThan(45);
      // The connection breaks in the middle of a part; later requests fail.
      await page.route("**/api/uploads/**", (route) => route.abort("connectionfailed"));
      const broken = page.waitForEvent("requestfailed", (request) => request.method() === "PATCH");
      await line.cut();
      await broken;
      await line.free();
      await page.reload();
      const tray = page.getByRole("region", { name: t("uploads.title") });
      await expect(tray.getByRole("heading", { name: t("uploads.held_up") })).toBeVisible();

      const id = begun[0]?.split("/").at(-1) ?? "";
      const owner = new PartsClient(client, server.origin);
      // The server may still be writing the received bytes of the broken part.
      let kept = -1;
      await expect
        .poll(async () => kept === (kept = await owner.offset(id)), { intervals: [1000] })
        .toBe(true);
      expect(kept).toBeGreaterThan(bytes.length * 0.3);
      expect(kept).toBeLessThan(bytes.length);
      const before = offsets.length;
      await page.unroute("**/api/uploads/**");
      await expect(page.getByText(t("visits.added")).first()).toBeVisible();
      // No byte was sent that the server already had.
      expect(offsets[before]).toBe(kept);
      expect(begun).toHaveLength(1);
      await expect(tray).toHaveCount(0);

      const visit = await untilReady(server.origin, project.id);
      expect(visit.rooms).toHaveLength(1);
      expect(visit.rooms[0]?.picture.base).toContain(sha256(bytes));
      await page.context().close();
    },
  );

  journey()(
    `an upload continues by itself when its code does not load at first, and when the server waited too long (${language})`,
    async ({ browser, server }) => {
      const client = await adminClient(server.origin);
      const name = `Patience ${language}`;
      const project = await client.call("POST /api/projects", { body: { name } });
      const bytes = await grainy(3);
      const walk = await open(browser, language, width);
      const { page, t } = walk;
      await new SiteManager(page, t).signIn(server.origin, admin);
      let lost = 0;
      const late: string[] = [];
      await page.context().route("**/assets/browser-*.js", (route) => {
        lost += 1;
        return lost > 2 ? route.continue() : route.abort("connectionreset");
      });
      await page.route("**/api/uploads/*", (route) => {
        const method = route.request().method();
        if (late.includes(method)) return route.continue();
        late.push(method);
        return route.fulfill({ status: 408, body: "" });
      });
      await beginVisit(walk, name, "Weak line", [fileOf("hall.jpg", bytes)]);
      await expect(page.getByText(t("visits.added")).first()).toBeVisible();
      expect(lost).toBeGreaterThan(2);
      expect(late.toSorted()).toEqual(["HEAD", "PATCH"]);
      const visit = await untilReady(server.origin, project.id);
      expect(visit.rooms[0]?.picture.base).toContain(sha256(bytes));
      await page.context().close();
    },
  );

  journey()(
    `pauses an upload, keeps it through the end of a session, hides it from other users, and resumes it (${language})`,
    async ({ browser, server }) => {
      const client = await adminClient(server.origin);
      const name = `Pause ${language}`;
      const project = await client.call("POST /api/projects", { body: { name } });
      const bytes = await grainy(2);
      const walk = await open(browser, language, width);
      const { page, t, line } = walk;
      await new SiteManager(page, t).signIn(server.origin, admin);
      await line.slow(800_000);
      const dialog = await beginVisit(walk, name, "Long walk", [fileOf("stairs.jpg", bytes)]);
      await dialog.getByRole("button", { name: t("uploads.background") }).click();

      const tray = page.getByRole("region", { name: t("uploads.title") });
      await tray.getByRole("button", { name: t("uploads.show") }).click();
      await expect.poll(() => shareShown(page, "stairs"), { intervals: [100] }).toBeGreaterThan(10);
      await page.screenshot({ path: test.info().outputPath("tray.png") });
      await tray.getByRole("button", { name: t("uploads.pause", { name: "Long walk" }) }).click();
      await expect(tray.getByRole("heading", { name: t("uploads.paused") })).toBeVisible();
      await line.free();

      // The session ends by itself; the next user to sign in sees nothing of the upload.
      await page.context().clearCookies();
      const other = await makePerson(server.origin, `next-${language}`);
      await new SiteManager(page, t).signIn(server.origin, { email: other.email, password });
      await page.waitForTimeout(4000);
      await expect(tray).toHaveCount(0);
      await page.context().clearCookies();
      await new SiteManager(page, t).signIn(server.origin, admin);
      await expect(tray.getByRole("heading", { name: t("uploads.paused") })).toBeVisible();
      await tray.getByRole("button", { name: t("uploads.show") }).click();
      await tray.getByRole("button", { name: t("uploads.resume", { name: "Long walk" }) }).click();
      await expect(page.getByText(t("visits.added")).first()).toBeVisible();
      const visit = await untilReady(server.origin, project.id);
      expect(visit.rooms[0]?.picture.base).toContain(sha256(bytes));
      await page.context().close();
    },
  );
}
