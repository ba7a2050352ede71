import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import type { TestClient } from "#test/client.ts";
import { adminClient } from "./people.ts";
import { expect, test } from "./server.ts";
import { signedIn } from "./sign-in.ts";
import { words } from "./words.ts";

interface Spot {
  readonly project: number;
  readonly code: string;
  readonly hall: number;
  readonly roof: number;
}

/** A hall on two dates, whose photos have another north each, and a roof on one. */
async function spotOn(client: TestClient, name: string): Promise<Spot> {
  const project = await client.call("POST /api/projects", { body: { name } });
  const room = async (visit: number, called: string, file: string, north: number) => {
    const reply = await client.upload(
      "POST /api/rooms",
      { id_visit: String(visit), name: called },
      { file: { name: "photo.jpg", bytes: await readFile(file) } },
    );
    const { id } = (reply.body as { data: { id: number } }).data;
    await client.call("PUT /api/rooms/{id}", { params: { id }, body: { north } });
    return id;
  };
  let spot = { project: project.id, code: "", hall: 0, roof: 0 };
  for (const [date, north] of [
    ["2026-02-18", 10],
    ["2026-04-08", -75],
  ] as const) {
    const visit = await client.call("POST /api/visits", {
      body: { id_project: project.id, name: `Walk of ${date}`, visit_date: `${date}T08:00:00Z` },
    });
    const hall = await room(visit.id, "Hall", `demo/${date}/01-entrance-hall.jpg`, north);
    const roof = spot.roof || (await room(visit.id, "Roof", `demo/${date}/03-kitchen.jpg`, 0));
    spot = { project: project.id, code: visit.code, hall, roof };
    await expect
      .poll(
        async () =>
          (await client.call("GET /api/visits/{id}", { params: { id: visit.id } })).processing_count,
        { timeout: 300_000 },
      )
      .toBe(0);
  }
  return spot;
}

/** Size and position of the playing video. */
const playing = (page: Page) =>
  page.evaluate(() => {
    const video = document.querySelector("video");
    return video === null ? null : [video.videoWidth, video.videoHeight, video.currentTime > 0.4];
  });

for (const [language, viewport] of [
  ["en", { width: 1440, height: 900 }],
  ["ar", { width: 390, height: 844 }],
] as const) {
  const t = words(language);

  test(`makes a video of a spot over its dates, reports it and plays it (${language})`, async ({
    browser,
    server: { origin },
  }, info) => {
    test.slow();
    const client = await adminClient(origin);
    const { code, hall } = await spotOn(client, `Harbour Tower ${language}`);
    const page = await signedIn(browser, origin, {
      language,
      viewport,
      hasTouch: viewport.width < 500,
      serviceWorkers: "block",
    });
    // The link opens the dialog, as the one of the project's rooms does.
    await page.goto(`${origin}/viewer/${code}/${hall}?timelapse=1`);
    const dialog = page.getByRole("dialog", { name: t("spot_timelapses.open") });
    await expect(dialog).toBeVisible();
    await page.screenshot({ path: info.outputPath(`dialog-${language}.png`) });
    await dialog.getByRole("textbox", { name: t("spot_timelapses.name") }).fill(`Slab ${language}`);
    await dialog.getByRole("button", { name: t("spot_timelapses.create"), exact: true }).click();
    await expect(dialog.getByText(t("spot_timelapses.started"))).toBeVisible();
    const watch = dialog.getByRole("link", { name: t("spot_timelapses.watch") });
    await expect(watch).toBeVisible({ timeout: 300_000 });
    await page.screenshot({ path: info.outputPath(`ready-${language}.png`) });
    await watch.click();
    const player = page.getByRole("region", { name: `Slab ${language}` });
    await player.locator("[data-start]").click();
    await expect.poll(() => playing(page)).toEqual([1920, 1080, true]);
    await page.screenshot({ path: info.outputPath(`playing-${language}.png`) });
    const news = await client.call("GET /api/notifications", { query: {} });
    expect(news.some(({ message }) => message.includes(`Slab ${language}`))).toBe(true);
    await page.context().close();
  });

  test(`explains a spot of one date, and cancels from the list (${language})`, async ({
    browser,
    server: { origin },
  }, info) => {
    test.slow();
    const client = await adminClient(origin);
    const { project, code, hall, roof } = await spotOn(client, `Palm Court ${language}`);
    const earlier = (await client.call("GET /api/visits", { query: { id_project: project } })).items.find(
      (visit) => visit.code !== code,
    );
    const page = await signedIn(browser, origin, { language, viewport, serviceWorkers: "block" });
    await page.goto(`${origin}/viewer/${earlier?.code}/${roof}?timelapse=1`);
    const dialog = page.getByRole("dialog", { name: t("spot_timelapses.open") });
    await expect(dialog.getByText(t("spot_timelapses.none_title"))).toBeVisible();
    await page.screenshot({ path: info.outputPath(`none-${language}.png`) });
    await client.call("POST /api/projects/{id}/spot-timelapses", {
      params: { id: project },
      body: { id_room: hall, title: "Turning", is_turning: 1 },
    });
    await page.reload();
    const item = dialog.getByRole("listitem").filter({ hasText: "Turning" });
    await expect(item).toBeVisible();
    await item
      .getByRole("button", {
        name: new RegExp(`${t("spot_timelapses.cancel")}|${t("spot_timelapses.remove")}`),
      })
      .click();
    await expect(item).toHaveCount(0);
    await page.context().close();
  });
}
