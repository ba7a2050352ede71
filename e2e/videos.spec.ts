import type { Browser, Page, Route } from "@playwright/test";
import type { Language } from "#contract/languages.ts";
import { clip } from "#test/clips.ts";
import { box } from "#test/mp4-boxes.ts";
import { cutConnection } from "./page-errors.ts";
import { adminClient } from "./people.ts";
import { admin, expect, test } from "./server.ts";
import { SiteManager } from "./site-manager.ts";
import { type Words, words } from "./words.ts";

test.use({ expectedErrors: [cutConnection] });

/** A video of more than one part: its payload besides the frames is five megabytes. */
const film = (seed: number): Buffer =>
  clip((nodes) => void nodes.push(box("free", Buffer.alloc(5 * 1024 * 1024, seed))));

async function open(browser: Browser, language: Language, width = 1280): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width, height: width < 500 ? 844 : 800 },
    locale: language === "ar" ? "ar-AE" : "en-GB",
  });
  await context.addInitScript((lang) => localStorage.setItem("app-language", lang), language);
  return context.newPage();
}

async function fillIn(page: Page, t: Words, project: string, title: string, buffer: Buffer): Promise<void> {
  await page
    .getByRole("button", { name: t("shell.top_bar.create") })
    .first()
    .click();
  await page.getByRole("menuitem", { name: t("videos.new") }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(t("videos.name")).fill(title);
  await dialog.getByRole("combobox", { name: t("videos.project") }).click();
  await page.getByRole("option", { name: project }).click();
  await dialog.locator("input[type=file]").setInputFiles({ name: "ride.mp4", mimeType: "video/mp4", buffer });
  await expect(dialog.getByText("3840 × 1920")).toBeVisible();
}

test("adds a video, comments on it, shares it with a password, and counts its views", async ({
  browser,
  server,
}) => {
  const t = words("en");
  const project = "Videos at the quay";
  const client = await adminClient(server.origin);
  const { id } = await client.call("POST /api/projects", { body: { name: project } });
  const page = await open(browser, "en");
  await new SiteManager(page, t).signIn(server.origin, admin);

  await fillIn(page, t, project, "Along the quay", film(1));
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("switch", { name: t("videos.is_public") }).press("Space");
  await dialog.getByRole("switch", { name: t("videos.is_protected") }).press("Space");
  await dialog.getByRole("textbox", { name: t("videos.password") }).fill("gate 7");
  // A slow line, and a server that responds slowly.
  const slowly = (ms: number) => async (route: Route) => {
    await new Promise((resume) => setTimeout(resume, ms));
    await route.continue();
  };
  await page.route("**/api/uploads/*", slowly(400));
  await page.route("**/api/three60videos", slowly(1000));
  await dialog.getByRole("button", { name: t("videos.add"), exact: true }).click();
  await expect(dialog.getByRole("button", { name: t("videos.uploading") })).toBeVisible();
  await expect(dialog.getByRole("button", { name: t("videos.submitting") })).toBeVisible();
  await expect(dialog.getByRole("progressbar")).toHaveAttribute("aria-valuenow", "100");
  await expect(page.getByText(t("videos.added")).first()).toBeVisible();
  await page.waitForURL(`**/videos/${id}`);
  await page.getByRole("link", { name: "Along the quay", exact: true }).click();

  // It plays as soon as it is there, and a comment is placed at the view.
  const player = page.getByRole("region", { name: t("videos.player", { name: "Along the quay" }) });
  await expect(player.locator("canvas")).toBeVisible();
  await page.getByRole("button", { name: t("comments.add_here") }).click();
  await page.getByRole("textbox", { name: t("comments.field") }).fill("The bollard is loose");
  await page.getByRole("button", { name: t("comments.send"), exact: true }).click();
  const said = page.getByRole("list", { name: t("comments.list") }).getByRole("listitem");
  await expect(said).toContainText("The bollard is loose");
  await expect(player.locator("[data-pin]")).toHaveCount(1);
  await said
    .getByRole("button", { name: t("comments.resolve"), exact: false })
    .first()
    .click();
  await expect(said.getByText(/^Resolved by/)).toBeVisible();

  await page.getByRole("button", { name: t("videos.share"), exact: true }).click();
  const link = await page.getByLabel(t("sharing.links.link"), { exact: true }).inputValue();
  await page.keyboard.press("Escape");

  const guest = await open(browser, "en", 390);
  await guest.goto(link);
  await guest.locator("input[type=password]").fill("gate 7");
  await guest.locator("input[type=password]").press("Enter");
  await expect(guest.getByRole("region", { name: "Along the quay" }).locator("canvas")).toBeVisible();

  await page.reload();
  await page.getByRole("tab", { name: t("videos.tab_views") }).click();
  await expect(page.getByRole("list", { name: t("sharing.views.list") })).toContainText(
    t("sharing.views.guest"),
  );
  await guest.context().close();
  await page.context().close();
});

test("resumes a video upload after a reload, and names a file that is not a video", async ({
  browser,
  server,
}) => {
  const t = words("ar");
  const project = "Videos at the tower";
  const client = await adminClient(server.origin);
  const { id } = await client.call("POST /api/projects", { body: { name: project } });
  const page = await open(browser, "ar");
  await new SiteManager(page, t).signIn(server.origin, admin);

  await fillIn(page, t, project, "حول البرج", film(2));
  const dialog = page.getByRole("dialog");
  // Rejects a file that is not a video before uploading the selected one.
  await dialog.getByRole("button", { name: t("videos.remove_file", { name: "ride.mp4" }) }).click();
  await dialog
    .locator("input[type=file]")
    .setInputFiles({ name: "notes.mp4", mimeType: "video/mp4", buffer: Buffer.from("no film") });
  await expect(dialog.getByText(t("errors.code.VIDEO_UNREADABLE"))).toBeVisible();
  await dialog
    .locator("input[type=file]")
    .setInputFiles({ name: "ride.mp4", mimeType: "video/mp4", buffer: film(2) });
  await expect(dialog.getByText("3840 × 1920")).toBeVisible();

  // The connection carries one part and then breaks.
  await page.route("**/api/uploads/*", async (route) => {
    const offset = Number(route.request().headers()["upload-offset"] ?? 0);
    if (offset > 0) await route.abort();
    else await route.continue();
  });
  await dialog.getByRole("button", { name: t("videos.add"), exact: true }).click();
  await expect(dialog.getByText(t("uploads.held_up_text"))).toBeVisible();
  await page.unroute("**/api/uploads/*");
  page.on("dialog", (question) => void question.accept());
  await page.reload();
  await expect(page.getByText(t("videos.added")).first()).toBeVisible();
  const { items } = await client.call("GET /api/three60videos", { query: { id_project: id } });
  expect(items.map(({ title }) => title)).toEqual(["حول البرج"]);
  await page.context().close();
});
