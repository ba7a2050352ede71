import { randomBytes } from "node:crypto";
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { demoProject } from "./demo.ts";
import { whenKept } from "./kept-shell.ts";
import { cutConnection } from "./page-errors.ts";
import { expect, test } from "./server.ts";
import { signedIn } from "./sign-in.ts";
import { words } from "./words.ts";

test.use({ expectedErrors: [cutConnection] });

/** A picture of noise, which no format makes much smaller: several megabytes. */
const large = () =>
  sharp(randomBytes(2000 * 1500 * 3), { raw: { width: 2000, height: 1500, channels: 3 } })
    .jpeg({ quality: 95 })
    .toBuffer();

/**
 * Lets the browser refuse to store files, as it does on a full device, until the page is loaded again. Chromium's own
 * command for that, `Storage.overrideQuotaForOrigin`, has no effect in version 156.
 */
const fillDevice = (page: Page) =>
  page.evaluate(() => {
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function (this: IDBObjectStore, value: { file?: unknown }, ...key) {
      if (value.file instanceof File) throw new DOMException("full", "QuotaExceededError");
      return put.call(this, value, ...key);
    };
  });

test("a full device refuses a photo in words, loses nothing of what it holds, and takes the photo when there is space again (ar)", async ({
  browser,
  server: { origin },
}) => {
  const t = words("ar");
  const { client, project } = await demoProject(origin);
  const sheets = await client.call("GET /api/maps", { query: { id_project: project.id } });
  const snag = await client.call("POST /api/maps/{id}/annotations", {
    params: { id: sheets[0]?.id ?? 0 },
    body: { title: "Damp wall", x: 0.4, y: 0.4 },
  });
  const page = await signedIn(browser, origin, {
    language: "ar",
    viewport: { width: 390, height: 844 },
    reducedMotion: "reduce",
    serviceWorkers: "allow",
  });
  const record = page.getByRole("article");
  const picker = record.locator("input[type=file]").first();
  const pen = record.getByRole("textbox", { name: t("snags.comments.field") });
  await page.goto(`${origin}/snags/${snag.id}?view=list&id_project=${project.id}`);
  await expect(pen).toBeVisible();
  await whenKept(page);
  // Seen data is stored after a moment.
  await page.waitForTimeout(3000);
  await page.context().setOffline(true);
  await page.getByRole("button", { name: t("offline.continue") }).click();
  await pen.fill("Before the device was full.");
  await record.getByRole("button", { name: t("snags.comments.send") }).click();
  await expect(page.getByText(t("offline.waiting.kept")).first()).toBeVisible();

  await fillDevice(page);
  const file = { name: "damp.jpg", mimeType: "image/jpeg", buffer: await large() };
  await picker.setInputFiles(file);
  const refusal = record.getByText(t("offline.waiting.full"));
  await expect(refusal).toBeVisible();
  await refusal.scrollIntoViewIfNeeded();
  await page.screenshot({ path: test.info().outputPath("full-ar.png") });
  await page.goto(`${origin}/waiting`);
  await page.reload();
  await expect(page.locator("main li")).toHaveCount(1);

  // Loaded anew, the page may store again.
  await page.goto(`${origin}/snags/${snag.id}?view=list&id_project=${project.id}`);
  await picker.setInputFiles(file);
  await expect(page.locator("header a[href='/waiting']")).toContainText("2");
  await page.goto(`${origin}/waiting`);
  await expect(page.locator("main li")).toHaveCount(2);
  await page.context().setOffline(false);
  await expect(page.getByText(t("offline.waiting.none_title"))).toBeVisible({ timeout: 300_000 });
  expect(await client.call("GET /api/annotations/{id}", { params: { id: snag.id } })).toMatchObject({
    comment_count: 1,
    photos: [{ kind: "before" }],
  });
  await page.context().close();
});
