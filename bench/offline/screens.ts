import { existsSync } from "node:fs";
import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium, type Page } from "@playwright/test";
import { patiently, until } from "#test/chaos/common.ts";
import { webRoot } from "#test/chaos/link-browser.ts";
import { freePort, startServer, stopGently } from "#test/chaos/server-process.ts";
import { TestClient } from "#test/client.ts";
import { words } from "../../e2e/words.ts";

export const ROUNDS = 5;
const admin = { ADMIN_EMAIL: "bench@example.org", ADMIN_PASSWORD: "correct horse battery" };
const t = words("en");
const phone = { viewport: { width: 390, height: 844 }, reducedMotion: "reduce" } as const;
/** Milliseconds on a screen before its data is stored. */
const glance = 4000;

interface Screen {
  readonly name: string;
  readonly path: string;
  /** Text of its data, which counts as the screen being there. */
  readonly shows: string;
}

export interface ScreenTimes extends Screen {
  /** Milliseconds from the navigation until its data was painted. */
  readonly times: readonly number[];
}

/** Screens opened without a connection in Chromium, after they were opened with one. */
export async function measureScreens(): Promise<ScreenTimes[]> {
  const folder = await mkdtemp(join(tmpdir(), "sitewalk-bench-"));
  await chmod(folder, 0o755);
  const environment = { DATA_DIR: join(folder, "data"), DEMO: "off", LOG_LEVEL: "silent", ...admin };
  const server = await startServer(await freePort(), { ...environment, WEB_ROOT: await webRoot(folder) });
  const browser = await chromium.launch({
    ...(existsSync("/usr/bin/chromium") && { executablePath: "/usr/bin/chromium" }),
    args: ["--no-sandbox", "--enable-unsafe-swiftshader", "--disable-background-networking"],
  });
  try {
    const screens = await makeSite(server.origin);
    const context = await browser.newContext({ ...phone, serviceWorkers: "allow" });
    const page = await signedInPage(context, server.origin);
    for (const screen of screens) {
      await page.goto(server.origin + screen.path);
      await whenShown(page, screen);
      await page.waitForTimeout(glance);
    }
    await context.setOffline(true);
    await page.getByRole("button", { name: t("offline.continue") }).click({ timeout: 60_000 });
    const measured: ScreenTimes[] = [];
    for (const screen of screens) {
      const times: number[] = [];
      // The first time is not warm.
      for (let round = 0; round <= ROUNDS; round += 1) {
        await page.goto(server.origin + screen.path, { waitUntil: "commit" });
        const time = await whenShown(page, screen);
        if (round > 0) times.push(time);
      }
      measured.push({ ...screen, times });
    }
    return measured;
  } finally {
    await browser.close();
    await stopGently(server.child);
    await rm(folder, { recursive: true, force: true });
  }
}

/** A project with a floor plan, 50 snags and 100 photo spots. */
async function makeSite(origin: string): Promise<Screen[]> {
  const client = new TestClient(origin);
  const body = { username_l: admin.ADMIN_EMAIL, password_l: admin.ADMIN_PASSWORD };
  await patiently(() => client.call("POST /api/login", { body }));
  const { id: user } = await client.call("GET /api/user");
  // Without names no screen except /editprofile opens.
  const names = { first_name: "Site", last_name: "Walker" };
  await client.call("PUT /api/users/{id}", { params: { id: user }, body: names });
  const { id } = await client.call("POST /api/projects", { body: { name: "Harbour Tower" } });
  const plan = { name: "level-1.png", bytes: await readFile("demo/plans/ground-floor.png") };
  const reply = await client.upload(
    "POST /api/maps",
    { id_project: String(id), name: "Level 1" },
    { file: plan },
  );
  const sheet = (reply.body as { data: { id: number } }).data.id;
  for (let n = 0; n < 50; n += 1) {
    const pin = { title: `Crack ${n}`, x: (n + 1) / 60, y: 0.5 };
    await client.call("POST /api/maps/{id}/annotations", { params: { id: sheet }, body: pin });
  }
  const params = { id };
  await client.call("PUT /api/projects/{id}/coverage", { params, body: { is_on: true, time_zone: "UTC" } });
  const positions = Array.from({ length: 100 }, (_, n) => ({
    name: `Axis ${n}`,
    id_sheet: sheet,
    x: (n % 10) / 10,
    y: Math.floor(n / 10) / 10,
  }));
  await client.call("POST /api/projects/{id}/coverage/spots", { params, body: { positions } });
  return [
    { name: "list of projects", path: "/projects", shows: "Harbour Tower" },
    { name: "project", path: `/project/${id}`, shows: "Level 1" },
    { name: "list of 50 snags", path: `/snags?view=list&id_project=${id}`, shows: "Crack 49" },
    { name: "checklist of 100 spots", path: `/coverage/${id}`, shows: "Axis 0" },
  ];
}

async function signedInPage(context: BrowserContext, origin: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${origin}/login`);
  await page.locator("input[name=username_l]").fill(admin.ADMIN_EMAIL);
  await page.locator("input[name=password_l]").fill(admin.ADMIN_PASSWORD);
  await page.locator("input[name=password_l]").press("Enter");
  await page.waitForURL("**/dashboard");
  const isKept = () =>
    page.evaluate(async () => {
      if (navigator.serviceWorker.controller === null) return false;
      return (await (await caches.open("sitewalk-shell")).match("/shell/door")) !== undefined;
    });
  await until(isKept, 120_000);
  return page;
}

/** Milliseconds from the navigation until the frame in which the screen shows its data. */
const whenShown = (page: Page, { shows }: Screen): Promise<number> =>
  page.evaluate(
    (text) =>
      new Promise<number>((done) => {
        const look = () => {
          const isThere = document.querySelector("main")?.textContent.includes(text) === true;
          if (isThere) requestAnimationFrame(() => done(performance.now()));
          else requestAnimationFrame(look);
        };
        look();
      }),
    shows,
  );
