import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import arShare from "#i18n/ar/media/sharing.links.json" with { type: "json" };
import ar from "#i18n/ar/media/viewer.json" with { type: "json" };
import enShare from "#i18n/en/media/sharing.links.json" with { type: "json" };
import en from "#i18n/en/media/viewer.json" with { type: "json" };
import { isolate } from "#i18n/isolate.ts";
import type { TestClient } from "#test/client.ts";
import { barriersOn } from "./barriers.ts";
import { adminClient } from "./people.ts";
import { expect, test } from "./server.ts";
import { byTurns } from "./variants.ts";

const shareTexts = { en: enShare, ar: arShare } as const;

test.use({ viewport: { width: 1280, height: 720 }, locale: "en-GB" });

interface Walk {
  readonly code: string;
  readonly id: number;
  readonly hall: number;
  readonly kitchen: number;
}

/** A private project; its first visit is shared with all dates, the second on its own, the third has no kitchen. */
interface Site {
  readonly origin: string;
  readonly first: Walk;
  readonly second: Walk;
  readonly third: Walk;
}

/** Yaw of north in the pictures of the halls. */
const northOf = { first: 10, second: -75 } as const;

let site: Site;

test.beforeAll(async ({ server: { origin } }) => {
  const client = await adminClient(origin);
  const { id } = await client.call("POST /api/projects", { body: { name: "Harbour Tower" } });
  const [first, second] = [
    await walk(client, id, "2026-02-18", { north: northOf.first, hasKitchen: true }),
    await walk(client, id, "2026-04-08", { north: northOf.second, hasKitchen: true }),
  ];
  const third = await walk(client, id, "2026-09-30", { north: 0, hasKitchen: false });
  await client.call("PUT /api/visits/{id}/share", { params: { id: first.id }, body: { history: true } });
  const sheet = await client.upload(
    "POST /api/maps",
    { id_project: String(id), name: "Ground floor" },
    { file: { name: "plan.png", bytes: await readFile("demo/plans/ground-floor.png") } },
  );
  const { data } = sheet.body as { data: { id: number } };
  await client.call("PUT /api/maps/{id}/room-positions", {
    params: { id: data.id },
    body: {
      rooms: [
        { id_room: first.hall, x: 0.5, y: 0.6 },
        { id_room: first.kitchen, x: 0.2, y: 0.3 },
      ],
    },
  });
  site = { origin, first, second, third };
});

async function walk(
  client: TestClient,
  id_project: number,
  date: string,
  { north, hasKitchen }: { readonly north: number; readonly hasKitchen: boolean },
): Promise<Walk> {
  const visit = await client.call("POST /api/visits", {
    body: { id_project, name: `Walk of ${date}`, visit_date: `${date}T08:00:00Z` },
  });
  const room = async (name: string, file: string) => {
    const bytes = await readFile(`demo/${date}/${file}`);
    const reply = await client.upload(
      "POST /api/rooms",
      { id_visit: String(visit.id), name },
      { file: { name: file, bytes } },
    );
    return (reply.body as { data: { id: number } }).data.id;
  };
  const hall = await room("Hall", "01-entrance-hall.jpg");
  await client.call("PUT /api/rooms/{id}", { params: { id: hall }, body: { north } });
  // The third visit has another room instead, which is on no other date.
  const kitchen = await room(hasKitchen ? "Kitchen" : "Terrace", "03-kitchen.jpg");
  await client.call("POST /api/rooms/{id}/hotspots", {
    params: { id: hall },
    body: { id_target_room: kitchen, yaw: north, pitch: -12, both: true },
  });
  await expect
    .poll(
      async () => (await client.call("GET /api/visits/{id}", { params: { id: visit.id } })).processing_count,
      {
        timeout: 300_000,
      },
    )
    .toBe(0);
  return { code: visit.code, id: visit.id, hall, kitchen };
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(site.origin + path);
  await expect(page.locator("[data-picture]")).toBeAttached();
}

const link = ({ code, hall }: Walk) => `/viewer/${code}/${hall}`;

interface Look {
  readonly yaw: number;
  readonly bearing: number;
  readonly pitch: number;
  readonly fov: number;
}

/** View of a side, as reported by the side. */
async function look(page: Page, side: "first" | "second"): Promise<Look> {
  const stage = page.locator(side === "first" ? "#stage" : ".compare-stage");
  const data = await stage.evaluate(({ dataset }) => Object.fromEntries(Object.entries(dataset)));
  const [yaw, bearing, pitch, fov] = ["yaw", "bearing", "pitch", "fov"].map((name) => Number(data[name]));
  return { yaw: yaw ?? Number.NaN, bearing: bearing ?? Number.NaN, pitch: pitch ?? 0, fov: fov ?? 0 };
}

/** Degrees from one direction to another, the short way. */
const apart = (from: number, to: number) => ((((to - from + 180) % 360) + 360) % 360) - 180;

/** Opens both dates and waits until both pictures are shown. */
async function compare(page: Page, from: Walk, words: typeof en = en, query = ""): Promise<void> {
  await open(page, link(from) + query);
  await page.getByRole("button", { name: words.dates.compare, exact: true }).click();
  await expect(page.getByRole("toolbar", { name: words.compare.tools })).toBeVisible();
  await expect(page).toHaveURL(/compare=split/);
}

/** Drags within one half; the grabbed point stays under the pointer. */
async function drag(page: Page, at: { x: number; y: number }, by: { x: number; y: number }): Promise<void> {
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.mouse.move(at.x + by.x / 2, at.y + by.y / 2, { steps: 4 });
  await page.mouse.move(at.x + by.x, at.y + by.y, { steps: 4 });
  // No throw: a pointer that pauses before its release leaves the view where it is.
  await page.waitForTimeout(300);
  await page.mouse.up();
}

for (const [row, [language, words]] of (
  [
    ["en", en],
    ["ar", ar],
  ] as const
).entries()) {
  const inTurn = byTurns(test, row);
  const isArabic = language === "ar";
  // The first picture is at the reading start: dates run in the direction of the script.
  const firstHalf = isArabic ? { x: 960, y: 360 } : { x: 320, y: 360 };
  const secondHalf = isArabic ? { x: 320, y: 360 } : { x: 960, y: 360 };

  test.describe(`in ${language}`, () => {
    inTurn()(
      "turning one side turns the other to the same direction, by the north of both",
      async ({ page }) => {
        await compare(page, site.first, words, `?lang=${language}`);
        const before = await look(page, "second");
        await drag(page, firstHalf, { x: -180, y: 60 });
        await expect
          .poll(async () => Math.abs(apart(before.yaw, (await look(page, "second")).yaw)))
          .toBeGreaterThan(10);
        const [first, second] = [await look(page, "first"), await look(page, "second")];
        expect(apart(first.yaw, second.yaw)).toBeCloseTo(apart(northOf.first, northOf.second), 1);
        expect(second.pitch).toBeCloseTo(first.pitch, 1);
        expect(first.pitch).toBeGreaterThan(2);
        // And in the other direction, by the wheel as well.
        await drag(page, secondHalf, { x: 120, y: 0 });
        await page.mouse.wheel(0, -300);
        await expect.poll(async () => (await look(page, "first")).fov).toBeLessThan(first.fov - 3);
        await expect
          .poll(async () => {
            const [a, b] = [await look(page, "first"), await look(page, "second")];
            return [
              Math.round(apart(a.yaw, b.yaw) - apart(northOf.first, northOf.second)) + 0,
              Math.round(a.fov - b.fov) + 0,
            ];
          })
          .toEqual([0, 0]);
      },
    );

    inTurn()(
      "turns each side separately when unlocked; keeps the offset when locked again, and can reset it",
      async ({ page }) => {
        await compare(page, site.first, words, `?lang=${language}`);
        await page.getByRole("button", { name: words.compare.unlock }).click();
        const still = await look(page, "first");
        const before = await look(page, "second");
        await drag(page, secondHalf, { x: -100, y: 0 });
        await expect
          .poll(async () => Math.abs(apart(before.yaw, (await look(page, "second")).yaw)))
          .toBeGreaterThan(5);
        expect(await look(page, "first")).toEqual(still);
        const offset = apart(still.bearing, (await look(page, "second")).bearing);
        await expect(page).toHaveURL(/lock=off/);
        await page.getByRole("button", { name: words.compare.lock }).click();
        await drag(page, firstHalf, { x: -150, y: 0 });
        await expect
          .poll(async () => Math.abs(apart(still.yaw, (await look(page, "first")).yaw)))
          .toBeGreaterThan(8);
        await expect
          .poll(async () => {
            const [a, b] = [await look(page, "first"), await look(page, "second")];
            return Math.abs(apart(a.bearing, b.bearing) - offset);
          })
          .toBeLessThan(0.1);
        await page.getByRole("button", { name: words.compare.reset }).click();
        await expect
          .poll(async () => {
            const [a, b] = [await look(page, "first"), await look(page, "second")];
            return Math.abs(apart(a.bearing, b.bearing));
          })
          .toBeLessThan(0.1);
        await expect(page.getByRole("button", { name: words.compare.reset })).toBeHidden();
      },
    );

    inTurn()("moves the wipe by keyboard and pointer, the fade by its slider", async ({ page }) => {
      await compare(page, site.first, words, `?lang=${language}`);
      await page.getByRole("button", { name: words.compare.modes.wipe }).click();
      const divider = page.getByRole("slider", { name: words.compare.divider });
      const stage = page.locator(".compare-stage");
      await expect(divider).toHaveAttribute("aria-valuenow", "50");
      await divider.focus();
      await page.keyboard.press(isArabic ? "ArrowLeft" : "ArrowRight");
      await page.keyboard.press("PageUp");
      await expect(divider).toHaveAttribute("aria-valuenow", "62");
      await expect(stage).toHaveCSS(
        "clip-path",
        isArabic ? "inset(0px 62% 0px 0px)" : "inset(0px 0px 0px 62%)",
      );
      await page.keyboard.press("Home");
      await expect(divider).toHaveAttribute("aria-valuenow", "0");
      await page.keyboard.press("End");
      const grip = (await divider.boundingBox()) ?? { x: 0, width: 0 };
      await page.mouse.move(grip.x + grip.width / 2, 400);
      await page.mouse.down();
      await page.mouse.move(640, 400, { steps: 5 });
      await page.mouse.up();
      await expect(divider).toHaveAttribute("aria-valuenow", "50");
      await page.getByRole("button", { name: words.compare.modes.fade }).click();
      await page.getByRole("slider", { name: words.compare.fade }).fill("20");
      await expect(stage).toHaveCSS("opacity", "0.2");
      await expect(stage).toHaveCSS("clip-path", "none");
      await expect(page).toHaveURL(/compare=fade/);
    });

    inTurn()(
      "follows a link in both halves to the same spot, or says that there is none",
      async ({ page }) => {
        await compare(page, site.first, words, `?lang=${language}`);
        const go = page
          .locator(".compare-stage")
          .getByRole("button", { name: words.rooms.go_to.replace("{{room}}", isolate("Kitchen", language)) });
        await go.focus();
        await page.keyboard.press("Enter");
        await expect(page).toHaveURL(
          new RegExp(`/${site.first.code}/${site.first.kitchen}\\?.*${site.second.kitchen}`),
        );
        await page.goto(
          `${site.origin}${link(site.first)}?lang=${language}&compare=split&with=${site.third.code}-${site.third.hall}&side=start`,
        );
        const terrace = page
          .locator(".compare-stage")
          .getByRole("button", { name: words.rooms.go_to.replace("{{room}}", isolate("Terrace", language)) });
        await terrace.focus();
        await page.keyboard.press("Enter");
        const said = words.compare.alone.split("{{date}}").at(-1) ?? "";
        await expect(page.getByRole("status").filter({ hasText: said.trim() })).toBeVisible();
        await expect(page).toHaveURL(new RegExp(`/${site.first.code}/${site.first.hall}\\?`));
      },
    );

    inTurn()(
      "keeps the direction on another date, and changes the address to that visit",
      async ({ page }) => {
        await open(page, `${link(site.first)}?lang=${language}&yaw=100&pitch=5&fov=50`);
        const dates = page.getByRole("navigation", { name: words.dates.label });
        await expect(dates.getByRole("listitem")).toHaveCount(3);
        await dates.locator("[aria-current=date]").focus();
        await page.keyboard.press(isArabic ? "ArrowLeft" : "ArrowRight");
        await expect(dates.locator("button:focus [data-peek]")).toBeVisible();
        await page.keyboard.press("Enter");
        await expect(page).toHaveURL(new RegExp(`/viewer/${site.second.code}/${site.second.hall}`));
        // Navigation keeps the link that opened the visit, though the second visit alone would lead nowhere.
        await expect(dates.locator("[aria-current=date]")).toHaveAccessibleName(/Walk of 2026-04-08/);
        await page.keyboard.press("s");
        const wanted = 100 - northOf.first + northOf.second;
        const address = page.getByRole("textbox", { name: shareTexts[language].link, exact: true });
        await expect(address).toHaveValue(new RegExp(`yaw=${wanted}&pitch=5&fov=50`));
      },
    );

    inTurn()("keeps everything usable with a screen reader and by keyboard", async ({ page }) => {
      await compare(page, site.first, words, `?lang=${language}`);
      const broken = () => barriersOn(page);
      expect(await broken()).toEqual([]);
      await page.getByRole("button", { name: words.compare.modes.wipe }).click();
      expect(await broken()).toEqual([]);
      await page.getByRole("button", { name: words.compare.close }).click();
      await expect(page.getByRole("navigation", { name: words.dates.label })).toBeVisible();
      expect(await broken()).toEqual([]);
    });
  });
}

test("shows the same comparison from a link: way, dates, offset, and the unlocked state", async ({
  page,
  browser,
}) => {
  await compare(page, site.first);
  await page.getByRole("button", { name: en.compare.unlock }).click();
  await drag(page, { x: 960, y: 360 }, { x: -100, y: 0 });
  await expect(page).toHaveURL(/offset=/);
  await page.getByRole("button", { name: en.compare.modes.wipe }).click();
  await page.waitForTimeout(500);
  const [first, second] = [await look(page, "first"), await look(page, "second")];
  await page.keyboard.press("s");
  const address = await page.getByRole("textbox", { name: shareTexts.en.link, exact: true }).inputValue();
  const other = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  await other.goto(address);
  await expect(other.getByRole("button", { name: en.compare.lock })).toBeVisible();
  await expect(other.getByRole("slider", { name: en.compare.divider })).toBeVisible();
  await expect
    .poll(async () => Math.abs(apart((await look(other, "first")).bearing, first.bearing)))
    .toBeLessThan(0.2);
  await expect
    .poll(async () => Math.abs(apart((await look(other, "second")).bearing, second.bearing)))
    .toBeLessThan(0.3);
  await other.close();
});

test("shows a guest with the link of one visit of a private project no other date", async ({ page }) => {
  const asked: string[] = [];
  page.on("response", async (response) => {
    if (response.url().includes("/api/")) asked.push(await response.text().catch(() => ""));
  });
  await open(page, link(site.second));
  await expect(page.locator("[data-picture=sharp]")).toBeAttached();
  await page.waitForTimeout(1500);
  await expect(page.getByRole("navigation", { name: en.dates.label })).toHaveCount(0);
  // Nor through a hand-made comparison address.
  await page.goto(
    `${site.origin}${link(site.second)}?compare=split&with=${site.third.code}-${site.second.hall}&side=start`,
  );
  await expect(page.locator("[data-picture=sharp]")).toBeAttached();
  const told = (await page.content()) + asked.join("");
  expect(told).not.toContain(site.first.code);
});

test("frees its memory at the end of the comparison and leaves the picture as it was", async ({ page }) => {
  await compare(page, site.first);
  await expect(page.locator("canvas")).toHaveCount(2);
  await page.getByRole("button", { name: en.compare.close }).click();
  await expect(page.locator("canvas")).toHaveCount(1);
  await expect(page).not.toHaveURL(/compare|with=/);
  expect((await page.locator("#stage canvas").boundingBox())?.width).toBe(1280);
  await expect(page.getByRole("button", { name: en.dates.compare, exact: true })).toBeFocused();
});

test("shows the current position and direction on the floor plan, and leads to the other rooms", async ({
  page,
}) => {
  await open(page, `${link(site.first)}?yaw=${northOf.first}&pitch=0&fov=60`);
  const plan = page.getByRole("region", { name: en.plan.label });
  const cone = plan.locator("[data-heading]");
  await expect(cone).toHaveAttribute("data-heading", "0.0");
  await drag(page, { x: 800, y: 400 }, { x: -200, y: 0 });
  await expect.poll(async () => Number(await cone.getAttribute("data-heading"))).toBeGreaterThan(10);
  await plan.getByRole("button", { name: en.rooms.go_to.replace("{{room}}", "Kitchen") }).click();
  await expect(page).toHaveURL(new RegExp(`/${site.first.code}/${site.first.kitchen}`));
  await expect(plan.locator("[aria-current=location]")).toHaveAccessibleName("Kitchen, you are here");
  await plan.getByRole("button", { name: en.plan.hide }).click();
  await expect(plan).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("button", { name: en.plan.label })).toHaveAttribute("aria-pressed", "false");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: en.plan.label }).click();
  const large = page.getByRole("dialog", { name: en.plan.label });
  await large.getByRole("button", { name: en.rooms.go_to.replace("{{room}}", "Hall") }).click();
  await expect(large).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`/${site.first.code}/${site.first.hall}`));
});
