import { existsSync } from "node:fs";
import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium } from "@playwright/test";
import { freePort, startServer, stopGently } from "#test/chaos/server-process.ts";
import { TestClient } from "#test/client.ts";
import { buildDressed, buildPages } from "./build.ts";
import { serveFolder } from "./serve-folder.ts";

export const admin = { ADMIN_EMAIL: "bench@example.org", ADMIN_PASSWORD: "correct horse battery" };
const pictures = ["01-entrance-hall.jpg", "02-living-hall.jpg"];

/** The product as built from the current sources, the floor page beside it, a browser, and a signed-in user. */
export async function openSite() {
  const folder = await mkdtemp(join(tmpdir(), "sitewalk-pages-"));
  await chmod(folder, 0o755);
  const built = await buildPages(folder);
  const { web, floor, libraries } = built;
  const environment = {
    DATA_DIR: join(folder, "data"),
    DEMO: "off",
    LOG_LEVEL: "silent",
    WEB_ROOT: web,
    TRUST_PROXY: "127.0.0.1",
  };
  const server = await startServer(await freePort(), { ...environment, ...admin });
  const floorServer = await serveFolder(floor);
  const librariesServer = await serveFolder(libraries);
  /** Port for controlling the browser from outside. */
  const steering = await freePort();
  const browser = await chromium.launch({
    ...(existsSync("/usr/bin/chromium") && { executablePath: "/usr/bin/chromium" }),
    args: [
      "--no-sandbox",
      "--enable-unsafe-swiftshader",
      "--disable-background-networking",
      "--ignore-certificate-errors",
      `--remote-debugging-port=${steering}`,
    ],
  });
  const client = new TestClient(server.origin);
  await client.call("POST /api/login", {
    body: { username_l: admin.ADMIN_EMAIL, password_l: admin.ADMIN_PASSWORD },
  });
  const { id } = await client.call("GET /api/user");
  // Without names no screen except /editprofile opens.
  await client.call("PUT /api/users/{id}", {
    params: { id },
    body: { first_name: "Site", last_name: "Owner" },
  });
  const texts = await (await fetch(`${server.origin}/api/translations/en?part=start`)).text();
  const dressed = await buildDressed(built, folder, {
    texts,
    signIn: await signInPage(browser, server.origin),
  });
  const listServer = await serveFolder(dressed.list);
  const signInServer = await serveFolder(dressed.signIn);
  return {
    folder,
    web,
    floor,
    server,
    floorServer,
    librariesServer,
    listServer,
    signInServer,
    browser,
    steering,
    client,
    async close() {
      await browser.close();
      const servers = [floorServer, librariesServer, listServer, signInServer];
      await Promise.all(servers.map((each) => each.close()));
      await stopGently(server.child);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The sign-in page as a phone shows it, without its scripts and what they fetch. */
async function signInPage(browser: Browser, origin: string): Promise<string> {
  const page = await browser.newPage({ viewport: { width: 412, height: 823 } });
  await page.goto(`${origin}/login`);
  await page.waitForSelector("form button[type=submit]");
  await page.evaluate(() => {
    const fetched = "script, [rel=modulepreload], [rel=preload][as=fetch], [rel=manifest]";
    for (const element of document.querySelectorAll(fetched)) element.remove();
  });
  const html = await page.content();
  await page.close();
  return html;
}

/** Creates a visit of two rooms with processed photos. Returns its share code. */
export async function makeVisit(client: TestClient): Promise<string> {
  const project = await client.call("POST /api/projects", { body: { name: "Villa" } });
  const made = await client.call("POST /api/visits", {
    body: { id_project: project.id, name: "First fix", visit_date: "2026-04-08T09:00:00Z" },
  });
  for (const name of pictures) {
    const bytes = await readFile(new URL(`../../demo/2026-04-08/${name}`, import.meta.url));
    const reply = await client.upload(
      "POST /api/rooms",
      { id_visit: String(made.id) },
      { file: { name, bytes } },
    );
    if (reply.status !== 201) throw new Error(`The picture was refused: ${JSON.stringify(reply.body)}`);
  }
  for (const deadline = Date.now() + 120_000; Date.now() < deadline; ) {
    const { rooms } = await client.call("GET /api/visits/{id}", { params: { id: made.id } });
    if (rooms.every(({ picture }) => picture.state === "ready")) return made.code;
    await new Promise((resume) => setTimeout(resume, 500));
  }
  throw new Error("The pictures are not ready after two minutes.");
}
