import { type Browser, devices, type Locator, type Page } from "@playwright/test";
import { violationsOn } from "./barriers.ts";
import { demoProject, readyVisit } from "./demo.ts";
import { adminClient } from "./people.ts";
import { expect, test } from "./server.ts";
import { signedIn } from "./sign-in.ts";
import { words } from "./words.ts";

const t = words("en");

/** A phone without an on-screen keyboard: code that waits for one to open waits forever, and time is frozen. */
async function stillPhone(
  browser: Browser,
  { origin, phone, path }: { origin: string; phone: string; path: string },
): Promise<Page> {
  const { defaultBrowserType: _, ...device } = devices[phone] ?? {};
  const page = await signedIn(browser, origin, { language: "en", ...device });
  await page.clock.install();
  await page.goto(`${origin}${path}`);
  return page;
}

async function holdStill(page: Page): Promise<void> {
  await page.clock.pauseAt(new Date(await page.evaluate(() => Date.now() + 1000)));
}

/** The list of the field is where it can be touched; a merely hidden one would let the tap through. */
async function expectListAt(page: Page, field: Locator): Promise<void> {
  await field.scrollIntoViewIfNeeded();
  await holdStill(page);
  await field.tap();
  const first = page.getByRole("listbox").getByRole("option").first();
  await expect(first).toBeAttached();
  await expect
    .poll(() =>
      first.evaluate((option) => {
        const { left, top, width, height } = option.getBoundingClientRect();
        const touched = document.elementFromPoint(left + width / 2, top + height / 2);
        return touched !== null && option.contains(touched);
      }),
    )
    .toBe(true);
  await expect(page.getByRole("listbox")).toBeInViewport();
  const surface = page.locator("[data-trigger=ComboBox]");
  await expect(surface).toHaveCSS("opacity", "1");
}

for (const phone of ["Pixel 7", "iPhone 14"]) {
  test(`opens the list of a text field on touch, with or without a keyboard (${phone})`, async ({
    browser,
    server: { origin },
  }) => {
    const { project } = await demoProject(origin);

    // A field with very many options.
    const profile = await stillPhone(browser, { origin, phone, path: "/editprofile" });
    const country = profile.getByRole("combobox", { name: t("profile.fields.country") });
    await expectListAt(profile, country);
    await profile.getByRole("option", { name: "Albania" }).tap();
    await expect(country).toHaveValue("Albania");
    await profile.context().close();

    // Options found by the server, within a floating element.
    const log = await stillPhone(browser, { origin, phone, path: "/activity" });
    const arrived = log.waitForResponse((answer) => new URL(answer.url()).pathname === "/api/projects");
    await log.getByRole("button", { name: t("audit.log.any_project") }).tap();
    await arrived;
    const within = log.getByRole("dialog");
    await expect(within).toBeVisible();
    await expectListAt(log, within.getByRole("combobox"));
    await log.getByRole("option", { name: project.name }).tap();
    await expect(within).toBeHidden();
    await log.context().close();
  });
}

const tokens = ["canvas", "surface", "ink", "ink-muted", "line", "accent-text", "ok-text", "bad-soft"];

/** Lightness of the page's background, its text and the tokens of an element. */
const tones = (page: Page) =>
  page.evaluate((names) => {
    const style = getComputedStyle(document.documentElement);
    const own = names.map((name): [string, string] => [name, style.getPropertyValue(`--${name}`).trim()]);
    return {
      ...Object.fromEntries(own),
      scheme: style.colorScheme,
      ground: style.backgroundColor,
      letters: getComputedStyle(document.body).color,
    };
  }, tokens);

const setTheme = (page: Page, theme: "light" | "dark") =>
  page.evaluate((next) => {
    document.documentElement.dataset["theme"] = next;
  }, theme);

test("controls show what the pointer is over, and where the focus is", async ({
  browser,
  server: { origin },
}) => {
  await demoProject(origin);
  // Without transitions: colours are read as soon as they change.
  const page = await signedIn(browser, origin, { language: "en", reducedMotion: "reduce" });
  await page.goto(`${origin}/snags`);
  const background = (of: Locator) => of.evaluate((element) => getComputedStyle(element).backgroundColor);
  const button = page.getByRole("button", { name: t("snags.export.title"), exact: true });
  const resting = await background(button);
  await button.hover();
  await expect.poll(() => background(button)).not.toBe(resting);

  const field = page.getByRole("searchbox", { name: t("snags.search") });
  await expect(field).toHaveCSS("box-shadow", "none");
  await field.focus();
  await expect(field).not.toHaveCSS("box-shadow", "none");

  await button.focus();
  await page.keyboard.press("ArrowDown");
  const [first, second] = [page.getByRole("menuitem").nth(0), page.getByRole("menuitem").nth(1)];
  await expect(second).toBeVisible();
  await expect(first).toBeFocused();
  await expect.poll(async () => (await background(first)) !== (await background(second))).toBe(true);
});

test("prints every page light, in any theme", async ({ browser, server: { origin } }) => {
  const code = await readyVisit(origin);
  const client = await adminClient(origin);
  await client.call("PUT /api/settings", { body: { terms_and_conditions: "Wear a helmet on every site." } });
  // A page that settles at once, since colours are read rather than their transitions.
  const page = await signedIn(browser, origin, { language: "en", reducedMotion: "reduce" });
  await page.emulateMedia({ colorScheme: "dark" });
  for (const path of ["/dashboard", "/developers/reference", "/terms", `/viewer/${code}`]) {
    await page.emulateMedia({ media: "screen" });
    await page.goto(`${origin}${path}`);
    await expect(page.locator("h1").first()).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.dataset["theme"]), path).toBe("dark");
    const dark = await tones(page);
    await page.emulateMedia({ media: "print" });
    const paper = await tones(page);
    await setTheme(page, "light");
    expect(paper, path).toEqual(await tones(page));
    expect(paper, path).not.toEqual(dark);
  }

  // The viewer prints the picture and its name, dark on light.
  await expect(page.getByRole("banner").getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.locator(".fades:not(.bar)").filter({ visible: true })).toHaveCount(0);
  await expect(page.getByRole("banner").getByRole("button").filter({ visible: true })).toHaveCount(0);
  const violations = await violationsOn(page, "header", { runOnly: ["color-contrast"] });
  expect(violations.flatMap(({ nodes }) => nodes.map(({ html }) => html))).toEqual([]);
  await page.context().close();
});

test("prints no element in the middle of a colour transition", async ({ browser, server: { origin } }) => {
  const page = await signedIn(browser, origin, { language: "en" });
  await page.goto(`${origin}/dashboard`);
  const link = page.getByRole("main").getByRole("link").first();
  await expect(link).toBeVisible();
  await page.emulateMedia({ media: "print" });
  const running = await page.evaluate(
    () => document.getAnimations().filter((one) => one instanceof CSSTransition).length,
  );
  expect(running).toBe(0);
  await page.context().close();
});
