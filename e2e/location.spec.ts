import type { Locator, Page } from "@playwright/test";
import type { Language } from "#contract/languages.ts";
import { TestClient } from "#test/client.ts";
import { type GeocoderService, startGeocoder } from "#test/geocoder-service/server.ts";
import { cutConnection } from "./page-errors.ts";
import { adminClient, makePerson, password } from "./people.ts";
import { expect, test } from "./server.ts";
import { SiteManager } from "./site-manager.ts";
import { startTileServer, type TileServer } from "./tile-server.ts";
import { byTurns } from "./variants.ts";
import { type Words, words } from "./words.ts";

test.use({ expectedErrors: [cutConnection] });

let geocoder: GeocoderService;
let tiles: TileServer;

test.beforeAll(async ({ server }) => {
  [geocoder, tiles] = await Promise.all([startGeocoder(), startTileServer()]);
  const client = await adminClient(server.origin);
  await client.call("PUT /api/settings", {
    body: {
      basemap_url: tiles.url,
      basemap_subdomains: "tiles,",
      satellite_url: "",
      geocoder_url: geocoder.origin,
    },
  });
});
test.afterAll(async () => {
  await Promise.all([geocoder.close(), tiles.close()]);
});

/** A user with an empty list of projects; their browser may contact only the site and the tile server. */
async function enter(page: Page, origin: string, language: Language, username: string) {
  const strangers: string[] = [];
  await page.route("**", (route) => {
    const { host } = new URL(route.request().url());
    if (host === new URL(origin).host || host === tiles.host) return route.continue();
    strangers.push(host);
    return route.abort();
  });
  const { email } = await makePerson(origin, username, "administrator");
  const client = new TestClient(origin);
  await client.call("POST /api/login", { body: { username_l: email, password_l: password } });
  await page.addInitScript((chosen) => localStorage.setItem("app-language", chosen), language);
  await page.context().addCookies([{ name: "app-language", value: language, url: origin }]);
  await new SiteManager(page, words(language)).signIn(origin, { email, password });
  return { client, strangers };
}

async function openForm(page: Page, t: Words): Promise<Locator> {
  await page
    .getByRole("main")
    .getByRole("button", { name: t("projects.new") })
    .first()
    .click();
  const dialog = page.getByRole("dialog", { name: t("projects.add_title") });
  await dialog.getByRole("application").waitFor();
  return dialog;
}

/** Clicks like a user: in the middle of the map, offset by some pixels. */
async function clickMap(map: Locator, x = 0, y = 0): Promise<void> {
  await map.scrollIntoViewIfNeeded();
  const { width, height } = (await map.boundingBox()) ?? { width: 0, height: 0 };
  await map.click({ position: { x: width / 2 + x, y: height / 2 + y } });
}

for (const [turn, language] of (["en", "ar"] as const).entries()) {
  const inTurn = byTurns(test, turn);
  const t = words(language);

  inTurn()(
    `picks a location by click, drag and device, finds its address, clears it and saves it (${language})`,
    async ({ page, server, context }) => {
      const { client, strangers } = await enter(page, server.origin, language, `picker-${language}`);
      await context.grantPermissions(["geolocation"]);
      await context.setGeolocation({ latitude: 21.4858, longitude: 39.1925 });
      await page.goto(`${server.origin}/projects`);
      const dialog = await openForm(page, t);
      await dialog.getByRole("textbox", { name: t("projects.name") }).fill("Harbour wall");

      const map = dialog.getByRole("application");
      await expect.poll(() => tiles.delivered.length).toBeGreaterThan(0);
      expect((await map.boundingBox())?.height).toBeCloseTo(298, -1);
      await clickMap(map, 120, -40);
      const pin = dialog.getByRole("button", { name: t("map.picker.pin") });
      await expect(pin).toBeVisible();
      const coordinates = dialog.getByText(/^-?\d+\.\d{6}, -?\d+\.\d{6}$/);
      const clicked = await coordinates.textContent();
      const address = dialog.getByRole("textbox", { name: t("projects.location") });
      await expect(address).toHaveValue(/Riyadh|الرياض/);

      const box = (await pin.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
      await page.mouse.down();
      await page.mouse.move(box.x - 60, box.y + 30, { steps: 8 });
      await page.mouse.up();
      await expect(coordinates).not.toHaveText(clicked ?? "");
      const [latitude = ""] = ((await coordinates.textContent()) ?? "").split(",");
      await expect(address).toHaveValue(new RegExp(latitude.slice(0, 5)));

      await dialog.getByRole("button", { name: t("map.picker.use_current") }).click();
      await expect(coordinates).toHaveText("21.485800, 39.192500");
      await expect(address).toHaveValue(/21\.4858/);

      await dialog.getByRole("button", { name: t("map.picker.clear") }).click();
      await expect(pin).toBeHidden();
      await expect(address).toHaveValue("");

      await dialog.getByRole("button", { name: t("map.picker.use_current") }).click();
      await expect(address).toHaveValue(/21\.4858/);
      await dialog.getByRole("button", { name: t("projects.add"), exact: true }).click();
      await page.waitForURL(/\/project\/\d+/);
      const { items } = await client.call("GET /api/projects");
      expect(items[0]).toMatchObject({ name: "Harbour wall", latitude: 21.4858, longitude: 39.1925 });
      expect(items[0]?.location).toMatch(/21\.4858/);
      expect(strangers).toEqual([]);
      expect(tiles.faults).toEqual([]);
      expect(geocoder.faults).toEqual([]);
    },
  );
}

test("shows a grid and the pin, takes a typed address and saves it when tiles and geocoding are unavailable", async ({
  page,
  server,
}) => {
  const t = words("en");
  const { client } = await enter(page, server.origin, "en", "picker-alone");
  await page.route(`http://${tiles.host}/**`, (route) => route.abort());
  await page.route("**/api/geo/reverse*", (route) => route.abort());
  await page.goto(`${server.origin}/projects`);
  const dialog = await openForm(page, t);
  await dialog.getByRole("textbox", { name: t("projects.name") }).fill("Far away");
  await clickMap(dialog.getByRole("application"), 80, -20);
  await expect(dialog.getByRole("button", { name: t("map.picker.pin") })).toBeVisible();
  await expect(dialog.getByText(t("map.bare"))).toBeVisible();
  await dialog.getByRole("textbox", { name: t("projects.location") }).fill("Behind the second dune");
  await clickMap(dialog.getByRole("application"), -80, -20);
  await expect(dialog.getByRole("textbox", { name: t("projects.location") })).toHaveValue(
    "Behind the second dune",
  );
  await dialog.getByRole("button", { name: t("projects.add"), exact: true }).click();
  await page.waitForURL(/\/project\/\d+/);
  const { items } = await client.call("GET /api/projects");
  expect(items[0]).toMatchObject({ name: "Far away", location: "Behind the second dune" });
  expect(items[0]?.longitude).toBeLessThan(0);
});

test("shows projects on a map with their statuses, and opens one from its card by keyboard", async ({
  page,
  server,
}) => {
  const t = words("en");
  const { client, strangers } = await enter(page, server.origin, "en", "map-walker");
  for (const [name, latitude, longitude, status] of [
    ["Quay 7", 24.7136, 46.6753, "Under_Construction"],
    ["Depot", 21.4858, 39.1925, "On_Hold"],
  ] as const)
    await client.call("POST /api/projects", { body: { name, latitude, longitude, status } });
  await client.call("POST /api/projects", { body: { name: "Nowhere" } });
  await page.goto(`${server.origin}/projects?view=map`);
  const pin = page.getByRole("button", { name: `Depot, ${t("projects.statuses.On_Hold")}` });
  await pin.focus();
  await page.keyboard.press("Enter");
  const card = page.getByRole("region", { name: "Depot" });
  await expect(card.getByRole("link", { name: t("map.projects.open") })).toBeVisible();
  await expect(page.getByText("1 more without a location")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(card).toBeHidden();
  await expect(pin).toBeFocused();
  await page.keyboard.press("Enter");
  await card.getByRole("link", { name: t("map.projects.open") }).click();
  await page.waitForURL(/\/project\/\d+/);
  expect(strangers).toEqual([]);
});
