import { existsSync } from "node:fs";
import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import { patiently, until } from "#test/chaos/common.ts";
import { webRoot } from "#test/chaos/link-browser.ts";
import { freePort, startServer, stopGently } from "#test/chaos/server-process.ts";
import { TestClient } from "#test/client.ts";
import { words } from "../../e2e/words.ts";

const admin = { ADMIN_EMAIL: "bench@example.org", ADMIN_PASSWORD: "correct horse battery" };
export const t = words("en");
const phone = { viewport: { width: 390, height: 844 }, reducedMotion: "reduce" } as const;
/** Milliseconds on a screen before its data is stored. */
export const glance = 4000;

/** A running server with one project, and Chromium. */
export interface OfflineSite {
  readonly origin: string;
  readonly browser: Browser;
  readonly project: number;
  /** One of its 50 snags. */
  readonly snag: number;
}

export async function withSite<T>(run: (site: OfflineSite) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "sitewalk-bench-"));
  await chmod(folder, 0o755);
  const environment = { DATA_DIR: join(folder, "data"), DEMO: "off", LOG_LEVEL: "silent", ...admin };
  const server = await startServer(await freePort(), { ...environment, WEB_ROOT: await webRoot(folder) });
  const browser = await chromium.launch({
    ...(existsSync("/usr/bin/chromium") && { executablePath: "/usr/bin/chromium" }),
    args: ["--no-sandbox", "--enable-unsafe-swiftshader", "--disable-background-networking"],
  });
  try {
    return await run({ origin: server.origin, browser, ...(await makeProject(server.origin)) });
  } finally {
    await browser.close();
    await stopGently(server.child);
    await rm(folder, { recursive: true, force: true });
  }
}

/** A project with a floor plan, 50 snags and 100 photo spots. */
async function makeProject(origin: string): Promise<Pick<OfflineSite, "project" | "snag">> {
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
  let snag = 0;
  for (let n = 0; n < 50; n += 1) {
    const pin = { title: `Crack ${n}`, x: (n + 1) / 60, y: 0.5 };
    ({ id: snag } = await client.call("POST /api/maps/{id}/annotations", {
      params: { id: sheet },
      body: pin,
    }));
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
  return { project: id, snag };
}

/** A page of the administrator on a phone, which has stored what it needs without a connection. */
export async function phonePage({ origin, browser }: OfflineSite): Promise<Page> {
  const page = await signedInPage(await browser.newContext({ ...phone, serviceWorkers: "allow" }), origin);
  const isKept = () =>
    page.evaluate(async () => {
      if (navigator.serviceWorker.controller === null) return false;
      return (await (await caches.open("sitewalk-shell")).match("/shell/door")) !== undefined;
    });
  await until(isKept, 120_000);
  return page;
}

/** A page of the administrator in a context of its own. */
export async function signedInPage(context: BrowserContext, origin: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${origin}/login`);
  await page.locator("input[name=username_l]").fill(admin.ADMIN_EMAIL);
  await page.locator("input[name=password_l]").fill(admin.ADMIN_PASSWORD);
  await page.locator("input[name=password_l]").press("Enter");
  await page.waitForURL("**/dashboard");
  return page;
}
