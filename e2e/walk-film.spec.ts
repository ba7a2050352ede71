import { readFile } from "node:fs/promises";
import { test as base, type Page } from "@playwright/test";
import type { TestClient } from "#test/client.ts";
import { renderedWalk } from "#test/walk-videos.ts";
import { barriersOn } from "./barriers.ts";
import { adminClient } from "./people.ts";
import { expect, test } from "./server.ts";
import { signedIn } from "./sign-in.ts";
import { byTurns } from "./variants.ts";
import { words } from "./words.ts";

const keep = (page: Page, name: string) => page.screenshot({ path: base.info().outputPath(`${name}.png`) });

/** A project with a floor plan, last month's visit with one room on it, and an empty visit of today. */
async function makeSite(client: TestClient, name: string) {
  const { id: id_project } = await client.call("POST /api/projects", { body: { name } });
  const reply = await client.upload(
    "POST /api/maps",
    { id_project: String(id_project), name: "Ground floor", width_metres: "20" },
    { file: { name: "plan.png", bytes: await readFile("demo/plans/ground-floor.png") } },
  );
  const id_sheet = (reply.body as { data: { id: number } }).data.id;
  const visit = (date: string) =>
    client.call("POST /api/visits", {
      body: { id_project, name: `Walk of ${date}`, visit_date: `${date}T08:00:00Z` },
    });
  const before = await visit("2026-09-30");
  const added = await client.upload(
    "POST /api/rooms",
    { id_visit: String(before.id), name: "Entrance hall" },
    { file: { name: "hall.jpg", bytes: await readFile("demo/2026-09-30/01-entrance-hall.jpg") } },
  );
  const id_room = (added.body as { data: { id: number } }).data.id;
  await client.call("PUT /api/maps/{id}/room-positions", {
    params: { id: id_sheet },
    body: { rooms: [{ id_room, x: 0.5, y: 0.5, heading: 0 }] },
  });
  return { before, today: await visit("2026-10-30") };
}

for (const [turn, language] of (["en", "ar"] as const).entries()) {
  const inTurn = byTurns(test, turn);
  const t = words(language);

  inTurn()(
    `a walk video becomes rooms on the floor plan that compare with an earlier visit (${language})`,
    async ({ browser, server: { origin } }) => {
      const client = await adminClient(origin);
      const { today } = await makeSite(client, `Walked tower ${language}`);
      const page = await signedIn(browser, origin, { language, viewport: { width: 1440, height: 900 } });
      await page.goto(`${origin}/editvisit/${today.id}`);
      await page.getByRole("link", { name: t("visits.walk_videos") }).click();
      await page.locator("input[type=file]").setInputFiles({
        name: "VID_0001.insv",
        mimeType: "application/octet-stream",
        buffer: Buffer.from("x"),
      });
      await expect(page.getByText(t("errors.code.WALK_FORMAT"))).toBeVisible();
      await page.locator("input[type=file]").setInputFiles({
        name: "walk.mp4",
        mimeType: "video/mp4",
        buffer: await renderedWalk("blocks", 10),
      });
      const place = page.getByRole("link", { name: t("walks.place") });
      await expect(place).toBeVisible({ timeout: 300_000 });
      await keep(page, `walks-${language}`);
      expect(await barriersOn(page)).toEqual([]);
      await place.click();

      const plan = page.getByRole("application");
      await expect(plan).toBeVisible();
      await expect(page.getByText(t("walks.step.start"))).toBeVisible();
      await keep(page, `start-${language}`);
      // The start is where last month's photo was taken.
      await plan.focus();
      await plan.press("Enter");
      await expect(page.getByText(t("walks.step.end"))).toBeVisible();
      const box = await plan.boundingBox();
      if (box === null) throw new Error("The floor plan has no box.");
      await page.mouse.click(box.x + box.width * 0.6, box.y + box.height * 0.6);
      await expect(page.getByText(t("walks.saved"), { exact: true })).toBeVisible();
      await keep(page, `placed-${language}`);
      expect(await barriersOn(page)).toEqual([]);
      await page.setViewportSize({ width: 390, height: 844 });
      await page.screenshot({ path: base.info().outputPath(`phone-${language}.png`), fullPage: true });
      expect(await barriersOn(page)).toEqual([]);
      await page.setViewportSize({ width: 1440, height: 900 });

      await page.getByRole("button", { name: t("walks.rooms.make") }).click();
      const dialog = page.getByRole("dialog");
      const uncertain = dialog.getByRole("checkbox");
      await expect(dialog.getByRole("switch")).toBeVisible();
      if ((await uncertain.count()) > 0) await uncertain.check({ force: true });
      await keep(page, `rooms-${language}`);
      await dialog.getByRole("button").last().click();
      await expect(dialog).toBeHidden();

      const rooms = async () =>
        (await client.call("GET /api/visits/{id}", { params: { id: today.id } })).rooms;
      await expect
        .poll(async () => (await rooms()).map(({ picture }) => picture.state), { timeout: 300_000 })
        .toEqual(expect.arrayContaining(["ready"]));
      await expect
        .poll(async () => (await rooms()).every(({ picture }) => picture.state === "ready"), {
          timeout: 300_000,
        })
        .toBe(true);
      const first = page
        .getByRole("list", { name: t("walks.rooms.title") })
        .getByRole("link")
        .first();
      await expect(first).toHaveText("Entrance hall");
      await keep(page, `made-${language}`);
      await first.click();
      await expect(page.locator("[data-picture]")).toBeAttached();
      const [room] = await rooms();
      const dates = await client.call("GET /api/viewer-timeline", {
        query: { code: today.code, id_room: room?.id ?? 0 },
      });
      expect(JSON.stringify(dates)).toContain("2026-09-30");
      await page.context().close();
    },
  );
}
