import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, Download, Page } from "@playwright/test";
import sharp from "sharp";
import { unzip } from "#test/zip.ts";
import { barriersOn } from "./barriers.ts";
import { startDemo } from "./demo-server.ts";
import { cutConnection } from "./page-errors.ts";
import { adminClient } from "./people.ts";
import { admin, expect, test } from "./server.ts";
import { SiteManager } from "./site-manager.ts";
import { words } from "./words.ts";

// The accessibility checker reads the style sheet of a page opened from a folder.
test.use({ expectedErrors: [new RegExp(`blocked by CORS policy|${cutConnection.source}`)] });

const t = words("en");
const ar = words("ar");

/** The demo site: three visits with linked rooms. */
async function demoProject(origin: string): Promise<number> {
  const client = await adminClient(origin);
  const { items } = await client.call("GET /api/projects", {});
  const project = items.find(({ room_count }) => room_count > 3);
  if (project === undefined) throw new Error("The demo site is not there.");
  // Only processed visits can be toured.
  await expect
    .poll(
      async () => {
        const query = { id_project: project.id, per_page: 100 };
        const visits = await client.call("GET /api/visits", { query });
        return visits.items.reduce((sum, { processing_count }) => sum + processing_count, 0);
      },
      { timeout: 300_000, intervals: [500] },
    )
    .toBe(0);
  return project.id;
}

async function openDialog(page: Page, origin: string, id: number) {
  await page.goto(`${origin}/project/${id}`);
  await page.getByRole("button", { name: t("exports.action"), exact: true }).click();
  return page.getByRole("dialog");
}

/** Unpacks the download into a folder, as a user would by hand; verifies every checksum. */
async function unpack(download: Download, folder: string): Promise<string[]> {
  const files = await unzip(await readFile(await download.path()));
  const sums = files.get("checksums.sha256")?.bytes.toString() ?? "";
  for (const [path, { bytes }] of files) {
    if (path !== "checksums.sha256")
      expect(sums).toContain(`${createHash("sha256").update(bytes).digest("hex")}  ${path}\n`);
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), bytes);
  }
  return [...files.keys()];
}

/** Contrast of the page: a black or blank picture has next to none. */
async function contrast(page: Page): Promise<number> {
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  const middle = { x: width * 0.2, y: height * 0.25, width: width * 0.6, height: height * 0.45 };
  const { channels } = await sharp(await page.screenshot({ clip: middle })).stats();
  return Math.max(...channels.map(({ stdev }) => stdev));
}

/** Findings of axe on the page of an export in both languages: the project, a room, and the list of rooms over it. */
async function barriersIn(
  browser: Browser,
  folder: string,
  colorScheme: "light" | "dark",
  width: number,
): Promise<string[]> {
  const context = await browser.newContext({ viewport: { width, height: 844 }, colorScheme });
  const page = await context.newPage();
  const found: string[] = [];
  const look = async (where: string) =>
    found.push(...(await barriersOn(page)).map((line) => `${where}, ${colorScheme}, ${width}: ${line}`));
  await page.goto(pathToFileURL(join(folder, "index.html")).href);
  for (const words of [t, ar]) {
    await expect(page.getByRole("heading", { name: words("exports.tour.visits") })).toBeVisible();
    await look(`project ${words("exports.tour.walk")}`);
    await page.getByRole("link", { name: words("exports.tour.walk") }).click();
    await expect(page.locator("[data-picture]")).toHaveAttribute("data-picture", "sharp");
    await look(`room ${words("exports.tour.next")}`);
    await page.getByRole("button", { name: words("exports.tour.rooms"), exact: true }).click();
    await look(`list ${words("exports.tour.rooms")}`);
    await page.goBack();
    await page.getByRole("button", { name: words("exports.tour.other_language") }).click();
  }
  await context.close();
  return found;
}

test.describe("the export of a project", () => {
  let folder: string;
  test.beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "sitewalk-export-"));
  });
  test.afterEach(() => rm(folder, { recursive: true, force: true }));

  test("is downloaded, unpacked, and toured in a browser without a server or network", async ({
    browser,
    page,
    server,
  }) => {
    const id = await demoProject(server.origin);
    await new SiteManager(page, t).signIn(server.origin, admin);
    const dialog = await openDialog(page, server.origin, id);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      dialog.getByRole("button", { name: t("exports.dialog.download"), exact: true }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/\.zip$/);
    const paths = await unpack(download, folder);
    const report = `reports/${t("snags.reports.file.pdf")}.pdf`;
    expect(paths).toEqual(expect.arrayContaining(["index.html", "assets/tour.js", "visits.csv", report]));

    const barriers: string[] = [];
    for (const colorScheme of ["light", "dark"] as const)
      for (const width of [1280, 390])
        barriers.push(...(await barriersIn(browser, folder, colorScheme, width)));
    expect(barriers).toEqual([]);

    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    await context.setOffline(true);
    const offline = await context.newPage();
    const asked: string[] = [];
    const faults: string[] = [];
    offline.on("request", (request) => asked.push(request.url()));
    offline.on("pageerror", (error) => faults.push(String(error)));
    offline.on("console", (message) => message.type() === "error" && faults.push(message.text()));
    await offline.goto(pathToFileURL(join(folder, "index.html")).href);

    await expect(offline.getByRole("heading", { level: 1 })).toBeVisible();
    const toReport = offline.getByRole("link", { name: t("exports.tour.file.report") });
    await expect(toReport).toHaveAttribute("href", encodeURI(report));
    await offline.getByRole("link", { name: t("exports.tour.walk") }).click();
    const walk = offline.locator("[data-picture]");
    await expect(walk).toHaveAttribute("data-picture", "sharp");
    expect(await contrast(offline)).toBeGreaterThan(12);

    // To the next room by the button, and on by an arrow in the picture.
    const first = await offline.getByRole("heading", { level: 1 }).textContent();
    await offline.getByRole("link", { name: t("exports.tour.next") }).click();
    await expect(offline.getByRole("heading", { level: 1 })).not.toHaveText(first ?? "");
    await expect(walk).toHaveAttribute("data-picture", "sharp");
    expect(await contrast(offline)).toBeGreaterThan(12);
    const second = await offline.getByRole("heading", { level: 1 }).textContent();
    await offline.keyboard.press("[");
    await expect(offline.getByRole("heading", { level: 1 })).toHaveText(first ?? "");
    await expect(walk).toHaveAttribute("data-picture", "sharp");
    const arrow = offline.locator(".panorama").getByRole("button").first();
    await arrow.focus();
    await arrow.press("Enter");
    await expect(offline.getByRole("heading", { level: 1 })).not.toHaveText(first ?? "");
    await expect(walk).toHaveAttribute("data-picture", "sharp");

    // In the other language, right to left, and back to the project by the browser's back button.
    await offline.getByRole("button", { name: t("exports.tour.other_language") }).click();
    await expect(offline.locator("html")).toHaveAttribute("dir", "rtl");
    await expect(offline.getByRole("link", { name: ar("exports.tour.back") })).toBeVisible();
    await expect(walk).toHaveAttribute("data-picture", "sharp");
    await offline.keyboard.press("Escape");
    await expect(offline.getByRole("heading", { name: ar("exports.tour.visits") })).toBeVisible();
    await expect(offline.getByRole("article").getByRole("link").first()).toBeVisible();

    expect(second).not.toBe(first);
    expect(faults).toEqual([]);
    const outside = asked.filter((url) => !/^(?:file|data|blob):/.test(url));
    expect(outside).toEqual([]);
    await context.close();
  });

  test("is built in the background when large, continues after its window closes, and is downloaded when ready", async ({
    page,
  }) => {
    const server = await startDemo({ EXPORT_STREAMED_MB: "0" });
    try {
      const id = await demoProject(server.origin);
      await new SiteManager(page, t).signIn(server.origin, admin);
      const dialog = await openDialog(page, server.origin, id);
      await expect(dialog.getByText(t("exports.dialog.prepare_text"))).toBeVisible();
      await dialog.getByRole("button", { name: t("exports.dialog.prepare") }).click();
      await expect(dialog.getByRole("progressbar")).toBeVisible();
      // The pressed button is gone, and its replacement gets the focus a frame later.
      await expect(dialog.locator(":focus")).toHaveCount(1);
      await page.keyboard.press("Escape");
      await expect(dialog).toBeHidden();

      // The notification leads back to it.
      await page.goto(`${server.origin}/notifications`);
      const news = page.getByRole("link", { name: t("notifications.news.export_ready.title") });
      await expect(news).toHaveAttribute("href", `/project/${id}#export`);
      await page.goto(`${server.origin}/project/${id}#export`);
      const again = page.getByRole("dialog");
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        again.getByRole("button", { name: t("exports.build.download"), exact: true }).click(),
      ]);
      const paths = await unpack(download, folder);
      expect(paths).toContain("index.html");
    } finally {
      await server.end();
    }
  });
});
