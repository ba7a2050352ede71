import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./server.ts";
import { words } from "./words.ts";

const t = words("en");

async function enter(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/login`);
  await page.getByRole("button", { name: t("auth.demo") }).click();
  await page.waitForURL("**/dashboard");
  await expect(page.getByText(/^Version /)).toBeVisible();
}

const widthOf = async (part: Locator) => Math.round((await part.boundingBox())?.width ?? 0);
const menu = (page: Page) => page.getByRole("navigation", { name: t("shell.sidebar.label") });

test("has a sidebar of 224 px or 64 px of icons, remembers which, and hides it below 768 px", async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await enter(page, server.origin);
  const sidebar = page.getByRole("complementary");
  expect(await widthOf(sidebar)).toBe(224);
  expect((await sidebar.boundingBox())?.x, "at the left of an English page").toBe(0);
  await page.getByRole("button", { name: t("shell.sidebar.collapse") }).click();
  await expect.poll(() => widthOf(sidebar)).toBe(64);

  const link = menu(page).getByRole("link", { name: t("shell.titles.visits") });
  // Measured in the page: a busy machine may check late, but the tooltip itself must not appear early.
  const delay = await link.evaluateHandle((element) => {
    const seen = { from: 0, after: 0 };
    element.addEventListener("pointerenter", () => (seen.from = performance.now()), { once: true });
    new MutationObserver(() => {
      if (seen.after === 0 && document.querySelector("[role=tooltip]") !== null)
        seen.after = performance.now() - seen.from;
    }).observe(document.body, { childList: true, subtree: true });
    return seen;
  });
  await link.hover();
  await expect(page.getByRole("tooltip", { name: t("shell.titles.visits") })).toBeVisible();
  expect(await delay.evaluate(({ after }) => after)).toBeGreaterThanOrEqual(195);

  await page.reload();
  await expect.poll(() => widthOf(sidebar)).toBe(64);
  await page.getByRole("button", { name: t("shell.sidebar.expand") }).click();
  await expect.poll(() => widthOf(sidebar)).toBe(224);
  await page.setViewportSize({ width: 768, height: 800 });
  await expect(menu(page)).toBeVisible();
  await page.setViewportSize({ width: 767, height: 800 });
  await expect(menu(page)).toHaveCount(0);
});

test("shows the menu on a phone as a sheet over a dimmed page, closed by a link or a tap beside it", async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await enter(page, server.origin);
  await expect(menu(page)).toHaveCount(0);
  const open = page.getByRole("button", { name: t("shell.sidebar.open") });
  await open.click();
  const sheet = page.getByRole("dialog");
  const foot = async () => {
    const box = await sheet.boundingBox();
    return Math.round((box?.y ?? 0) + (box?.height ?? 0));
  };
  await expect.poll(foot, "a sheet from below").toBe(844);
  expect(await widthOf(sheet)).toBe(390);
  for (const tool of ["shell.top_bar.language", "shell.user_menu.logout"] as const)
    await expect(sheet.getByRole("button", { name: t(tool) })).toBeVisible();
  await page.mouse.click(380, 20);
  await expect(menu(page)).toHaveCount(0);
  await open.click();
  await menu(page)
    .getByRole("link", { name: t("shell.titles.visits") })
    .click();
  await page.waitForURL("**/visits");
  await expect(menu(page)).toHaveCount(0);
});

for (const width of [320, 390] as const)
  test(`every tab of the bottom bar is at least 44 px and within reach (${width} px)`, async ({
    page,
    server,
  }) => {
    await page.setViewportSize({ width, height: 700 });
    await enter(page, server.origin);
    const bar = page.getByRole("navigation", { name: t("shell.sidebar.quick") });
    const { y = 0, height = 0 } = (await bar.boundingBox()) ?? {};
    expect(y + height, "at the lower edge, where the thumb is").toBe(700);
    const tabs = await bar.locator("a, button").all();
    expect(tabs).toHaveLength(5);
    for (const tab of tabs) {
      const box = await tab.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
      const isOnTop = await tab.evaluate((element) => {
        const { x, y, width: w, height: h } = element.getBoundingClientRect();
        return element.contains(document.elementFromPoint(x + w / 2, y + h / 2));
      });
      expect(isOnTop).toBe(true);
    }
  });

test("fades between screens in 300 ms and never loads another document", async ({ page, server }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await enter(page, server.origin);
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
  for (const [title, path] of [
    [t("shell.titles.projects"), "projects"],
    [t("shell.titles.visits"), "visits"],
    [t("shell.titles.dashboard"), "dashboard"],
  ] as const) {
    await menu(page).getByRole("link", { name: title }).click();
    await page.waitForURL(`**/${path}`);
    await expect(page).toHaveTitle(`${title} | Sitewalk`);
  }
  expect(await page.evaluate(() => "isSameDocument" in window)).toBe(true);
  const fade = await page
    .locator("main > div")
    .first()
    .evaluate((screen) => {
      const style = getComputedStyle(screen);
      return [style.animationName, style.animationDuration];
    });
  expect(fade[0]).toMatch(/fade|page/);
  expect(fade[1]).toBe("0.3s");
});

test("menu and tools stay in reach while a screen's script loads", async ({ page, server }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await enter(page, server.origin);
  const create = page.getByRole("button", { name: t("shell.top_bar.create") });
  const entry = page.getByRole("menuitem", { name: t("visits.new") });
  await create.click();
  await expect(entry).toBeVisible();
  await page.keyboard.press("Escape");

  const script = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", async (route) => {
    await script.promise;
    await route.continue();
  });
  await menu(page)
    .getByRole("link", { name: t("shell.titles.snags") })
    .click();
  await expect(page.getByRole("main").getByRole("status")).toHaveText(t("common.loading"));
  await create.click();
  await expect(entry).toBeVisible();
  await page.keyboard.press("Escape");
  script.resolve();
  await expect(page.getByRole("main").getByRole("heading").first()).toBeVisible();
});

test("in Arabic the menu is on the right and toasts are on the left, in English the reverse", async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await enter(page, server.origin);
  const sideOf = async (part: Locator) => {
    const box = await part.boundingBox();
    return (box?.x ?? 0) + (box?.width ?? 0) / 2 < 640 ? "left" : "right";
  };
  // The demo account is read-only: a change attempt says so in a toast.
  const provoke = () =>
    page
      .getByRole("button", { name: /^(Star|تمييز) / })
      .first()
      .click();
  await page.goto(`${server.origin}/projects`);
  await provoke();
  const toast = page.getByRole("alertdialog").last();
  await expect(toast).toBeVisible();
  expect([await sideOf(page.getByRole("complementary")), await sideOf(toast)]).toEqual(["left", "right"]);

  await page.getByRole("button", { name: t("shell.top_bar.language") }).click();
  await page.getByRole("menuitemradio", { name: /العربية/ }).click();
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  await expect(page.locator("html")).toHaveAttribute("lang", "ar");
  await expect(toast).toHaveCount(0);
  await provoke();
  await expect(toast).toBeVisible();
  expect([await sideOf(page.getByRole("complementary")), await sideOf(toast)]).toEqual(["right", "left"]);
});
