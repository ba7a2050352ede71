import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { chromium, expect, type Page } from "@playwright/test";
import type { ViewerVisit } from "#contract/viewer.ts";
import ar from "#i18n/ar/media/viewer.json" with { type: "json" };
import share from "#i18n/en/media/sharing.links.json" with { type: "json" };
import en from "#i18n/en/media/viewer.json" with { type: "json" };
import { openViewerSite, type ViewerSite } from "#test/viewer/site.ts";
import { barriersOn } from "./barriers.ts";
import { test } from "./base-test.ts";
import { cutConnection } from "./page-errors.ts";
import { byTurns } from "./variants.ts";

/** Compressed script that may run before the first picture is drawn. */
const scriptLimit = 25 * 1024;

let site: ViewerSite;
const link = "/viewer/k3x9wt72pq";

test.use({
  viewport: { width: 1280, height: 720 },
  locale: "en-GB",
  // One journey has a room whose photo is missing.
  expectedErrors: [new RegExp(`^GET 404 \\S+/media/2/|${cutConnection.source}`)],
});

test.beforeAll(async () => {
  site = await openViewerSite();
});

test.afterAll(() => site.close());

test.beforeEach(() => {
  const rooms = ["Lobby", "Plant room", "Roof"].map((name, index) => site.room({ id: index + 1, name }));
  visit({ rooms });
  site.points.clear();
  const told = {
    text: "",
    url: null,
    media: null,
    number: null,
    status: null,
    priority: null,
    version: 1,
    is_proposed: false,
  };
  site.points.set(1, [{ ...told, id: 5, kind: "link", yaw: 20, pitch: -10, label: "", id_room: 2 }]);
});

function visit(change: Partial<ViewerVisit>): void {
  const known = site.visits.get("k3x9wt72pq");
  const guests = {
    id_visit: null,
    id_project: null,
    sheets: [],
    has_history: false,
    has_walk: false,
    can: {},
  };
  const standing = {
    ...guests,
    code: "k3x9wt72pq",
    name: "Week 34",
    description: "",
    project: "Harbour Tower",
  };
  site.visits.set("k3x9wt72pq", {
    ...standing,
    visit_date: "2026-08-21T09:30:00Z",
    rooms: [],
    ...known,
    ...change,
  });
}

async function open(page: Page, path = link): Promise<void> {
  await page.goto(site.origin + path);
  await expect(page.getByRole("navigation")).toBeVisible();
}

const compass = (page: Page) =>
  page.getByRole("button", { name: en.compass.face_north.split("{{direction}}")[1] ?? "" });
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

async function sharedLink(page: Page): Promise<string> {
  await page.keyboard.press("s");
  const link = await page.getByRole("textbox", { name: share.link, exact: true }).inputValue();
  await page.keyboard.press("Escape");
  return link;
}

test("the first picture is there before any script has run", async ({ browser }) => {
  const page = await browser.newPage({ javaScriptEnabled: false });
  await page.goto(`${site.origin}${link}/2`);
  const poster = page.getByRole("img", { name: "Plant room" });
  await expect(poster).toBeVisible();
  expect(await poster.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(600);
  await page.close();
});

test("shows a dark page and a loading message before the first picture", async ({ page }) => {
  const { picture } = site.room({ id: 1 });
  visit({ rooms: [site.room({ id: 1, picture: { ...picture, poster: null } })] });
  await page.route("**/assets/*.js", (route) => route.abort());
  await page.goto(site.origin + link);
  await expect(page.getByText("Loading viewer...")).toBeVisible();
  await expect(page.locator("body")).toHaveCSS("background-color", "rgb(13, 16, 20)");
});

test("keeps the code that runs before the picture can be turned below 25 KB", async ({ request }) => {
  const page = await (await request.get(site.origin + link)).text();
  const first = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, path]) => path ?? "");
  expect(first.length).toBeGreaterThan(0);
  let bytes = 0;
  for (const path of first) {
    const reply = await request.get(site.origin + path, { headers: { "accept-encoding": "gzip" } });
    expect(reply.headers()["content-encoding"]).toBe("gzip");
    bytes += gzipSync(await reply.body(), { level: 9 }).length;
  }
  expect(bytes).toBeLessThan(scriptLimit);
});

test("a guest walks from room to room and keeps the compass heading", async ({ page }) => {
  await open(page, `${link}?yaw=90&pitch=0&fov=60`);
  await expect(compass(page)).toHaveAccessibleName(/east/);
  await press(page, en.rooms.next);
  await expect(page).toHaveURL(`${site.origin}${link}/2`);
  await expect(page).toHaveTitle("Plant room · Week 34");
  await expect(compass(page)).toHaveAccessibleName(/Facing east\./);
  expect(await sharedLink(page)).toBe(`${site.origin}${link}/2?yaw=0&pitch=0&fov=60`);
  await page.keyboard.press("]");
  await expect(page).toHaveURL(`${site.origin}${link}/3`);
  await expect(compass(page)).toHaveAccessibleName(/Facing east\./);
  await expect(page.getByRole("button", { name: en.rooms.next })).toHaveAttribute("aria-disabled", "true");
  await page.keyboard.press("PageUp");
  await page.keyboard.press("PageUp");
  await expect(page).toHaveURL(`${site.origin}${link}/1`);
  await expect.poll(() => sharedLink(page)).toBe(`${site.origin}${link}/1?yaw=90&pitch=0&fov=60`);
});

test("opens a shared link with exactly the shared view, from its first picture on", async ({
  page,
  browser,
}) => {
  await open(page, `${link}/3`);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("+");
  // The turn takes as many frames as the machine needs: any link along the way must open exactly.
  let shared = "";
  await expect
    .poll(async () => (shared = await sharedLink(page)))
    .toMatch(/\/3\?yaw=[1-9][\d.]*&pitch=[1-9][\d.]*&fov=[1-5]\d/);
  const other = await browser.newPage();
  await other.goto(shared);
  await expect(other.getByRole("navigation")).toBeVisible();
  await expect(other.locator("#poster")).toHaveCount(0);
  expect(await sharedLink(other)).toBe(shared);
  await other.close();
});

test("follows an arrow in the picture to its room by the keyboard, and then shows that room", async ({
  page,
}) => {
  await open(page);
  const arrow = page.getByRole("button", { name: "Go to Plant room" });
  await arrow.focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`${site.origin}${link}/2`);
  await expect(page.getByRole("application")).toBeFocused();
  await expect(page.getByRole("application")).toHaveAccessibleName(/Plant room/);
  await expect(arrow).toHaveCount(0);
});

test("turns to the point of a link", async ({ page }) => {
  await open(page, `${link}/1/5`);
  await expect.poll(() => sharedLink(page)).toContain("yaw=20&pitch=-10");
});

for (const [row, [language, texts]] of (
  [
    ["en", en],
    ["ar", ar],
  ] as const
).entries()) {
  for (const [column, size] of [
    { width: 1280, height: 720 },
    { width: 390, height: 844 },
  ].entries()) {
    const inTurn = byTurns(test, row + column);
    test.describe(`in ${language} at ${size.width} px`, () => {
      test.use({ viewport: size, hasTouch: size.width < 500 });

      inTurn()("every part is usable with a screen reader and by keyboard", async ({ page }) => {
        await open(page, `${link}?lang=${language}`);
        // The still picture of the first moment is outside the page's landmarks until the engine has drawn.
        await expect(page.locator("#poster")).toHaveCount(0);
        const broken = () => barriersOn(page);
        expect(await broken()).toEqual([]);
        await page.keyboard.press("r");
        await expect(page.getByRole("button", { name: "Lobby" }).last()).toBeFocused();
        expect(await broken()).toEqual([]);
        await page.keyboard.press("Escape");
        await expect(page.locator("#viewer-rooms")).toBeFocused();
        await page.keyboard.press("?");
        await expect(page.getByRole("dialog", { name: texts.help.title })).toBeVisible();
        expect(await broken()).toEqual([]);
        await page.keyboard.press("Escape");
        await page.keyboard.press("s");
        await expect(page.getByRole("dialog", { name: texts.share.title })).toBeVisible();
        expect(await broken()).toEqual([]);
      });

      inTurn()(
        "links to every room from the list of rooms, without overflowing the page",
        async ({ page }) => {
          await open(page, `${link}?lang=${language}`);
          await page.locator("#viewer-rooms").click();
          const list = page.getByRole("region", { name: texts.rooms.label });
          await expect(list.getByRole("listitem")).toHaveCount(3);
          const width = await page.evaluate(() => document.documentElement.scrollWidth);
          expect(width).toBe(size.width);
          await list.getByRole("button", { name: "Roof" }).click();
          await expect(page).toHaveURL(new RegExp(`${link}/3`));
          if (size.width < 500) await expect(list).toBeHidden();
          else
            await expect(list.getByRole("button", { name: "Roof" })).toHaveAttribute("aria-current", "true");
        },
      );
    });
  }
}

test("changes the language in place, remembers it, and leaves the picture as it is", async ({ page }) => {
  await open(page, `${link}?yaw=90&pitch=0&fov=60`);
  const before = await page.locator("canvas").boundingBox();
  await press(page, "العربية");
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  await expect(page.getByRole("button", { name: ar.actions.share })).toBeVisible();
  await expect(page.locator("#viewer-language")).toBeFocused();
  await expect(page.getByRole("button", { name: new RegExp(ar.compass.directions.e) })).toBeVisible();
  expect(await page.locator("canvas").boundingBox()).toEqual(before);
  await expect(page.locator(".panorama")).toHaveAttribute("dir", "ltr");
  await page.goto(`${site.origin}${link}`);
  expect(await page.locator("html").getAttribute("lang")).toBe("ar");
});

test("names a room that fails to load, keeps the old one, and offers a retry", async ({ page }) => {
  await open(page);
  await page.route("**/media/2/**", (route) => route.fulfill({ status: 404 }));
  await page.locator("#viewer-rooms").click();
  await page.getByRole("button", { name: "Roof" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Roof could not be loaded." })).toBeVisible();
  await expect(page).toHaveURL(`${site.origin}${link}/1`);
  await page.unroute("**/media/2/**");
  await press(page, en.actions.retry);
  await expect(page).toHaveURL(`${site.origin}${link}/3`);
  await expect(page.getByText("could not be loaded")).toHaveCount(0);
});

test("reports being offline, and being online again", async ({ page, context }) => {
  await open(page);
  await context.setOffline(true);
  await expect(page.getByText(en.notice.offline)).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText(en.notice.offline)).toHaveCount(0);
});

test("shows a room that is still being processed by itself once ready", async ({ page }) => {
  const { picture } = site.room({ id: 1 });
  const none = { levels: [], tiles: null, base: null, thumbnail: null, poster: null };
  visit({
    rooms: [site.room({ id: 1, name: "Lobby", picture: { ...picture, ...none, state: "processing" } })],
  });
  await open(page);
  await expect(page.getByRole("heading", { name: en.notice.preparing_title })).toBeVisible();
  await expect(compass(page)).toBeHidden();
  visit({ rooms: [site.room({ id: 1, name: "Lobby" })] });
  await expect(compass(page)).toBeVisible();
  await expect(page.getByText(en.notice.preparing_title)).toBeHidden();
});

test("says that a visit has no rooms", async ({ page }) => {
  visit({ rooms: [] });
  await open(page);
  await expect(page.getByRole("heading", { name: en.notice.empty_title })).toBeVisible();
});

test("shows the whole picture flat, and the other rooms too, in a browser without WebGL", async () => {
  const usual = test.info().project.use.launchOptions ?? {};
  const args = [...(usual.args ?? []), "--disable-gpu", "--disable-3d-apis"];
  const browser = await chromium.launch({ ...usual, args });
  const page = await browser.newPage({ locale: "en-GB" });
  await open(page);
  await expect(page.getByText(en.notice.no_webgl)).toBeVisible();
  await expect(page.getByRole("img", { name: "Lobby" }).last()).toBeVisible();
  await press(page, en.rooms.next);
  await expect(page.getByRole("img", { name: "Plant room" })).toBeVisible();
  await expect(page.getByRole("button", { name: en.actions.zoom_in })).toHaveCount(0);
  await browser.close();
});

test("fades unused tools, shows them on a mouse movement, and keeps them where the focus is", async ({
  page,
}) => {
  await open(page);
  const bar = page.getByRole("banner");
  await page.mouse.move(640, 300);
  await expect(bar).toHaveCSS("opacity", "0");
  await page.mouse.move(650, 310);
  await expect(bar).toHaveCSS("opacity", "1");
  await page.getByRole("button", { name: en.actions.help }).focus();
  await page.waitForTimeout(5000);
  await expect(bar).toHaveCSS("opacity", "1");
});

test("keeps the tools visible for a user who prefers reduced motion", async ({ browser }) => {
  const page = await browser.newPage({ reducedMotion: "reduce" });
  await open(page);
  await page.mouse.move(640, 300);
  await page.waitForTimeout(5500);
  await expect(page.getByRole("banner")).toHaveCSS("opacity", "1");
  await page.close();
});

test("works within a page of another site, without capturing its wheel", async ({ page }) => {
  const host = createServer((_, reply) => {
    reply.setHeader("content-type", "text/html");
    reply.end(
      `<iframe src="${site.origin}${link}" width="800" height="450"></iframe><p style="height:200vh">`,
    );
  }).listen(0);
  const { port } = host.address() as AddressInfo;
  await page.goto(`http://localhost:${port}`);
  const frame = page.frameLocator("iframe");
  await expect(frame.getByRole("navigation")).toBeVisible();
  await expect(frame.getByRole("link", { name: en.actions.open })).toHaveAttribute("href", /\/viewer\//);
  await page.mouse.move(400, 200);
  await page.mouse.wheel(0, 300);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100);
  host.close();
});

test("shows names that look like markup literally", async ({ page }) => {
  const name = `</script><img src=x onerror="document.title='broken'">`;
  const complaints: string[] = [];
  page.on("dialog", (dialog) => complaints.push(dialog.message()));
  page.on("pageerror", (error) => complaints.push(error.message));
  visit({
    name,
    project: `"><script>alert(1)</script>`,
    rooms: [site.room({ id: 1, name }), site.room({ id: 2, name })],
  });
  await open(page);
  await page.keyboard.press("r");
  await page.keyboard.press("s");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
  await expect(page).toHaveTitle(`${name} · ${name}`);
  expect(complaints).toEqual([]);
  expect(await page.locator("[onerror]").count()).toBe(0);
});

test.describe("in an Arabic browser", () => {
  test.use({ locale: "ar-QA" });

  test("explains an invalid link in the visitor's language", async ({ page }) => {
    const reply = await page.goto(`${site.origin}/viewer/nothing0000`);
    expect(reply?.status()).toBe(404);
    await expect(page.getByRole("heading", { name: ar.missing.title })).toBeVisible();
    expect(await barriersOn(page)).toEqual([]);
  });
});
