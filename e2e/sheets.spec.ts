import type { Locator } from "@playwright/test";
import sharp from "sharp";
import { planPdf } from "#test/plan-files.ts";
import { demoProject, demoVisits } from "./demo.ts";
import { adminClient, makePerson } from "./people.ts";
import { expect, test } from "./server.ts";
import { signedIn } from "./sign-in.ts";
import { byTurns } from "./variants.ts";
import { words } from "./words.ts";

/** Darkest pixel value in the centre of the view, 0..255. */
async function darkest(map: Locator): Promise<number> {
  const shot = sharp(await map.screenshot());
  const { width, height } = await shot.metadata();
  const [w, h] = [Math.round(width / 3), Math.round(height / 3)];
  const { channels } = await sharp(
    await shot.extract({ left: w, top: h, width: w, height: h }).png().toBuffer(),
  ).stats();
  return Math.min(...channels.map(({ min }) => min));
}

/** The demo's project, which has visits with rooms. */
/** An empty sheet in the demo's project. */
async function emptySheet(origin: string, name: string): Promise<number> {
  const { client, project } = await demoProject(origin);
  const { id } = await client.call("POST /api/maps", { body: { id_project: project.id, name } });
  return id;
}

for (const [turn, language] of (["en", "ar"] as const).entries()) {
  const inTurn = byTurns(test, turn);
  const t = words(language);

  inTurn()(
    `imports the second page of a PDF as a floor plan, and shows its finest tiles (${language})`,
    async ({ browser, server }) => {
      const { project } = await demoProject(server.origin);
      const page = await signedIn(browser, server.origin, { language });
      await page.goto(`${server.origin}/project/${project.id}`);
      const plans = page.locator("#plans");
      await plans.getByRole("button", { name: t("sheets.add_short") }).click();
      const dialog = page.getByRole("dialog");
      const file = { name: "floors.pdf", mimeType: "application/pdf", buffer: await planPdf() };
      await dialog.locator("input[type=file]").setInputFiles(file);
      const field = dialog.getByRole("textbox", { name: t("sheets.page") });
      await field.fill("3");
      await field.press("Tab");
      await dialog.getByRole("button", { name: t("sheets.add"), exact: true }).click();
      await expect(dialog.getByText(t("sheets.page_missing"))).toBeVisible();
      await field.fill("2");
      await field.press("Tab");
      await dialog.getByRole("button", { name: t("sheets.add"), exact: true }).click();
      await expect(dialog).toBeHidden();

      await plans.getByRole("link", { name: t("sheets.edit_plan") }).click();
      await page.waitForURL("**/editsheet/*");
      const map = page.getByRole("application", { name: t("sheets.plan_of", { name: "floors" }) });
      await expect(map).toBeVisible();
      // The tiles appear by themselves once they are made.
      await expect(map.locator("img[data-tile]").first()).toBeVisible();
      // They are also visible: the drawing in the middle of the page is above its paper.
      await expect.poll(() => darkest(map)).toBeLessThan(60);
      const finest = page.waitForResponse((reply) => /\/2\/t\/3\/\d+_\d+\.webp$/.test(reply.url()));
      for (let step = 0; step < 4; step++) {
        await page.getByRole("button", { name: t("map.zoom_in") }).click();
        await page.waitForTimeout(350);
      }
      expect((await finest).status()).toBe(200);
      await expect(map.locator('img[data-tile="3"]').first()).toBeVisible();
      await page.context().close();
    },
  );

  inTurn()(
    `rooms are dragged to their positions, and the rest is placed automatically (${language})`,
    async ({ browser, server }) => {
      const { client } = await demoProject(server.origin);
      const id = await emptySheet(server.origin, `Placing ${language}`);
      const png = await sharp({ create: { width: 1600, height: 1000, channels: 3, background: "#fff" } })
        .png()
        .toBuffer();
      const file = { name: "plan.png", bytes: png };
      await client.upload("PUT /api/maps/{id}", {}, { file }, { params: { id } });
      const [visit] = await demoVisits(server.origin);
      // These rooms are placed on other sheets; here they start unplaced.
      const rooms = await client.call("GET /api/visits/{id}", { params: { id: visit?.id ?? 0 } });
      await takeOff(
        client,
        visit?.id_project ?? 0,
        rooms.rooms.map((room) => room.id),
      );

      const page = await signedIn(browser, server.origin, { language });
      await page.goto(`${server.origin}/editsheet/${id}`);
      const list = page.getByRole("list", { name: t("sheets.rooms") });
      const [first] = await client.call("GET /api/maps/{id}/rooms", {
        params: { id },
        query: { id_visit: visit?.id ?? 0 },
      });
      if (first === undefined) throw new Error("The visit has no rooms.");
      const map = page.getByRole("application");
      const box = await map.boundingBox();
      if (box === null) throw new Error("The plan is nowhere.");
      await list
        .getByRole("listitem")
        .filter({ hasText: first.name })
        .dragTo(map, { targetPosition: { x: box.width / 2, y: box.height / 2 } });
      const pin = page.getByRole("button", {
        name: t("sheets.move_room", { name: first.name }),
        exact: true,
      });
      await expect(pin).toBeVisible();
      const placeOf = async () =>
        (await client.call("GET /api/maps/{id}/rooms", { params: { id } })).find(
          ({ id_room }) => id_room === first.id_room,
        );
      await expect.poll(async () => (await placeOf())?.x).toBeCloseTo(0.5, 1);

      const at = await pin.boundingBox();
      if (at === null) throw new Error("The pin is nowhere.");
      const [x, y] = [at.x + at.width / 2, at.y + at.height / 2];
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + 60, y + 40, { steps: 8 });
      await page.mouse.up();
      await expect.poll(async () => (await placeOf())?.x ?? 0).toBeGreaterThan(0.52);
      const dragged = (await placeOf())?.x ?? 0;
      await pin.focus();
      await page.keyboard.press("Shift+ArrowLeft");
      await expect.poll(async () => (await placeOf())?.x ?? 0).toBeLessThan(dragged - 0.015);

      await page.getByRole("button", { name: t("sheets.arrange") }).click();
      await expect(page.getByRole("button", { name: t("sheets.accept") })).toBeVisible();
      expect(await client.call("GET /api/maps/{id}/rooms", { params: { id } })).toHaveLength(1);
      await page.getByRole("button", { name: t("sheets.accept") }).click();
      await expect
        .poll(async () => (await client.call("GET /api/maps/{id}/rooms", { params: { id } })).length)
        .toBe(rooms.rooms.length);
      await page.context().close();
    },
  );

  inTurn()(
    `sets scale and north of a floor plan by drawing, and measures lengths (${language})`,
    async ({ browser, server }) => {
      const { client } = await demoProject(server.origin);
      const id = await emptySheet(server.origin, `Measuring ${language}`);
      const png = await sharp({ create: { width: 1600, height: 1000, channels: 3, background: "#fff" } })
        .png()
        .toBuffer();
      await client.upload(
        "PUT /api/maps/{id}",
        {},
        { file: { name: "plan.png", bytes: png } },
        { params: { id } },
      );
      const page = await signedIn(browser, server.origin, { language });
      await page.goto(`${server.origin}/editsheet/${id}`);
      const paper = page.locator("[data-plan] > img");
      await expect(paper).toBeVisible();
      await page.waitForTimeout(300);
      const box = await paper.boundingBox();
      if (box === null) throw new Error("The plan is nowhere.");
      const press = (x: number, y: number) => page.mouse.click(box.x + box.width * x, box.y + box.height * y);
      const sheet = () => client.call("GET /api/maps/{id}", { params: { id } });

      await page.getByRole("button", { name: t("sheets.tool.scale") }).click();
      await press(0.25, 0.5);
      await press(0.75, 0.5);
      const length = page.getByRole("textbox", { name: t("sheets.real_length") });
      await length.fill("20");
      await length.press("Enter");
      await expect.poll(async () => Math.round((await sheet()).width_metres ?? 0)).toBe(40);

      await page.getByRole("button", { name: t("sheets.tool.north") }).click();
      await press(0.4, 0.5);
      await press(0.6, 0.5);
      await page.getByRole("button", { name: t("sheets.set_north") }).click();
      await expect.poll(async () => Math.round((await sheet()).north)).toBe(90);

      await page.getByRole("button", { name: t("sheets.tool.measure") }).click();
      await press(0.25, 0.3);
      await press(0.5, 0.3);
      await expect(page.getByRole("status").filter({ hasText: /10|١٠|9[.,٫]9/ })).toBeVisible();
      await page.context().close();
    },
  );

  inTurn()(
    `overlays a new floor plan on the previous one, which can be restored (${language})`,
    async ({ browser, server }) => {
      const { client } = await demoProject(server.origin);
      const person = await makePerson(server.origin, `plans-${language}`, "administrator");
      const id = await emptySheet(server.origin, `Versions ${language}`);
      const pdf = await planPdf({ pages: [[400, 300]] });
      await client.upload(
        "PUT /api/maps/{id}",
        {},
        { file: { name: "first.pdf", bytes: pdf } },
        { params: { id } },
      );
      const before = await client.call("GET /api/maps/{id}", { params: { id } });
      const page = await signedIn(browser, server.origin, { language });
      await page.goto(`${server.origin}/editsheet/${id}`);
      await page.getByRole("button", { name: t("sheets.replace_image") }).click();
      const dialog = page.getByRole("dialog");
      const buffer = await planPdf({
        pages: [
          [400, 300],
          [400, 300],
        ],
      });
      await dialog
        .locator("input[type=file]")
        .setInputFiles({ name: "second.pdf", mimeType: "application/pdf", buffer });
      await dialog.getByRole("textbox", { name: t("sheets.page") }).fill("2");
      await dialog.getByRole("button", { name: t("sheets.upload") }).click();
      const overlay = page.getByRole("slider", { name: t("sheets.overlay") });
      await expect(overlay).toBeVisible();
      expect((await client.call("GET /api/maps/{id}", { params: { id } })).version).toBe(2);
      await expect(page.locator("img[data-overlay]")).toHaveAttribute("src", before.image ?? "");
      await overlay.press("End");
      await expect(page.locator("img[data-overlay]")).toHaveCSS("opacity", "1");
      await page.getByRole("button", { name: t("sheets.keep_current") }).click();
      await expect(page.locator("img[data-overlay]")).toHaveCount(0);

      await page.getByRole("button", { name: t("sheets.restore_version", { version: 1 }) }).click();
      await expect
        .poll(() => client.call("GET /api/maps/{id}", { params: { id } }))
        .toMatchObject({ version: 3, image: before.image });
      await expect(page.getByText(t("sheets.version", { version: 3 }))).toBeVisible();

      const download = page.waitForEvent("download");
      await page.getByRole("link", { name: t("sheets.download"), exact: true }).click();
      // The original file under its original name: that of the restored version.
      expect((await download).suggestedFilename()).toBe("first.pdf");
      await page.context().close();

      // A non-member learns that they have no access, and nothing of the project.
      const other = await signedIn(browser, server.origin, { language, who: person });
      await other.goto(`${server.origin}/editsheet/${id}`);
      await expect(other.getByRole("application")).toHaveCount(0);
      await other.context().close();
    },
  );
}

test("a plan is zoomed by fingers and keys, and prints whole", async ({ browser, server }) => {
  const { project } = await demoProject(server.origin);
  const t = words("en");
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  const page = await signedIn(browser, server.origin, { language: "en", reducedMotion: "reduce", ...phone });
  await page.goto(`${server.origin}/snags?view=plan&id_project=${project.id}`);
  const [plan, map] = [page.locator("[data-plan]"), page.getByRole("application")];
  await expect(plan.locator("img").first()).toBeVisible();
  await map.evaluate((element) => element.scrollIntoView({ block: "center" }));
  const boxOf = async (element: Locator) => {
    const box = await element.boundingBox();
    if (box === null) throw new Error("The plan is nowhere.");
    return box;
  };
  await expect.poll(async () => (await boxOf(plan)).width).toBeGreaterThan(300);
  const [whole, around] = [await boxOf(plan), await boxOf(map)];
  const middle = { x: around.x + around.width / 2, y: around.y + around.height / 2 };
  const session = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", ...points: (readonly [number, number])[]) =>
    session.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: points.map(([right, down], id) => ({ x: middle.x + right, y: middle.y + down, id })),
    });

  // Two fingers take the plan apart; neither means a new snag.
  await touch("touchStart", [-30, 0], [30, 0]);
  for (let step = 1; step <= 6; step++) await touch("touchMove", [-30 - 5 * step, 0], [30 + 5 * step, 0]);
  await touch("touchEnd");
  await expect.poll(async () => (await boxOf(plan)).width / whole.width).toBeCloseTo(2, 0);
  await expect(page.getByRole("dialog")).toHaveCount(0);

  // One finger pushes it.
  const zoomed = await boxOf(plan);
  await touch("touchStart", [0, 0]);
  for (let step = 1; step <= 6; step++) await touch("touchMove", [10 * step, 5 * step]);
  await touch("touchEnd");
  await expect.poll(async () => (await boxOf(plan)).x - zoomed.x).toBeGreaterThan(40);

  // The whole plan has nowhere to go: a finger on it scrolls the page.
  // Not by a tap: Chromium takes one that follows a push at once for the end of its glide.
  await page.getByRole("button", { name: t("map.fit_plan") }).click();
  await expect.poll(async () => (await boxOf(plan)).width).toBeCloseTo(whole.width, 0);
  const before = (await boxOf(plan)).y;
  await touch("touchStart", [0, 40]);
  for (let step = 1; step <= 6; step++) await touch("touchMove", [0, 40 + 15 * step]);
  await touch("touchEnd");
  await expect.poll(async () => (await boxOf(plan)).y).toBeGreaterThan(before + 20);

  await map.focus();
  for (const key of ["+", "+"]) await page.keyboard.press(key);
  await expect.poll(async () => (await boxOf(plan)).width / whole.width).toBeCloseTo(4, 0);
  await page.emulateMedia({ media: "print" });
  const paper = await boxOf(plan);
  expect(paper.width).toBeLessThanOrEqual(390);
  expect(paper.width / paper.height).toBeCloseTo(whole.width / whole.height, 1);
  await page.context().close();
});

test("redirects a guest from a floor plan's page to the sign-in page", async ({ page, server }) => {
  const id = await emptySheet(server.origin, "Not for guests");
  await page.goto(`${server.origin}/editsheet/${id}`);
  await page.waitForURL("**/login*");
});

async function takeOff(
  client: Awaited<ReturnType<typeof adminClient>>,
  id_project: number,
  rooms: readonly number[],
): Promise<void> {
  for (const { id } of await client.call("GET /api/maps", { query: { id_project } })) {
    const places = rooms.map((id_room) => ({ id_room, x: null, y: null }));
    await client.call("PUT /api/maps/{id}/room-positions", { params: { id }, body: { rooms: places } });
  }
}
