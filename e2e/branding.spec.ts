import type { BrowserContext, Page } from "@playwright/test";
import sharp from "sharp";
import type { BrandPicture } from "#contract/settings.ts";
import type { TestClient } from "#test/client.ts";
import { adminClient } from "./people.ts";
import { expect, test } from "./server.ts";
import { words } from "./words.ts";

const t = words("en");
const everyProvider = ["email", "whatsapp", "telegram", "copy", "facebook", "twitter", "linkedin"] as const;

const change = (body: object) => admin.call("PUT /api/settings", { body });

/** Sets a single-colour picture in each picture field of the settings. */
async function show(origin: string, picture: BrandPicture, color: string): Promise<void> {
  const square = { width: 320, height: 320, channels: 3 as const, background: color };
  const bytes = await sharp({ create: square }).png().toBuffer();
  const body = new FormData();
  body.append("file", new Blob([new Uint8Array(bytes)]), "picture.png");
  const { status } = await admin.send("POST", `${origin}/api/settings/pictures/${picture}`, body, {});
  expect(status).toBe(200);
}

/** Restores the default settings. */
async function restore(): Promise<void> {
  await change({
    website_name: "Sitewalk",
    theme_color: "#2987f2",
    fonts: { provider: "google", font: "Roboto" },
    announce_msg: "",
    terms_and_conditions: "",
    maintenance_backend: false,
    share_providers: [...everyProvider],
  });
  const remove = (picture: BrandPicture, address?: string) =>
    admin.call("DELETE /api/settings/pictures/{picture}", { params: { picture }, query: { address } });
  const { backgrounds } = await admin.call("GET /api/settings");
  for (const address of backgrounds) await remove("background", address);
  await remove("logo");
  await remove("small_logo");
}

async function enterDemo(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/login`);
  await page.getByRole("button", { name: t("auth.demo") }).click();
  await page.waitForURL("**/dashboard");
  await expect(page.getByText(/^Version /)).toBeVisible();
}

const style = (page: Page, name: string) =>
  page.evaluate((name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim(), name);

/** Every request to a host other than the server. */
function outside(context: BrowserContext, origin: string): string[] {
  const asked: string[] = [];
  context.on("request", (request) => {
    const url = request.url();
    if (/^https?:/.test(url) && !url.startsWith(origin)) asked.push(url);
  });
  return asked;
}

let admin: TestClient;
test.beforeEach(async ({ server }) => {
  admin = await adminClient(server.origin);
});
test.afterEach(restore);

test("applies a change of the settings to another user's open page at once: colour, font, name, announcement", async ({
  page,
  server,
}) => {
  await enterDemo(page, server.origin);
  expect(await style(page, "--brand")).toBe("#2987f2");
  // Also covers changes made before the page listens for them.
  await change({
    website_name: "Harbour Works",
    theme_color: "#a4123f",
    fonts: { provider: "system", font: "Roboto" },
    announce_msg: "The tower crane is dismantled on Thursday.",
  });
  await expect.poll(() => style(page, "--brand"), { intervals: [50] }).toBe("#a4123f");
  await expect(page.getByText("The tower crane is dismantled on Thursday.")).toBeVisible();
  await expect(page).toHaveTitle("Dashboard | Harbour Works");
  await expect(page.getByRole("contentinfo")).toContainText("Harbour Works ©");
  expect(await page.evaluate(() => getComputedStyle(document.body).fontFamily)).toMatch(/^system-ui/);
});

test("has colour, font and theme in the page itself, without a script", async ({ browser, server }) => {
  await change({ theme_color: "#0a7d4f", fonts: { provider: "system", font: "Roboto" } });
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${server.origin}/login`);
  expect(await style(page, "--brand")).toBe("#0a7d4f");
  expect(await page.evaluate(() => getComputedStyle(document.body).fontFamily)).toMatch(/^system-ui/);
  await context.close();
});

test("renders text in Roboto without requests to other hosts, and fetches another font only from its own host", async ({
  browser,
  server,
}) => {
  const context = await browser.newContext();
  const asked = outside(context, server.origin);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.text().includes("Content Security Policy")) complaints.push(message.text());
  });
  await context.route(/^https:\/\/fonts\./, (route) => {
    const css = `@font-face { font-family: "Cairo"; src: url(https://fonts.gstatic.com/cairo.woff2); }`;
    return route.fulfill({ contentType: "text/css", body: css });
  });
  const loaded = () =>
    page.evaluate(async () => {
      await document.fonts.ready;
      return [...document.fonts].filter(({ status }) => status === "loaded").map(({ family }) => family);
    });
  await page.goto(`${server.origin}/login`);
  await expect(page.getByRole("button", { name: t("auth.submit"), exact: true })).toBeVisible();
  await expect.poll(loaded).toContain("Roboto Variable");
  await page.goto(`${server.origin}/login?lang=ar`);
  await expect.poll(loaded).toContain("Noto Sans Arabic Variable");
  expect(asked).toEqual([]);
  await page.goto(`${server.origin}/login?lang=en`);

  await change({ fonts: { provider: "google", font: "Cairo" } });
  await page.reload();
  await expect(page.getByRole("button", { name: t("auth.submit"), exact: true })).toBeVisible();
  expect(await page.evaluate(() => getComputedStyle(document.body).fontFamily)).toMatch(
    /^"?Cairo"?, "Roboto/,
  );
  await expect
    .poll(() => asked.map((url) => new URL(url).host))
    .toEqual(["fonts.googleapis.com", "fonts.gstatic.com"]);
  expect(complaints).toEqual([]);
  await context.close();
});

test("shows the logo, the small logo and the sign-in picture of the settings", async ({ page, server }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  for (const [picture, color] of [
    ["logo", "#c00000"],
    ["small_logo", "#00c000"],
    ["background", "#0000c0"],
  ] as const)
    await show(server.origin, picture, color);
  const pictures: string[] = [];
  page.on("request", (request) => void pictures.push(new URL(request.url()).pathname));
  await page.goto(`${server.origin}/login`);
  await expect(page.getByRole("img", { name: "Sitewalk" })).toBeVisible();
  const shot = await page.screenshot({ clip: { x: 100, y: 100, width: 40, height: 40 } });
  const [red, green, blue] = (await sharp(shot).stats()).channels;
  expect(blue?.mean).toBeGreaterThan(100);
  expect(Math.max(red?.mean ?? 255, green?.mean ?? 255)).toBeLessThan(40);
  expect(
    pictures.filter((path) => path.includes("entrance")),
    "ours is not fetched besides",
  ).toEqual([]);

  await enterDemo(page, server.origin);
  const rail = page.getByRole("complementary");
  const colorOf = async () => {
    const box = await rail.locator("img").first().boundingBox();
    if (box === null) throw new Error("There is no logo.");
    const bytes = await page.screenshot({
      clip: { x: box.x + box.width / 2 - 4, y: box.y + box.height / 2 - 4, width: 8, height: 8 },
    });
    const { dominant } = await sharp(bytes).stats();
    return dominant.r > 150 ? "logo" : dominant.g > 150 ? "small logo" : "neither";
  };
  await expect.poll(colorOf).toBe("logo");
  await page.getByRole("button", { name: t("shell.sidebar.collapse") }).click();
  await expect.poll(colorOf).toBe("small logo");
});

test.describe("in maintenance", () => {
  test.use({ expectedErrors: [/^GET 503 |This platform is under maintenance/] });

  test("closes open pages in place and new ones with 503 during maintenance, in both languages, and reopens them", async ({
    page,
    browser,
    server,
  }) => {
    await enterDemo(page, server.origin);
    await page.waitForTimeout(1500);
    await change({ maintenance_backend: true, announce_msg: "Back at six." });
    const notice = page.getByRole("alertdialog", { name: t("shell.maintenance.title") });
    await expect(notice).toBeVisible();
    await expect(notice).toContainText("Back at six.");
    await notice.getByRole("button", { name: t("shell.maintenance.retry") }).click();
    await expect(notice).toContainText(t("shell.maintenance.still"));

    const other = await browser.newPage({ locale: "ar" });
    const reply = await other.goto(`${server.origin}/projects`);
    expect(reply?.status()).toBe(503);
    expect(await other.evaluate(() => document.documentElement.dir)).toBe("rtl");
    await expect(other.getByRole("heading", { name: words("ar")("shell.maintenance.title") })).toBeVisible();
    await expect(other.getByText(t("shell.maintenance.title"))).toBeVisible();
    await other.getByRole("link", { name: words("ar")("shell.maintenance.sign_in") }).click();
    await expect(other.getByRole("button", { name: words("ar")("auth.submit"), exact: true })).toBeVisible();
    await other.close();

    await change({ maintenance_backend: false });
    await expect(notice).toHaveCount(0);
    await expect(page.getByRole("main")).toBeVisible();
  });
});

test("shows the texts of the settings on a public page of their own, with the installation's branding", async ({
  page,
  server,
}) => {
  await change({ terms_and_conditions: "# Terms of use\n\nBe careful.\n\n- Wear a helmet" });
  await page.goto(`${server.origin}/login`);
  await page.getByRole("link", { name: t("shell.footer.terms") }).click();
  await expect(page.getByRole("heading", { name: "Terms of use" })).toBeVisible();
  await expect(page.getByRole("listitem")).toHaveText("Wear a helmet");
  await page.getByRole("link", { name: "العربية" }).click();
  expect(await page.evaluate(() => document.documentElement.dir)).toBe("rtl");
  expect(await page.evaluate(() => document.scripts.length)).toBe(0);
});

test("offers exactly the share targets of the settings in the viewer's share dialog", async ({
  page,
  server,
}) => {
  await change({ share_providers: ["email"] });
  const { items } = await admin.call("GET /api/visits");
  await page.goto(`${server.origin}/viewer/${items[0]?.code ?? ""}`);
  // Shortcuts work once the tools are there.
  await expect(page.getByRole("navigation")).toBeVisible();
  await page.keyboard.press("s");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("link")).toHaveText([t("sharing.links.providers.email")]);
  await expect(dialog.getByRole("button", { name: t("sharing.links.copy") })).toHaveCount(0);
  await expect(dialog.getByText(t("sharing.links.embed"))).toHaveCount(0);
});
