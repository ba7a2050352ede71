import { devices, type Page } from "@playwright/test";
import { type HlsCamera, startHlsCamera } from "#test/cameras/hls-camera.ts";
import { adminClient } from "./people.ts";
import { expect, test } from "./server.ts";
import { signedIn } from "./sign-in.ts";
import { words } from "./words.ts";

let camera: HlsCamera;
test.beforeAll(async () => {
  camera = await startHlsCamera();
});
test.afterAll(() => camera.close());

// The camera is switched off while its viewers go on asking.
test.use({ expectedErrors: [/^GET 424 \S+\/media\/cctv\//] });

const still = { reducedMotion: "reduce" } as const;

/** Whether the video within it plays: its clock advances. */
const moves = async (page: Page, within: string) => {
  const video = page.locator(`${within} video`).first();
  await expect.poll(() => video.evaluate((node: HTMLVideoElement) => node.currentTime)).toBeGreaterThan(0.2);
};

test("adds a camera, shows it on the wall and to a guest, and reports it when it is offline", async ({
  browser,
  server,
}) => {
  const { origin } = server;
  const t = words("en");
  const client = await adminClient(origin);
  const { items } = await client.call("GET /api/projects", { query: {} });
  const project = items[0]?.name ?? "";
  const page = await signedIn(browser, origin, {
    language: "en",
    ...still,
    viewport: { width: 1280, height: 844 },
  });

  await page.goto(`${origin}/cctv`);
  await page.getByRole("button", { name: t("cctv.new") }).click();
  const form = page.getByRole("dialog", { name: t("cctv.add_title") });
  // A single project is preselected; among several one must be selected.
  if ((await client.call("GET /api/projects", { query: {} })).items.length > 1) {
    await form.getByRole("combobox", { name: t("cctv.form.project") }).click();
    await page.getByRole("option", { name: project }).click();
  }
  await form.getByLabel(t("cctv.form.name")).first().fill("Tower crane");
  await form.getByLabel(t("cctv.form.url")).fill(camera.url);
  await form.getByLabel(t("cctv.form.username")).fill(camera.username);
  await form.getByLabel(t("cctv.form.password"), { exact: true }).fill(camera.password);

  // A private network is blocked until an administrator allows it.
  await form.getByRole("button", { name: t("cctv.form.try") }).click();
  await form.getByText(t("errors.code.CAMERA_FORBIDDEN")).waitFor();
  await expect(form.getByRole("link", { name: t("cctv.form.hint_private_link") })).toBeVisible();
  await client.call("PUT /api/settings", { body: { camera_networks: ["127.0.0.0/8"] } });
  await form.getByRole("button", { name: t("cctv.form.try") }).click();
  await form.getByText(t("cctv.form.try_ok")).waitFor();
  await expect(form.getByText(/320 × 180/)).toBeVisible();

  await form.getByText(t("cctv.form.is_public")).click();
  await form.getByText(t("cctv.form.is_protected")).click();
  await form.getByLabel(t("cctv.form.protection_password")).fill("gate 7 opens");
  await form.getByRole("button", { name: t("cctv.add") }).click();
  await page.getByText(t("cctv.added", { name: "Tower crane" })).waitFor();

  // Its first stored picture becomes its thumbnail.
  const card = page.getByRole("article").filter({ hasText: "Tower crane" });
  await expect(card.getByText(t("cctv.states.up"))).toBeVisible();
  await card.getByRole("link", { name: "Tower crane" }).click();
  await moves(page, "main");
  await expect(page.getByText(t("cctv.wall.live")).first()).toBeVisible();
  await page.getByRole("button", { name: t("cctv.stills.take") }).click();
  await page.getByRole("img", { name: /^Tower crane, / }).waitFor();
  await page.goto(`${origin}/cctv`);
  await expect(card.locator("img")).toBeVisible();

  // The wall: a still first, live when selected. A camera alone fills the wall and is live at once.
  await client.call("POST /api/cctv-cameras", {
    body: {
      id_project: items[0]?.id ?? 0,
      name: "Gate",
      hls_url: camera.url,
      username: camera.username,
      password: camera.password,
    },
  });
  await page.goto(`${origin}/cameras/wall?size=2`);
  const tile = page
    .getByRole("list", { name: t("cctv.wall.label") })
    .getByRole("listitem")
    .filter({ hasText: "Tower crane" });
  await expect(tile.locator("[data-state=still]").first()).toBeVisible();
  await tile.getByRole("button", { name: t("cctv.wall.go_live", { name: "Tower crane" }) }).press("Enter");
  await moves(page, 'li:has-text("Tower crane")');
  await expect(tile.getByText(t("cctv.wall.live"))).toBeVisible();

  // Neither its address nor its password ever reaches the browser of a viewer.
  const { items: all } = await client.call("GET /api/cctv-cameras", { query: { search: "Tower crane" } });
  const [listed] = all;
  if (listed === undefined) throw new Error("The camera is not listed.");
  const guest = await (await browser.newContext()).newPage();
  const seen: string[] = [];
  guest.on("response", (response) => {
    if (response.url().startsWith(origin))
      response.text().then(
        (text) => seen.push(text),
        () => undefined,
      );
  });
  await guest.goto(`${origin}/cctv/${listed.code}`);
  const locked = guest.locator("input[type=password]");
  await locked.fill("not this");
  await locked.press("Enter");
  await expect(guest.locator("video")).toHaveCount(0);
  await locked.fill("gate 7 opens");
  await locked.press("Enter");
  await moves(guest, "body");
  expect(seen.join("\n")).not.toContain(camera.password);
  expect(seen.join("\n")).not.toContain(new URL(camera.url).host);
  await guest.context().close();

  // The camera goes offline: the wall reports it without a reload.
  camera.mood = "broken";
  const look = () => client.call("POST /api/cctv-cameras/{id}/check", { params: { id: listed.id } });
  // Segments already fetched for viewers keep it online for a moment.
  await expect.poll(async () => (await look()).state).toBe("down");
  await expect(tile.getByText(/^Offline since/)).toBeVisible();
  await page.context().close();
});

test("lays out the wall from right to left in Arabic on a phone, and keeps the selection", async ({
  browser,
  server,
}) => {
  const { origin } = server;
  const t = words("ar");
  const client = await adminClient(origin);
  const { items: projects } = await client.call("GET /api/projects", { query: {} });
  const id_project = projects[0]?.id ?? 0;
  camera.mood = "well";
  await client.call("PUT /api/settings", { body: { camera_networks: ["127.0.0.0/8"] } });
  for (const name of ["البوابة", "الرافعة"])
    await client.call("POST /api/cctv-cameras", {
      body: { id_project, name, hls_url: camera.url, username: camera.username, password: camera.password },
    });
  const page = await signedIn(browser, origin, {
    language: "ar",
    ...still,
    ...devices["Pixel 7"],
    viewport: { width: 390, height: 844 },
  });
  await page.goto(`${origin}/cameras/wall?size=2`);
  const tiles = page.getByRole("list", { name: t("cctv.wall.label") }).getByRole("listitem");
  await expect(tiles.first()).toBeVisible();
  const [first, second] = [await tiles.nth(0).boundingBox(), await tiles.nth(1).boundingBox()];
  expect(first?.x ?? 0).toBeGreaterThan(second?.x ?? 0);

  // Moved with the keyboard, in the visible direction.
  const names = () => tiles.locator(".own-direction").allTextContents();
  const before = await names();
  await tiles.nth(0).getByRole("button").first().focus();
  await page.keyboard.press("Alt+ArrowLeft");
  await expect.poll(names).toEqual([before[1], before[0], ...before.slice(2)]);
  await page.goto(`${origin}/cctv`);
  await page.goto(`${origin}/cameras/wall`);
  await expect.poll(names).toEqual([before[1], before[0], ...before.slice(2)]);
  await page.context().close();
});
