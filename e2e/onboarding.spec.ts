import type { Browser, BrowserContext, Page } from "@playwright/test";
import type { Language } from "#contract/languages.ts";
import { adminClient, makePerson, password } from "./people.ts";
import { expect, test } from "./server.ts";
import { byTurns } from "./variants.ts";
import { words } from "./words.ts";

const site = "Sitewalk";

/** The first name that `makePerson` gives. */
const firstName = "Site";

/** Each user sees a tour only once: each journey has a user and a browser of its own. */
async function enter(
  browser: Browser,
  origin: string,
  username: string,
  {
    language = "en",
    width = 1280,
    isNew = false,
    role = "administrator",
  }: { language?: Language; width?: number; isNew?: boolean; role?: "administrator" | "user" } = {},
): Promise<{ page: Page; context: BrowserContext }> {
  const client = await adminClient(origin);
  await client.call("PUT /api/settings", { body: { enable_wizard: true } });
  const person = await makePerson(origin, username, role);
  const context = await browser.newContext({
    viewport: { width, height: 820 },
    reducedMotion: "reduce",
    hasTouch: width < 768,
  });
  await context.addInitScript(
    ([chosen, wasHere]) => {
      localStorage.setItem("app-language", chosen);
      if (wasHere === "yes") localStorage.setItem("onboardingCompleted", "true");
    },
    [language, isNew ? "no" : "yes"] as const,
  );
  const page = await context.newPage();
  await page.goto(`${origin}/login`);
  await page.locator("input[name=username_l]").fill(person.username);
  await page.locator("input[name=password_l]").fill(password);
  await page.locator("input[name=password_l]").press("Enter");
  await page.waitForURL("**/dashboard");
  return { page, context };
}

const completed = (page: Page) => page.evaluate(() => localStorage.getItem("onboardingCompleted"));

test.afterAll(async ({ server }) => {
  const client = await adminClient(server.origin);
  await client.call("PUT /api/settings", { body: { enable_wizard: false } });
});

for (const [turn, language] of (["en", "ar"] as const).entries()) {
  const inTurn = byTurns(test, turn);
  for (const width of [1280, 390]) {
    const t = words(language);
    const name = `walker-${language}-${width}`;
    const titleOf = (id: string) => t(`onboarding.${id}.title`, { name: firstName, site });

    inTurn()(
      `shows a new user around, step by step, once (${language}, ${width} px)`,
      async ({ browser, server }) => {
        const { page, context } = await enter(browser, server.origin, name, { language, width, isNew: true });
        const box = page.getByRole("dialog");
        const button = page.getByRole("button", { name: t("onboarding.start") });
        const next = box.getByRole("button", { name: t("onboarding.next") });
        const done = box.getByRole("button", { name: t("onboarding.done") });
        await expect(box).toHaveAccessibleName(titleOf("welcome"));
        await expect(box).toHaveAccessibleDescription(t("onboarding.welcome.text"));
        await expect(button).toBeDisabled();
        const middle = await box.boundingBox();
        expect(Math.abs((middle?.x ?? 0) + (middle?.width ?? 0) / 2 - width / 2)).toBeLessThan(3);

        const seen = [titleOf("welcome")];
        await expect(next).toBeFocused();
        while (!(await done.isVisible())) {
          await next.click();
          await expect(box).not.toHaveAccessibleName(seen.at(-1) ?? "");
          seen.push((await box.getByRole("heading").textContent()) ?? "");
          await expect(next.or(done)).toBeFocused();
          await expect(box).toBeInViewport({ ratio: 1 });
        }
        const wanted = [
          "welcome",
          "dashboard",
          "projects",
          "create",
          "visits",
          ...(width < 768 ? ["menu"] : []),
          "help",
        ];
        // The search and notifications of the header are also part of the tour.
        expect(seen).toEqual(expect.arrayContaining(wanted.map((id) => titleOf(id))));
        expect(page.url()).toBe(`${server.origin}/visits`);
        await done.click();
        await expect(box).toHaveCount(0);
        await expect(button).toBeEnabled();
        await expect(button).toBeFocused();
        expect(await completed(page)).toBe("true");
        await page.reload();
        await expect(button).toBeEnabled();
        await expect(box).toHaveCount(0);
        await context.close();
      },
    );
  }

  const t = words(language);
  const [forward, back] = language === "en" ? ["ArrowRight", "ArrowLeft"] : ["ArrowLeft", "ArrowRight"];

  inTurn()(
    `follows the arrow keys in the direction of reading, and ends on Escape without asking (${language})`,
    async ({ browser, server }) => {
      const { page, context } = await enter(browser, server.origin, `keys-${language}`, { language });
      const box = page.getByRole("dialog");
      const button = page.getByRole("button", { name: t("onboarding.start") });
      await expect(box).toHaveCount(0);
      await button.press("Enter");
      await expect(box).toHaveAccessibleName(t("onboarding.welcome.title", { name: firstName, site }));
      await page.evaluate(() => localStorage.removeItem("onboardingCompleted"));
      await page.keyboard.press(forward);
      await expect(box).toHaveAccessibleName(t("onboarding.dashboard.title"));
      await page.keyboard.press(back);
      await expect(box).toHaveAccessibleName(t("onboarding.welcome.title", { name: firstName, site }));
      await page.keyboard.press("Escape");
      await expect(box).toHaveCount(0);
      await expect(page.getByRole("alertdialog")).toHaveCount(0);
      expect(await completed(page)).toBe("true");
      await expect(button).toBeFocused();
      await context.close();
    },
  );
}

const t = words("en");

test("goes to the dashboard from another screen and waits 500 ms, then to the projects and waits the same", async ({
  browser,
  server,
}) => {
  const { page, context } = await enter(browser, server.origin, "from-visits", {});
  await page.goto(`${server.origin}/visits`);
  await page.getByRole("button", { name: t("onboarding.start") }).click();
  const box = page.getByRole("dialog");
  const next = box.getByRole("button", { name: t("onboarding.next") });
  await expect(box).toHaveAccessibleName(t("onboarding.welcome.title", { name: firstName, site }));
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  for (const [path, before, after] of [
    ["/dashboard", t("onboarding.welcome.title", { name: firstName, site }), t("onboarding.dashboard.title")],
    ["/projects", t("onboarding.dashboard.title"), t("onboarding.projects.title")],
  ] as const) {
    await next.click();
    await page.waitForURL(`**${path}`);
    await page.clock.runFor(490);
    await expect(box).toHaveAccessibleName(before);
    await page.clock.runFor(20);
    await expect(box).toHaveAccessibleName(after);
    // The content grows when its data arrives, which may be between the two.
    await expect(async () => {
      const hole = await page.locator(".driver-active-element").boundingBox();
      const content = await page.locator("#content").boundingBox();
      expect(hole).toEqual(content);
    }).toPass();
  }
  await context.close();
});

test("opens a visit of the demo, and blocks accidental clicks on the highlighted element", async ({
  browser,
  server,
}) => {
  const client = await adminClient(server.origin);
  await client.call("PUT /api/settings", { body: { enable_wizard: true } });
  const context = await browser.newContext({ reducedMotion: "reduce" });
  const page = await context.newPage();
  await page.goto(`${server.origin}/login`);
  await page.getByRole("button", { name: t("auth.demo") }).click();
  await page.waitForURL("**/dashboard");
  const box = page.getByRole("dialog");
  await expect(box).toBeVisible();
  while ((await box.getByRole("heading").textContent()) !== t("onboarding.viewer.title")) {
    const before = await box.getByRole("heading").textContent();
    await box.getByRole("button", { name: t("onboarding.next") }).click();
    await expect(box.getByRole("heading")).not.toHaveText(before ?? "");
  }
  const visit = page.locator(".driver-active-element");
  await expect(visit).toHaveAttribute("href", /^\/viewer\//);
  const place = await visit.boundingBox();
  await page.mouse.click((place?.x ?? 0) + 20, (place?.y ?? 0) + 20);
  await expect(box).toBeVisible();
  expect(page.url()).toBe(`${server.origin}/visits`);
  await context.close();
});

test("has no button and shows no tour when the settings turn off the wizard", async ({ browser, server }) => {
  const { page, context } = await enter(browser, server.origin, "no-wizard", { isNew: true });
  const button = page.getByRole("button", { name: t("onboarding.start") });
  await expect(button).toBeVisible();
  await page.keyboard.press("Escape");
  const client = await adminClient(server.origin);
  await client.call("PUT /api/settings", { body: { enable_wizard: false } });
  await page.evaluate(() => localStorage.removeItem("onboardingCompleted"));
  await page.reload();
  await expect(page.getByRole("button", { name: t("shell.top_bar.language") })).toBeVisible();
  await expect(button).toHaveCount(0);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await context.close();
});
