import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import type { Visit } from "#contract/visits.ts";
import type { TestClient } from "#test/client.ts";
import { barriersOn } from "./barriers.ts";
import { makePerson } from "./people.ts";
import { expect, test } from "./server.ts";
import { SiteManager } from "./site-manager.ts";
import { browserOf, clientOf } from "./tour-site.ts";
import { byTurns } from "./variants.ts";
import { words } from "./words.ts";

const rooms = ["01-entrance-hall", "02-living-hall", "03-kitchen", "04-majlis"] as const;

let folder: string;
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "walk-"));
});
test.afterAll(() => rm(folder, { recursive: true, force: true }));

/** The demo's photos of one date as a camera would name them: numbered, and without a north direction. */
async function cameraFiles(date: string): Promise<string[]> {
  return Promise.all(
    rooms.map(async (name, at) => {
      const bytes = await readFile(join("demo", date, `${name}.jpg`));
      const heading = bytes.indexOf("GPano:PoseHeadingDegrees");
      if (heading > 0) bytes.write("GPano:PastHeadingDegrees", heading, "latin1");
      const path = join(folder, `IMG_${date.replaceAll("-", "")}_00${at + 1}.jpg`);
      await writeFile(path, bytes);
      return path;
    }),
  );
}

async function addVisit(
  client: TestClient,
  id_project: number,
  date: string,
  files: readonly { readonly path: string; readonly name?: string }[],
): Promise<Visit> {
  const visit = await client.call("POST /api/visits", {
    body: { id_project, name: `Walk of ${date}`, visit_date: `${date}T08:00:00Z` },
  });
  for (const { path, name } of files) {
    const fields = { id_visit: String(visit.id), ...(name !== undefined && { name }) };
    const file = { name: path.split("/").at(-1) ?? "", bytes: await readFile(path) };
    const reply = await client.upload("POST /api/rooms", fields, { file });
    expect(reply.status, JSON.stringify(reply.body)).toBe(201);
  }
  return ready(client, visit.id);
}

async function ready(client: TestClient, id: number): Promise<Visit> {
  const visit = () => client.call("GET /api/visits/{id}", { params: { id } });
  await expect.poll(async () => (await visit()).processing_count, { timeout: 300_000 }).toBe(0);
  return visit();
}

async function openRoom(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.locator("[data-picture=sharp]")).toBeAttached();
}

for (const [row, [language, width]] of (
  [
    ["en", 1440],
    ["ar", 390],
  ] as const
).entries()) {
  const inTurn = byTurns(test, row);
  const t = words(language);
  const tag = `match-${language}`;
  const size = { width, height: 844 };

  test.describe(`in ${language} at ${width} px`, () => {
    inTurn()(
      "tours photos named by the camera at once, matches many of them together, and compares them",
      async ({ server: { origin }, browser }) => {
        const client = await clientOf(
          origin,
          (await makePerson(origin, `${tag}-a`, "administrator")).username,
        );
        const { id } = await client.call("POST /api/projects", { body: { name: `Harbour ${tag}` } });
        const april = (await cameraFiles("2026-04-08")).map((path) => ({ path }));
        await addVisit(client, id, "2026-04-08", april);
        const page = await browserOf(browser, { origin, language, client, viewport: size });
        await page.goto(`${origin}/project/${id}`);
        const manager = new SiteManager(page, t);
        await manager.addVisit(`Harbour ${tag}`, "September", await cameraFiles("2026-09-30"));
        const visit = await ready(client, Number(/\d+$/.exec(new URL(page.url()).pathname)?.[0]));

        // It can be toured by automatic arrows.
        await openRoom(page, `${origin}/viewer/${visit.code}`);
        const way = (n: number) =>
          page.getByRole("button", { name: t("viewer.rooms.go_to", { room: `IMG_20260930_00${n}` }) });
        await way(2).focus();
        await page.keyboard.press("Enter");
        await expect(page).toHaveURL(new RegExp(`/${visit.code}/${visit.rooms[1]?.id}`));
        await expect(way(3)).toBeAttached();
        // The way back is behind the viewer.
        await openRoom(page, `${origin}/viewer/${visit.code}/${visit.rooms[1]?.id}?yaw=180&pitch=-10&fov=75`);
        await expect(way(1)).toBeAttached();
        const faceNorth = new RegExp(t("viewer.compass.face_north", { direction: ".*" }));
        const compass = page.getByRole("button", { name: faceNorth, includeHidden: true });
        await expect(compass).toBeAttached();
        await expect(compass).toBeHidden();
        // Compare is available although no two rooms of the dates are matched yet, and says what to do.
        await expect(page.getByText(t("viewer.dates.none"))).toBeVisible();
        await expect(page.getByRole("button", { name: t("viewer.dates.choose") })).toBeVisible();

        await page.goto(`${origin}/editvisit/${visit.id}`);
        await page.getByRole("link", { name: t("visits.match.review") }).click();
        await expect(page).toHaveURL(new RegExp(`/editvisit/${visit.id}/match`));
        const pairs = page.locator("[data-pair]");
        await expect(pairs).toHaveCount(rooms.length);
        await expect(pairs.first()).toContainText("IMG_20260408_001");
        await expect(pairs.first().getByRole("img")).toHaveCount(2);
        // One match is confirmed by the keyboard and undone, then all at once.
        await pairs.first().focus();
        await page.keyboard.press("y");
        await expect(pairs).toHaveCount(rooms.length - 1);
        await page
          .getByRole("button", { name: t("common.undo") })
          .first()
          .click();
        await expect(pairs).toHaveCount(rooms.length);
        const all = language === "en" ? "confirm_all_other" : "confirm_all_few";
        await page.getByRole("button", { name: t(`visits.match.${all}`, { count: rooms.length }) }).click();
        await expect(page.locator("[data-state=bound]")).toHaveCount(rooms.length);
        await page.reload();
        await expect(page.locator("[data-state=bound]")).toHaveCount(rooms.length);

        await openRoom(page, `${origin}/viewer/${visit.code}`);
        await page.getByRole("button", { name: t("viewer.dates.compare"), exact: true }).click();
        await expect(page.getByRole("toolbar", { name: t("viewer.compare.tools") })).toBeVisible();
        await expect(page).toHaveURL(/compare=split/);
        await page.context().close();
      },
    );

    inTurn()(
      "lets a user select the other room where nothing matches, also as a guest, and saves it for an editor",
      async ({ server: { origin }, browser }) => {
        const client = await clientOf(
          origin,
          (await makePerson(origin, `${tag}-b`, "administrator")).username,
        );
        const { id } = await client.call("POST /api/projects", { body: { name: `Quay ${tag}` } });
        const named = async (date: string, names: readonly string[]) =>
          (await cameraFiles(date)).slice(0, 2).map((path, at) => ({ path, name: names[at] ?? "" }));
        const april = await addVisit(client, id, "2026-04-08", await named("2026-04-08", ["Lobby", "Pump"]));
        const visit = await addVisit(client, id, "2026-09-30", await named("2026-09-30", ["Foyer", "Kiosk"]));
        await client.call("PUT /api/visits/{id}/share", {
          params: { id: visit.id },
          body: { history: true },
        });
        const choose = async (page: Page) => {
          await openRoom(page, `${origin}/viewer/${visit.code}/${visit.rooms[0]?.id}`);
          await page.getByRole("button", { name: t("viewer.dates.choose") }).click();
          const dialog = page.getByRole("dialog");
          await expect(dialog.getByRole("button", { name: /Lobby/ })).toBeVisible();
          expect(await barriersOn(page)).toEqual([]);
          await dialog.getByRole("button", { name: /Lobby/ }).click();
          await expect(page).toHaveURL(new RegExp(`with=${april.code}-${april.rooms[0]?.id}`));
        };
        const guest = await browserOf(browser, { origin, language, viewport: size });
        await choose(guest);
        await expect(guest.getByRole("button", { name: t("viewer.pick_other.keep") })).toHaveCount(0);
        await guest.context().close();

        const page = await browserOf(browser, { origin, language, client, viewport: size });
        await choose(page);
        await page.getByRole("button", { name: t("viewer.pick_other.keep") }).click();
        await expect(page.getByText(t("viewer.pick_other.kept"))).toBeVisible();
        await openRoom(page, `${origin}/viewer/${visit.code}/${visit.rooms[0]?.id}`);
        await expect(
          page.getByRole("navigation", { name: t("viewer.dates.label") }).getByRole("listitem"),
        ).toHaveCount(2);
        await page.context().close();
      },
    );
  });
}
