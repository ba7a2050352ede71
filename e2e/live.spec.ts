import type { Browser, BrowserContext, Page } from "@playwright/test";
import { TestClient } from "#test/client.ts";
import { type Push, push } from "#test/live/push.ts";
import { cutConnection } from "./page-errors.ts";
import { makePerson, password } from "./people.ts";
import { expect, test } from "./server.ts";
import { words } from "./words.ts";

test.use({ expectedErrors: [cutConnection] });

const t = words("en");

// The browser's fake camera and microphone: a moving picture, and a beep every second.
test.use({
  launchOptions: async ({ launchOptions }, provide) =>
    provide({
      ...launchOptions,
      args: [
        ...(launchOptions.args ?? []),
        "--use-fake-device-for-media-stream",
        "--use-fake-ui-for-media-stream",
        "--autoplay-policy=no-user-gesture-required",
      ],
    }),
});

const pushes: Push[] = [];
test.afterEach(async () => {
  await Promise.all(pushes.splice(0).map((sender) => sender.kill()));
});
const send = (address: string): Push => {
  const sender = push(address, { seconds: 90 });
  pushes.push(sender);
  return sender;
};

/** A signed-in user with a project of their own; other actions go through `client`. */
async function siteManager(browser: Browser, origin: string, name: string) {
  await makePerson(origin, name, "administrator");
  const client = new TestClient(origin);
  await client.call("POST /api/login", { body: { username_l: name, password_l: password } });
  const project = await client.call("POST /api/projects", { body: { name: `Site of ${name}` } });
  const context = await browser.newContext();
  await context.addInitScript(() => {
    localStorage.setItem("onboardingCompleted", "true");
    localStorage.setItem("app-cookies", "necessary");
  });
  await context.addCookies(
    client
      .cookie()
      .split("; ")
      .map((pair) => {
        const [key = "", value = ""] = pair.split(/=(.*)/s);
        return { name: key, value, url: origin };
      }),
  );
  return { client, project, context, page: await context.newPage() };
}

const player = (page: Page) => page.locator("section[data-player]");
const moving = (page: Page) => expect(player(page)).toHaveAttribute("data-moving", "");
const state = (page: Page, name: RegExp | string, timeout = 15_000) =>
  expect(player(page)).toHaveAttribute("data-state", name, { timeout });

/** Two screenshots a moment apart differ. */
async function moves(page: Page): Promise<void> {
  const look = () =>
    player(page)
      .locator("video")
      .evaluate((video: HTMLVideoElement) => video.currentTime);
  const before = await look();
  await expect.poll(async () => (await look()) > before).toBe(true);
}

async function guestAt(browser: Browser, address: string): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(address);
  return { context, page };
}

test("creates a channel in the browser, receives an encoder, and keeps a guest up to date without a reload", async ({
  browser,
  server,
}) => {
  const { page, context } = await siteManager(browser, server.origin, "live-maker");
  await page.goto(`${server.origin}/editchannel`);
  await page
    .getByRole("button", { name: t("live.new") })
    .first()
    .click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(t("live.name")).fill("Tower crane");
  await dialog.getByRole("button", { name: t("live.create") }).click();
  await page.waitForURL(/\/editchannel\/\d+$/);
  await expect(page.getByText(t("live.key.once"))).toBeVisible();
  const [url = "", key = ""] = await page.locator("section code").allTextContents();
  expect(url).toMatch(/^rtmp:\/\//);
  await page.getByRole("button", { name: t("live.start") }).click();
  await expect(page.getByText(t("live.state_texts.starting"))).toBeVisible();

  const link = await page.getByRole("link", { name: t("live.open_page") }).getAttribute("href");
  const { page: guest, context: theirs } = await guestAt(browser, link ?? "");
  await state(guest, "starting");
  const first = send(`${url}/${key}`);
  await state(guest, "live", 30_000);
  await moving(guest);
  await moves(guest);
  await expect(page.getByText("320×160")).toBeVisible();

  await first.kill();
  await state(guest, /stale|interrupted/, 10_000);
  send(`${url}/${key}`);
  await state(guest, "live", 30_000);
  await moving(guest);
  await moves(guest);

  await page.getByRole("button", { name: t("live.stop"), exact: true }).click();
  const question = page.getByRole("alertdialog");
  await question
    .getByRole("button", { name: t("live.stop") })
    .click({ timeout: 5000 })
    .catch(() => undefined);
  await expect(page.getByText(t("live.state_texts.idle"))).toBeVisible();
  await state(guest, "ended");
  await Promise.all([context.close(), theirs.close()]);
});

test("streams from the browser, and shows a guest the camera until the stream ends", async ({
  browser,
  server,
}) => {
  const { page, client, project, context } = await siteManager(browser, server.origin, "live-walker");
  const channel = await client.call("POST /api/live-streaming", {
    body: { id_project: project.id, name: "Walk round", is_public: 1, is_360: 0 },
  });
  await context.grantPermissions(["camera", "microphone"]);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${server.origin}/golive/${channel.id}`);
  await expect(page.getByText(t("live.golive.ready"))).toBeVisible();
  await page.getByRole("button", { name: t("live.golive.begin") }).click();
  await expect(page.getByRole("timer")).toBeVisible();

  const { page: guest, context: theirs } = await guestAt(browser, `${server.origin}/live/${channel.code}`);
  await state(guest, "live", 30_000);
  await moving(guest);
  await moves(guest);

  await page.getByRole("button", { name: t("live.golive.end") }).click();
  await page
    .getByRole("alertdialog")
    .getByRole("button", { name: t("live.golive.end") })
    .click();
  await expect(page.getByText(t("live.golive.ended"))).toBeVisible();
  await state(guest, "ended");
  await Promise.all([context.close(), theirs.close()]);
});
