import type { Page } from "@playwright/test";
import type { TestClient } from "#test/client.ts";
import type { Studio } from "./shell-screens.ts";
import { words } from "./words.ts";

export interface TourScreensSite {
  readonly origin: string;
  readonly client: TestClient;
  /** Signs a page in, as a user with full rights on the demo site. */
  readonly signIn: (page: Page) => Promise<void>;
}

/** The viewer with all its functions, and the snags created in it; on the demo site. */
export async function tourScreens(
  { origin, client, signIn }: TourScreensSite,
  studio: Studio,
): Promise<void> {
  const t = words(studio.language);
  const context = await studio.open();
  await context.addInitScript(() => localStorage.setItem("onboardingCompleted", "true"));
  const page = await context.newPage();
  await page.goto(`${origin}/login`);
  await signIn(page);
  const { items: visits } = await client.call("GET /api/visits", { query: { sort: "date" } });
  const { items: snags } = await client.call("GET /api/annotations");
  const [newest] = visits;
  const snag = snags.find(({ status, id_room }) => status === "open" && id_room !== null);
  if (newest === undefined || snag === undefined) throw new Error("The demo site has no visit or no snag.");
  const at = async (path: string) => {
    await page.goto(origin + path);
    await page.waitForLoadState("networkidle");
  };
  const inViewer = async (path: string) => {
    await at(path);
    await page.locator("[data-picture=sharp]").waitFor({ state: "attached" });
    await page.waitForTimeout(1500);
  };
  const room = `/viewer/${newest.code}/${snag.id_room}`;
  const lang = `lang=${studio.language}`;
  await inViewer(`${room}?yaw=20&pitch=-8&${lang}`);
  await studio.shoot(page, "tour-viewer");
  const moments = await client.call("GET /api/viewer-timeline", {
    query: { code: newest.code, id_room: snag.id_room ?? 0 },
  });
  const [first] = moments;
  if (first !== undefined) {
    await inViewer(`${room}?yaw=20&pitch=-8&compare=split&with=${first.code}-${first.id_room}&${lang}`);
    await studio.shoot(page, "tour-split");
    await inViewer(`${room}?yaw=20&pitch=-8&compare=wipe&with=${first.code}-${first.id_room}&${lang}`);
    await studio.shoot(page, "tour-wipe");
  }
  await inViewer(`${room}/s${snag.id}?${lang}`);
  await studio.shoot(page, "tour-snag");
  await inViewer(`${room}?edit=1&yaw=20&pitch=-8&${lang}`);
  await studio.shoot(page, "tour-edit");
  await inViewer(`${room}?yaw=20&pitch=-8&${lang}`);
  if (studio.isNarrow) await page.getByRole("button", { name: t("viewer.actions.more_tools") }).click();
  await page.getByRole("button", { name: t("viewer.snapshot.take") }).click();
  await page.locator("dialog canvas").waitFor();
  await draw(page, t("viewer.snapshot.circle"));
  await studio.shoot(page, "tour-snapshot");
  await inViewer(`${room}?yaw=20&pitch=-8&${lang}`);
  await page.getByRole("button", { name: t("viewer.actions.share"), exact: true }).click();
  await page.getByRole("dialog").waitFor();
  await page.waitForTimeout(800);
  await studio.shoot(page, "tour-share");

  for (const view of ["board", "list", "plan"] as const) {
    await at(`/snags?view=${view}&id_project=${snag.id_project}`);
    await page.waitForTimeout(1200);
    await studio.shoot(page, `snags-${view}`);
  }
  await at(`/snags/${snag.id}`);
  await studio.shoot(page, "snag");
  const [sheet] = await client.call("GET /api/maps", { query: { id_project: snag.id_project } });
  await at(`/editsheet/${sheet?.id}`);
  await page.waitForTimeout(1500);
  await studio.shoot(page, "edit-sheet");
  await at(`/editvisit/${newest.id}`);
  await studio.shoot(page, "visit");
  await context.close();
}

/** Draws an arrow to the middle, and a circle around it. */
async function draw(page: Page, circle: string): Promise<void> {
  const box = await page.locator("dialog canvas").boundingBox();
  if (box === null) return;
  const drag = async (from: readonly [number, number], to: readonly [number, number]) => {
    await page.mouse.move(box.x + from[0] * box.width, box.y + from[1] * box.height);
    await page.mouse.down();
    await page.mouse.move(box.x + to[0] * box.width, box.y + to[1] * box.height, { steps: 4 });
    await page.mouse.up();
  };
  await drag([0.25, 0.75], [0.45, 0.55]);
  await page.getByRole("button", { name: circle, exact: true }).click();
  await drag([0.44, 0.34], [0.62, 0.6]);
}
