import type { Browser, BrowserContext, Page } from "@playwright/test";
import type { Language } from "#contract/languages.ts";
import type { TestClient } from "#test/client.ts";
import { cutConnection } from "./page-errors.ts";
import { adminClient, makePerson, password } from "./people.ts";
import { expect, test } from "./server.ts";
import { byTurns } from "./variants.ts";
import { words } from "./words.ts";

test.use({ expectedErrors: [cutConnection] });

const sizes = { wide: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } } as const;

/** Creates projects by these names, findable by every user who may see all. */
async function addProjects(client: TestClient, names: readonly string[]): Promise<number[]> {
  const ids: number[] = [];
  for (const name of names) {
    const body = { name, status: "Design", location: "Dockside", year: 2026 } as const;
    ids.push((await client.call("POST /api/projects", { body })).id);
  }
  return ids;
}

interface Visitor {
  readonly language: Language;
  readonly size: keyof typeof sizes;
}

/** A returning user, who gets no tour, at the dashboard. */
async function enter(
  browser: Browser,
  origin: string,
  name: string,
  { language, size }: Visitor,
): Promise<{ context: BrowserContext; page: Page }> {
  const isPhone = size === "phone";
  const context = await browser.newContext({ viewport: sizes[size], hasTouch: isPhone, isMobile: isPhone });
  await context.addInitScript((chosen) => {
    localStorage.setItem("app-language", chosen);
    localStorage.setItem("onboardingCompleted", "true");
  }, language);
  const page = await context.newPage();
  await page.goto(`${origin}/login`);
  await page.locator("input[name=username_l]").fill(name);
  await page.locator("input[name=password_l]").fill(password);
  await page.locator("input[name=password_l]").press("Enter");
  await page.waitForURL("**/dashboard");
  await expect(page.locator("main h1")).toBeVisible();
  return { context, page };
}

for (const [turn, language] of (["en", "ar"] as const).entries()) {
  const inTurn = byTurns(test, turn);
  const t = words(language);
  const name = language === "en" ? "Quarry" : "محجر";

  inTurn()(`on a desktop: slash, a few letters, arrows, Enter (${language})`, async ({ browser, server }) => {
    const person = await makePerson(server.origin, `desk-${language}`, "super_admin");
    const client = await adminClient(server.origin);
    const ids = await addProjects(client, [`${name} C`, `${name} A`, name]);
    const { context, page } = await enter(browser, server.origin, person.username, {
      language,
      size: "wide",
    });
    await page.keyboard.press("/");
    const box = page.getByRole("combobox", { name: t("search.label") });
    await expect(box).toBeFocused();
    await expect(box).toHaveAttribute("placeholder", t("search.placeholder"));
    await page.keyboard.type(name.toLowerCase());
    const options = page.getByRole("option");
    await expect(options).toHaveCount(3);
    await expect(options.nth(0), "exactly this comes first").toContainText(name);
    await expect(options.nth(0)).not.toContainText(`${name} A`);
    await expect(options.nth(1)).toContainText(`${name} A`);
    await expect(options.nth(0).locator("mark")).toHaveText(name);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await expect(options.nth(2)).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("Enter");
    await page.waitForURL(`**/project/${ids[0]}`);
    await expect(box).toHaveValue("");

    await page.keyboard.press("/");
    await page.keyboard.type("zzqq zzqq");
    await expect(page.getByText(t("search.none"), { exact: true })).toBeVisible();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");
    await expect(page).toHaveURL(new RegExp(`/project/${ids[0]}$`));
    await context.close();
  });

  inTurn()(
    `on a phone: over the whole screen, closed by a tap beside it or by Back (${language})`,
    async ({ browser, server }) => {
      const person = await makePerson(server.origin, `phone-${language}`, "super_admin");
      const client = await adminClient(server.origin);
      const [id] = await addProjects(client, [`${name} phone`]);
      const { context, page } = await enter(browser, server.origin, person.username, {
        language,
        size: "phone",
      });
      const open = page.getByRole("button", { name: t("search.open"), exact: true });
      const overlay = page.getByRole("dialog", { name: t("search.label") });
      const field = page.getByRole("combobox", { name: t("search.label") });
      await open.tap();
      await expect(field).toBeFocused();
      await field.tap();
      await expect(overlay).toBeVisible();
      await page.touchscreen.tap(200, 700);
      await expect(overlay).toBeHidden();
      await open.tap();
      await expect(overlay).toBeVisible();
      await page.goBack();
      await expect(overlay).toBeHidden();
      await expect(page).toHaveURL(/\/dashboard$/);
      await open.tap();
      await field.fill(`${name} phone`);
      await page.getByRole("option", { name: `${name} phone` }).tap();
      await page.waitForURL(`**/project/${id}`);
      await expect(overlay).toBeHidden();
      await page.goBack();
      await page.waitForURL("**/dashboard");
      await expect(overlay, "the search is no step of the way back").toBeHidden();
      await context.close();
    },
  );

  inTurn()(
    `shows a linked search, by kind, and returns to it by the back button (${language})`,
    async ({ browser, server }) => {
      const person = await makePerson(server.origin, `link-${language}`, "super_admin");
      await addProjects(await adminClient(server.origin), [`${name} linked`]);
      const { context, page } = await enter(browser, server.origin, person.username, {
        language,
        size: "wide",
      });
      await page.goto(`${server.origin}/search?q=${encodeURIComponent(`${name} linked`)}`);
      const main = page.locator("main");
      await expect(main.getByRole("searchbox")).toHaveValue(`${name} linked`);
      const found = main.getByRole("link", { name: `${name} linked` });
      await expect(found).toBeVisible();
      await main.getByRole("button", { name: t("search.types.visit") }).click();
      await expect(main.getByText(t("search.tips.text"))).toBeVisible();
      await expect(page).toHaveURL(/type=visit/);
      await main.getByRole("button", { name: t("search.tips.other_types") }).click();
      await found.click();
      await page.waitForURL("**/project/*");
      await page.goBack();
      await expect(found).toBeVisible();

      await page.goto(`${server.origin}/search`);
      const term = main.getByRole("button", { name: `${name} linked`, exact: true });
      await expect(term, "what something was opened by is remembered").toBeVisible();
      await main.getByRole("button", { name: t("search.recent.remove", { term: `${name} linked` }) }).click();
      await expect(term).toBeHidden();
      await context.close();
    },
  );

  inTurn()(
    `the palette jumps, creates, and gives the focus back (${language})`,
    async ({ browser, server }) => {
      const person = await makePerson(server.origin, `palette-${language}`, "super_admin");
      const { context, page } = await enter(browser, server.origin, person.username, {
        language,
        size: "wide",
      });
      const palette = page.getByRole("dialog", { name: t("search.palette.label") });
      const box = page.getByRole("combobox", { name: t("search.label") });
      await box.focus();
      await page.keyboard.press("Control+k");
      await expect(palette).toBeVisible();
      await expect(palette.getByRole("combobox")).toBeFocused();
      await page.keyboard.press("Escape");
      await expect(palette).toBeHidden();
      await expect(box).toBeFocused();

      await page.keyboard.press("Control+k");
      await page.keyboard.type(t("shell.titles.saved").slice(0, 5));
      await expect(palette.getByRole("option", { selected: true })).toHaveText(t("shell.titles.saved"));
      await page.keyboard.press("Enter");
      await page.waitForURL("**/saved");

      await page.keyboard.press("Control+k");
      await expect(palette.getByRole("group", { name: t("search.palette.groups.recent") })).toContainText(
        t("shell.titles.saved"),
      );
      await page.keyboard.type(t("projects.new"));
      await page.keyboard.press("Enter");
      const dialog = page.getByRole("dialog", { name: t("projects.add_title") });
      await expect(dialog).toBeVisible();
      await expect(palette).toBeHidden();
      await expect
        .poll(() => dialog.evaluate((element) => element.contains(document.activeElement)))
        .toBe(true);
      await context.close();
    },
  );
}

test("opens a visit in the viewer, which is a page of its own", async ({ browser, server }) => {
  const person = await makePerson(server.origin, "to-viewer", "super_admin");
  const client = await adminClient(server.origin);
  const { items } = await client.call("GET /api/visits", { query: { per_page: 1 } });
  const visit = items[0];
  const { context, page } = await enter(browser, server.origin, person.username, {
    language: "en",
    size: "wide",
  });
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
  await page.getByRole("combobox").fill(visit?.code ?? "");
  await expect(page.getByRole("option")).toHaveCount(1);
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/viewer/${visit?.code}`);
  expect(await page.evaluate(() => "isSameDocument" in window)).toBe(false);
  const remembered = async () => {
    const reply = await page.request.get(`${server.origin}/api/search/recent`);
    return ((await reply.json()) as { data: string[] }).data;
  };
  await expect.poll(remembered, "told although the page was being left").toEqual([visit?.code]);
  await context.close();
});

test("finds the names of loaded items offline", async ({ browser, server }) => {
  const person = await makePerson(server.origin, "no-line", "super_admin");
  const [id] = await addProjects(await adminClient(server.origin), ["Lighthouse offline"]);
  const { context, page } = await enter(browser, server.origin, person.username, {
    language: "en",
    size: "wide",
  });
  const t = words("en");
  await page.goto(`${server.origin}/projects`);
  await expect(page.getByRole("link", { name: "Lighthouse offline" })).toBeVisible();
  const box = page.getByRole("combobox");
  await box.hover();
  await page.waitForLoadState("networkidle");
  await context.setOffline(true);
  await page.getByRole("button", { name: t("offline.continue") }).click();
  await box.fill("LIGHTHOUSE");
  await expect(page.getByText(t("search.offline"))).toBeVisible();
  await expect(page.getByRole("option", { name: /Lighthouse offline/ })).toHaveAttribute(
    "href",
    `/project/${id}`,
  );
  await context.close();
});

test("handles a typed letter within 50 ms, including the highlights of eight results", async ({
  browser,
  server,
}) => {
  const person = await makePerson(server.origin, "fast-typer", "super_admin");
  await addProjects(
    await adminClient(server.origin),
    Array.from({ length: 8 }, (_, at) => `Typed harbour ${at}`),
  );
  const { context, page } = await enter(browser, server.origin, person.username, {
    language: "en",
    size: "wide",
  });
  const box = page.getByRole("combobox");
  await box.click();
  await box.pressSequentially("typed harbour");
  await expect(page.getByRole("option")).toHaveCount(8);
  await box.fill("");
  const devtools = await context.newCDPSession(page);
  // The page's own CPU time: on a busy machine it waits for a core.
  await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
  const milliseconds = async () => {
    const { metrics } = await devtools.send("Performance.getMetrics");
    return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN) * 1000;
  };
  const before = await milliseconds();
  await box.pressSequentially("typed harbour", { delay: 150 });
  await expect(page.getByRole("option")).toHaveCount(8);
  const perLetter = ((await milliseconds()) - before) / "typed harbour".length;
  test.info().annotations.push({ type: "ms per letter", description: String(Math.round(perLetter)) });
  expect(perLetter).toBeGreaterThan(0);
  expect(perLetter).toBeLessThanOrEqual(50);
  await context.close();
});
