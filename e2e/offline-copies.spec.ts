import { type BrowserContext, test as base, type Page } from "@playwright/test";
import type { Language } from "#contract/languages.ts";
import { barriersOn } from "./barriers.ts";
import { demoProject, demoVisits, readyVisit } from "./demo.ts";
import { whenKept } from "./kept-shell.ts";
import { cutConnection } from "./page-errors.ts";
import { admin, expect, test } from "./server.ts";
import { byTurns } from "./variants.ts";
import { type Words, words } from "./words.ts";

test.use({ expectedErrors: [cutConnection] });

const look = (page: Page, name: string) => page.screenshot({ path: base.info().outputPath(`${name}.png`) });

async function signIn(page: Page): Promise<void> {
  await page.locator("input[name=username_l]").fill(admin.email);
  await page.locator("input[name=password_l]").fill(admin.password);
  await page.locator("input[name=password_l]").press("Enter");
}

/** Ends the connection, and continues without it. */
async function goOffline(context: BrowserContext, page: Page, t: Words): Promise<void> {
  await context.setOffline(true);
  const overlay = page.getByRole("alertdialog", { name: t("offline.title") });
  await expect(overlay).toBeVisible();
  await overlay.getByRole("button", { name: t("offline.continue") }).click();
}

/** As if the user had put the device away hours ago. */
const beInactive = (page: Page) =>
  page.evaluate(() => {
    const [, span = ""] = (localStorage.getItem("last_activity") ?? "").split(" ");
    localStorage.setItem("last_activity", `${Date.now() - 5 * 3_600_000} ${span}`);
  });

const isDrawn = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth > 0));

const phone = { width: 390, height: 844 };
const screens: Readonly<Record<Language, { width: number; height: number }>> = {
  ar: phone,
  en: { width: 1440, height: 900 },
};

for (const [turn, language] of (["ar", "en"] as const).entries()) {
  const inTurn = byTurns(test, turn);
  const t = words(language);

  inTurn()(
    `saves a project, reads it offline after a reload, locks, adds an item and unlocks (${language})`,
    async ({ browser, server: { origin } }) => {
      const code = await readyVisit(origin);
      const { client, project } = await demoProject(origin);
      const older = (await demoVisits(origin)).find((visit) => visit.code !== code);
      const { items } = await client.call("GET /api/annotations", {
        query: { id_project: project.id, status: "open", per_page: 1 },
      });
      const [snag] = items;
      if (snag === undefined || older === undefined) throw new Error("The demo site has too little.");

      const context = await browser.newContext({
        serviceWorkers: "allow",
        reducedMotion: "reduce",
        viewport: screens[language],
      });
      await context.addInitScript((chosen) => localStorage.setItem("app-language", chosen), language);
      const page = await context.newPage();
      await page.goto(`${origin}/login`);
      await signIn(page);
      await page.waitForURL("**/dashboard");
      await whenKept(page);

      await page.goto(`${origin}/project/${project.id}`);
      await page.getByRole("button", { name: t("offline.copies.action"), exact: true }).click();
      const dialog = page.getByRole("dialog");
      await expect(dialog.getByText(t("offline.copies.groups.plans"))).toBeVisible();
      await look(page, `size-${language}`);
      expect(await barriersOn(page)).toEqual([]);
      await dialog.getByRole("button", { name: t("offline.copies.save"), exact: true }).click();
      await expect(dialog.getByRole("button", { name: t("offline.copies.refresh") })).toBeVisible({
        timeout: 300_000,
      });
      await look(page, `saved-${language}`);
      await page.keyboard.press("Escape");

      // Nothing of the project has been viewed except its page.
      await goOffline(context, page, t);
      await page.reload();
      await expect(page.getByRole("heading", { name: project.name }).first()).toBeVisible();
      await expect(page.locator("#plans [data-tile], #plans img").first()).toBeAttached();
      expect(await isDrawn(page, "#plans img")).toBe(true);
      await look(page, `project-${language}`);
      await page.goto(`${origin}/snags/${snag.id}?id_project=${project.id}`);
      await expect(page.getByRole("article")).toContainText(snag.title);
      await look(page, `snag-${language}`);
      await page.goto(`${origin}/viewer/${code}`);
      await expect(page.locator("[data-picture]")).toBeAttached();
      await look(page, `viewer-${language}`);
      await page.goto(`${origin}/viewer/${older.code}`);
      await expect(page.getByText(t("offline.copies.screen.missing_title"))).toBeVisible();
      await expect(page.getByRole("link", { name: project.name })).toBeVisible();
      await look(page, `missing-${language}`);

      await page.goto(`${origin}/project/${project.id}`);
      await expect(page.getByRole("heading", { name: project.name }).first()).toBeVisible();
      await beInactive(page);
      const locked = page.getByRole("heading", { name: t("offline.lock.title") });
      await expect(locked).toBeVisible();
      await look(page, `locked-${language}`);
      expect(await barriersOn(page)).toEqual([]);
      for (const path of ["/dashboard", `/project/${project.id}`, `/viewer/${code}`, "/offline"]) {
        await page.goto(origin + path);
        await expect(locked, `${path} shows the lock`).toBeVisible();
        await expect(page.getByText(project.name)).toHaveCount(0);
      }
      await page.getByRole("button", { name: t("offline.lock.add") }).click();
      await page.getByLabel(t("offline.lock.form.note")).fill("Crack in stairs 2");
      await page.getByRole("button", { name: t("offline.lock.form.save") }).click();
      await expect(page.getByText(t("offline.lock.form.saved"), { exact: true })).toBeVisible();
      await look(page, `added-${language}`);
      await page.reload();
      await expect(page.getByText(t("offline.lock.count_one", { count: 1 }))).toBeVisible();

      await context.setOffline(false);
      const enter = page.getByRole("button", { name: t("offline.lock.sign_in") });
      await expect(enter).toBeEnabled();
      expect(await page.evaluate(async () => (await fetch("/api/user")).status)).toBe(401);
      await enter.click();
      await signIn(page);
      await page.waitForURL((url) => url.pathname !== "/login");
      await page.goto(`${origin}/offline`);
      await expect(page.getByText("Crack in stairs 2")).toBeVisible();
      await expect(page.getByRole("link", { name: project.name })).toBeVisible();
      await look(page, `unlocked-${language}`);
      await page.getByRole("button", { name: t("offline.copies.captures.add") }).click();
      await expect(
        page.getByRole("dialog").getByLabel(t("snags.fields.title"), { exact: false }).first(),
      ).toHaveValue("Crack in stairs 2");
      await context.close();
    },
  );
}
