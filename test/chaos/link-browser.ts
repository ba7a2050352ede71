import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type BrowserContext, chromium, type Page } from "@playwright/test";
import { build } from "vite";
import { words } from "../../e2e/words.ts";
import type { TestClient } from "../client.ts";
import { admin, patiently, until } from "./common.ts";
import type { Walker } from "./link.ts";

const root = join(import.meta.dirname, "../..");
const t = words("en");
/** Milliseconds before an upload that has not arrived is given up. */
const patience = 1_200_000;
/** Numbers of uploaded rooms at which the page is reloaded, and the browser restarted. */
const steps = { reload: 3, restart: 6 };

export interface BrowseOptions {
  /** Uses an undisturbed connection of its own. */
  readonly owner: TestClient;
  readonly folder: string;
  readonly say: (line: string) => void;
}

/** The pages as built: those of `WEB_ROOT`, or built now from the sources. */
export async function webRoot(folder: string): Promise<string> {
  const given = process.env["WEB_ROOT"];
  if (given !== undefined) return given;
  const outDir = join(folder, "web");
  await build({ root, logLevel: "error", build: { outDir, emptyOutDir: true } });
  return outDir;
}

/**
 * Uploads the pictures of a user through the product's own dialog in Chromium. During the uploads the page is reloaded
 * once and the browser closed and restarted once; there is no user input in between.
 */
export async function browse(walker: Walker, { owner, folder, say }: BrowseOptions): Promise<void> {
  const { line } = walker;
  const profile = join(folder, "profile");
  const files = join(folder, "pictures");
  await mkdir(files);
  for (const { name, bytes } of walker.pictures) await writeFile(join(files, name), bytes);
  const rooms = async () => {
    // No more often than a waiting client may ask.
    await sleep(1000);
    const visit = await owner.call("GET /api/visits/{id}", { params: { id: walker.id_visit } });
    return visit.rooms.length;
  };
  let context = await opened(profile);
  try {
    let page = await signedInPage(context, line.origin, owner);
    await page.goto(`${line.origin}/editvisit/${walker.id_visit}`);
    await addPictures(
      page,
      walker.pictures.map(({ name }) => join(files, name)),
    );
    const before = { all: line.sentUp(), parts: line.partsUp() };
    line.spoil();
    await until(async () => (await rooms()) >= steps.reload, patience);
    await patiently(() => page.reload({ waitUntil: "commit" }), patience);
    say("Chromium: its page is reloaded");
    await until(async () => (await rooms()) >= steps.restart, patience);
    await context.close();
    say("Chromium: it is started anew");
    context = await opened(profile);
    page = context.pages()[0] ?? (await context.newPage());
    const again = page;
    await patiently(() => again.goto(`${line.origin}/dashboard`, { waitUntil: "commit" }), patience);
    await until(async () => (await rooms()) >= walker.pictures.length, patience);
    // Without what the page requests meanwhile, which is loaded twice again and connects anew after each reset.
    const share = (line.partsUp() - before.parts) / walker.pictures.length;
    for (const picture of walker.pictures) Object.assign(picture, { isFinished: true, sent: share });
    const all = walker.pictures.reduce((sum, { bytes }) => sum + bytes.length, 0);
    const ratio = ((share * walker.pictures.length) / all).toFixed(4);
    const whole = ((line.sentUp() - before.all) / all).toFixed(4);
    say(
      `Chromium: the visit is there after ${line.resets()} resets, sent ${ratio} times, ${whole} with all requests of the page`,
    );
  } catch (error) {
    say(`Chromium gave up: ${String(error)}`);
  } finally {
    await context.close();
  }
}

const opened = (profile: string): Promise<BrowserContext> =>
  chromium.launchPersistentContext(profile, {
    ...(existsSync("/usr/bin/chromium") && { executablePath: "/usr/bin/chromium" }),
    args: ["--no-sandbox", "--enable-unsafe-swiftshader", "--disable-background-networking"],
    viewport: { width: 1280, height: 800 },
    locale: "en-GB",
  });

/** Signed in permanently, with the service worker installed, like a returning user. */
async function signedInPage(context: BrowserContext, origin: string, owner: TestClient): Promise<Page> {
  const { id } = await owner.call("GET /api/user");
  // Without names no screen but /editprofile opens.
  const body = { first_name: "Site", last_name: "Walker" };
  await owner.call("PUT /api/users/{id}", { params: { id }, body });
  const page = context.pages()[0] ?? (await context.newPage());
  page.setDefaultTimeout(120_000);
  page.on("dialog", (dialog) => void dialog.accept().catch(() => undefined));
  await page.goto(`${origin}/login`);
  await page.getByLabel(t("auth.name")).fill(admin.ADMIN_EMAIL);
  await page.getByRole("textbox", { name: t("auth.password") }).fill(admin.ADMIN_PASSWORD);
  await page.getByText(t("auth.remember")).click();
  await page.getByRole("button", { name: t("auth.submit"), exact: true }).click();
  await page.waitForURL("**/dashboard");
  await page.evaluate("navigator.serviceWorker.ready.then(() => undefined)");
  return page;
}

async function addPictures(page: Page, paths: readonly string[]): Promise<void> {
  await page
    .getByRole("button", { name: t("visits.add_rooms") })
    .first()
    .click();
  const dialog = page.getByRole("dialog");
  await dialog.locator('input[type="file"]').setInputFiles([...paths]);
  await dialog.getByRole("button", { name: t("visits.upload_rooms_other", { count: paths.length }) }).click();
  await dialog.getByText(t("uploads.background_hint")).waitFor();
  // Until the browser has stored the last of them where it outlives the page.
  await sleep(3000);
}
