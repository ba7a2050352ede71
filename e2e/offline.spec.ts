import type { Browser, BrowserContext, Page } from "@playwright/test";
import type { Language } from "#contract/languages.ts";
import { makePerson, password } from "./people.ts";
import { admin, expect, test } from "./server.ts";
import { words } from "./words.ts";

/** A browser with the worker, as people have it. */
async function fresh(browser: Browser, language: Language, size = { width: 1280, height: 800 }) {
  const context = await browser.newContext({
    serviceWorkers: "allow",
    viewport: size,
    reducedMotion: "reduce",
  });
  await context.addInitScript((chosen) => localStorage.setItem("app-language", chosen), language);
  return context;
}

async function signIn(page: Page, origin: string, name: string, secret: string): Promise<void> {
  await page.goto(`${origin}/login`);
  await page.locator("input[name=username_l]").fill(name);
  await page.locator("input[name=password_l]").fill(secret);
  await page.locator("input[name=password_l]").press("Enter");
  await page.waitForURL("**/dashboard");
}

/** Until the worker answers for this page and has everything that the application needs. */
async function whenKept(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, {
    timeout: 30_000,
  });
  await page.waitForFunction(
    async () => {
      const notes = await (await caches.open("sitewalk-shell")).match("/shell?notes");
      return notes !== undefined && ((await notes.json()) as { languages: string[] }).languages.length > 0;
    },
    undefined,
    { timeout: 30_000 },
  );
}

const look = (page: Page, name: string) => page.screenshot({ path: test.info().outputPath(`${name}.png`) });

for (const language of ["en", "ar"] as const) {
  const t = words(language);
  const overlay = (page: Page) => page.getByRole("alertdialog", { name: t("offline.title") });

  test(`what was seen opens without a connection, and what was typed is there when it is back (${language})`, async ({
    browser,
    server,
  }) => {
    const context = await fresh(
      browser,
      language,
      language === "ar" ? { width: 390, height: 844 } : undefined,
    );
    const page = await context.newPage();
    await signIn(page, server.origin, admin.email, admin.password);
    await whenKept(page);
    await page.goto(`${server.origin}/projects`);
    const project = page.locator("main a[href^='/project/']").first();
    await expect(project).toBeVisible();
    const name = (await project.innerText()).trim();
    await look(page, `online-${language}`);
    await page.waitForTimeout(2500);

    await context.setOffline(true);
    await expect(overlay(page)).toBeVisible({ timeout: 12_000 });
    await look(page, `overlay-${language}`);
    await overlay(page)
      .getByRole("button", { name: t("offline.continue") })
      .click();
    await expect(overlay(page)).toBeHidden();
    await look(page, `bar-${language}`);

    await page.reload();
    await expect(page.getByText(t("offline.bar.title"))).toBeVisible();
    await expect(page.getByText(name).first()).toBeVisible();
    await look(page, `reloaded-${language}`);

    await context.setOffline(false);
    await expect(page.getByText(t("offline.back"))).toBeVisible({ timeout: 12_000 });
    await look(page, `back-${language}`);
    await context.close();
  });
}
