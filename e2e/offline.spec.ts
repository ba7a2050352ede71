import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type Browser, type BrowserContext, expect, type Page } from "@playwright/test";
import type { Language } from "#contract/languages.ts";
import { panorama } from "#test/pictures.ts";
import { test as base } from "./base-test.ts";
import { demoProject, readyVisit } from "./demo.ts";
import { startDemo } from "./demo-server.ts";
import { whenKept } from "./kept-shell.ts";
import { openLine } from "./network-line.ts";
import { cutConnection } from "./page-errors.ts";
import { adminClient, makePerson, password } from "./people.ts";
import { admin } from "./server.ts";
import { byTurns } from "./variants.ts";
import { type Words, words } from "./words.ts";

interface Site {
  readonly origin: string;
  /** A copy of the built web part that it serves, since versions change here. */
  readonly webRoot: string;
}

const test = base.extend<Record<never, never>, { site: Site }>({
  site: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright wants the pattern there
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), "sitewalk-offline-"));
      const webRoot = join(folder, "web");
      await cp(resolve(process.env["WEB_ROOT"] ?? "dist/web"), webRoot, { recursive: true });
      const server = await startDemo({ WEB_ROOT: webRoot });
      await use({ origin: server.origin, webRoot });
      await server.end();
      await rm(folder, { recursive: true, force: true });
    },
    { scope: "worker", timeout: 600_000 },
  ],
});
test.use({ expectedErrors: [cutConnection] });

/** A browser with the worker: a desktop in English, a phone in Arabic. */
async function fresh(browser: Browser, language: Language): Promise<BrowserContext> {
  const isPhone = language === "ar";
  const context = await browser.newContext({
    serviceWorkers: "allow",
    reducedMotion: "reduce",
    viewport: isPhone ? { width: 390, height: 844 } : { width: 1280, height: 800 },
  });
  await context.addInitScript((chosen) => localStorage.setItem("app-language", chosen), language);
  return context;
}

async function signIn(page: Page, origin: string, name: string, secret: string): Promise<void> {
  await page.goto(`${origin}/login`);
  await page.locator("input[name=username_l]").fill(name);
  await page.locator("input[name=password_l]").fill(secret);
  await page.locator("input[name=password_l]").press("Enter");
  await page.waitForURL("**/dashboard");
}

/** Records kept of what users viewed: whose, and of what. */
const seenRecords = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<{ user: number; key: unknown[] }[]>((done) => {
        const opening = indexedDB.open("sitewalk-seen");
        // Reading must not create the database.
        opening.addEventListener("upgradeneeded", () => opening.transaction?.abort());
        opening.addEventListener("error", () => done([]));
        opening.addEventListener("success", () => {
          const base = opening.result;
          const reading = base.transaction("records").objectStore("records").getAll();
          reading.addEventListener("success", () => {
            base.close();
            done(reading.result as { user: number; key: unknown[] }[]);
          });
        });
      }),
  );

/** The list of the projects screen, not one that is counted for a menu. */
const isProjectList = ([of, kind, filter]: unknown[]) =>
  of === "projects" && kind === "list" && Object.hasOwn(Object(filter), "view");

/** Waits until the list of projects has been stored. */
const whenSeen = (page: Page) =>
  expect.poll(async () => (await seenRecords(page)).some(({ key }) => isProjectList(key))).toBe(true);

const look = (page: Page, name: string) => page.screenshot({ path: test.info().outputPath(`${name}.png`) });

/**
 * Whether the page shows a text while something happens, and within 12 seconds of it. The page itself watches: a notice
 * of a second and a half may be gone before a busy machine looks.
 */
async function isToldDuring(page: Page, text: string, happens: () => Promise<void>): Promise<boolean> {
  const watch = await page.evaluateHandle((wanted) => {
    const isThere = () => document.body.innerText.includes(wanted);
    const told = new Promise<boolean>((done) => {
      const observer = new MutationObserver(() => isThere() && done(true));
      observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    });
    return { told };
  }, text);
  await happens();
  return watch.evaluate(({ told }) =>
    Promise.race([told, new Promise<boolean>((done) => setTimeout(() => done(false), 12_000))]),
  );
}

const overlayOf = (page: Page, t: Words) => page.getByRole("alertdialog", { name: t("offline.title") });

for (const [turn, language] of (["en", "ar"] as const).entries()) {
  const inTurn = byTurns(test, turn);
  const t = words(language);

  inTurn()(
    `what was seen opens without a connection: the projects and a visit in the viewer (${language})`,
    async ({ browser, site }) => {
      const context = await fresh(browser, language);
      const page = await context.newPage();
      await signIn(page, site.origin, admin.email, admin.password);
      await whenKept(page);
      await page.goto(`${site.origin}/projects`);
      await expect(page.getByText("Palm Court Villa").first()).toBeVisible();
      await whenSeen(page);
      const visit = `${site.origin}/viewer/${await readyVisit(site.origin)}`;
      const viewer = await context.newPage();
      await viewer.goto(visit);
      await expect(viewer.locator("[data-picture=sharp]")).toBeAttached();
      // The picture appears before its key handlers are attached.
      await expect(async () => {
        await viewer.keyboard.press("]");
        await expect.poll(() => new URL(viewer.url()).pathname.split("/").length, { timeout: 3_000 }).toBe(4);
      }).toPass();
      await expect(viewer.locator("[data-picture=sharp]")).toBeAttached();
      await viewer.waitForTimeout(1500);

      await context.setOffline(true);
      await page.bringToFront();
      await expect(overlayOf(page, t)).toBeVisible();
      await look(page, `overlay-${language}`);
      await overlayOf(page, t)
        .getByRole("button", { name: t("offline.continue") })
        .click();
      await expect(overlayOf(page, t)).toBeHidden();
      await page.reload();
      await expect(page.getByText(t("offline.bar.title"))).toBeVisible();
      await expect(page.getByText("Palm Court Villa").first()).toBeVisible();
      await expect(overlayOf(page, t), "who goes on is not stopped again").toBeHidden();
      const picture = page.locator("main img").first();
      expect(
        await picture.evaluate((one: HTMLImageElement) => one.decode().then(() => one.naturalWidth)),
      ).toBeGreaterThan(0);
      await look(page, `without-${language}`);

      await viewer.reload();
      await expect(viewer.locator("[data-picture]")).toBeAttached();
      expect(new URL(viewer.url()).pathname.split("/"), "in the room where one was").toHaveLength(4);
      await expect(
        viewer.locator("button[data-point]").first(),
        "with the ways to its neighbours",
      ).toBeAttached();
      await look(viewer, `viewer-${language}`);
      await viewer.goto(visit);
      await expect(viewer.locator("[data-picture=sharp]"), "with every tile that was seen").toBeAttached();

      await page.bringToFront();
      expect(await isToldDuring(page, t("offline.back"), () => context.setOffline(false))).toBe(true);
      await look(page, `back-${language}`);
      await expect(page.getByText(t("offline.bar.title"))).toBeHidden();
      await expect(
        page.getByRole("button", { name: t("projects.new") }),
        "with the rights that only the server gives",
      ).toBeVisible();
      await context.close();
    },
  );

  inTurn()(`opens all pages offline after three seconds on each (${language})`, async ({ browser, site }) => {
    const context = await fresh(browser, language);
    const page = await context.newPage();
    await signIn(page, site.origin, admin.email, admin.password);
    const { project } = await demoProject(site.origin);
    const looks = [
      ["/dashboard", page.locator("main h1")],
      ["/projects", page.getByText(project.name).first()],
      [`/project/${project.id}`, page.getByRole("heading", { name: project.name }).first()],
      [`/viewer/${await readyVisit(site.origin)}`, page.locator("[data-picture=sharp]")],
    ] as const;
    for (const [path, shown] of looks) {
      if (path !== "/dashboard") await page.goto(site.origin + path);
      await expect(shown).toBeAttached();
      // About as long as a glance; no visitor knows that staying longer would help.
      await page.waitForTimeout(3000);
    }

    await context.setOffline(true);
    for (const [path, shown] of looks) {
      await page.goto(site.origin + path);
      await expect(shown, `${path} opens without a connection`).toBeAttached();
    }
    await look(page, `short-${language}`);
    await context.close();
  });

  inTurn()(
    `a scanned label opens without a connection what was opened before, and other codes are kept (${language})`,
    async ({ browser, site }) => {
      const context = await fresh(browser, language);
      const page = await context.newPage();
      await signIn(page, site.origin, admin.email, admin.password);
      await whenKept(page);
      const { client, project } = await demoProject(site.origin);
      const at = { params: { id: project.id } };
      await client.call("POST /api/projects/{id}/spot-codes", { ...at, body: {} });
      const { items } = await client.call("GET /api/projects/{id}/spot-codes", { ...at, query: {} });
      const codes = items.flatMap(({ label }) => (label === null ? [] : [label.code]));
      const [known = "", unknown = ""] = codes;
      await page.goto(`${site.origin}/q/${known}`);
      await page.waitForURL(/\/viewer\//);
      await expect(page.locator("[data-picture=sharp]")).toBeAttached();
      await page.waitForTimeout(1500);

      await context.setOffline(true);
      await page.goto(`${site.origin}/q/${known}`);
      await page.waitForURL(/\/viewer\//);
      await expect(page.locator("[data-picture]")).toBeAttached();
      await expect(page.getByRole("button", { name: t("spot_codes.here.add_snag") })).toBeVisible();
      await look(page, `label-${language}`);

      await page.goto(`${site.origin}/q/${unknown}`);
      const overlay = overlayOf(page, t);
      await expect(overlay).toBeVisible();
      await overlay.getByRole("button", { name: t("offline.continue") }).click();
      await page.getByRole("button", { name: t("spot_codes.scan.keep") }).click();
      await expect(page.getByText(t("spot_codes.scan.kept"))).toBeVisible();
      await look(page, `label-kept-${language}`);
      await page.goto(`${site.origin}/projects`);
      await context.setOffline(false);
      await page.getByRole("button", { name: t("spot_codes.scan.kept_open"), exact: true }).click();
      await page.waitForURL(/\/q$/);
      await look(page, `labels-kept-${language}`);
      await page.getByRole("link", { name: t("spot_codes.scan.kept_open"), exact: true }).click();
      await page.waitForURL(/\/viewer\//);
      await context.close();
    },
  );

  inTurn()(
    `what was typed is there when the connection is back, and the list is fresh without a reload (${language})`,
    async ({ browser, site }) => {
      const context = await fresh(browser, language);
      const page = await context.newPage();
      await signIn(page, site.origin, admin.email, admin.password);
      await page.goto(`${site.origin}/projects`);
      await expect(page.getByText("Palm Court Villa").first()).toBeVisible();
      await whenSeen(page);
      await page.getByRole("button", { name: t("projects.new") }).click();
      const field = page.getByRole("dialog").getByLabel(t("projects.name"), { exact: false }).first();
      await field.fill("Typed on the way down");
      await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));

      await context.setOffline(true);
      await expect(overlayOf(page, t)).toBeVisible();
      await expect(field, "nothing beneath can be reached").not.toBeFocused();
      await overlayOf(page, t)
        .getByRole("button", { name: t("offline.continue") })
        .click();
      await page
        .getByRole("dialog")
        .getByRole("button", { name: t("projects.add") })
        .click();
      await expect(page.getByText(t("errors.no_connection")).first()).toBeVisible();
      await expect(field).toHaveValue("Typed on the way down");
      await look(page, `write-${language}`);
      const name = `Quay ${language}`;
      await (await adminClient(site.origin)).call("POST /api/projects", { body: { name } });

      expect(await isToldDuring(page, t("offline.back"), () => context.setOffline(false))).toBe(true);
      await expect(page.getByText(t("offline.back"))).toBeHidden();
      await expect(field).toHaveValue("Typed on the way down");
      await page.keyboard.press("Escape");
      await expect(page.getByText(name).first()).toBeVisible();
      expect(await page.evaluate(() => "sameDocument" in globalThis)).toBe(true);
      await context.close();
    },
  );

  inTurn()(
    `offers a new version in every tab, loads it on consent, and keeps typed text in the other tab (${language})`,
    async ({ browser, site }) => {
      const context = await fresh(browser, language);
      const [one, two] = [await context.newPage(), await context.newPage()];
      await signIn(one, site.origin, admin.email, admin.password);
      await whenKept(one);
      await two.goto(`${site.origin}/projects`);
      await two.getByLabel(t("projects.search")).fill("half a word");
      const question = (page: Page) => page.getByRole("alertdialog", { name: t("offline.update.title") });

      const script = await readFile(join(site.webRoot, "sw.js"), "utf8");
      await writeFile(join(site.webRoot, "sw.js"), `${script}\n// ${language}`);
      await one.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
      await expect(question(one)).toBeVisible();
      await expect(question(two)).toBeVisible();
      await look(one, `update-${language}`);
      await question(two)
        .getByRole("button", { name: t("offline.update.later") })
        .click();
      await one.evaluate(() => Object.assign(globalThis, { sameDocument: true }));
      await question(one)
        .getByRole("button", { name: t("offline.update.action") })
        .click();
      await expect
        .poll(() => one.evaluate(() => "sameDocument" in globalThis).catch(() => "between two pages"))
        .toBe(false);
      await expect(one.locator("main")).toBeVisible();
      await expect(question(one)).toBeHidden();
      await expect(two.getByLabel(t("projects.search"))).toHaveValue("half a word");
      expect(
        await one.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting ?? null),
      ).toBeNull();
      await context.close();
    },
  );
}

const t = words("en");

test("leaves nothing of one user for the next in the same browser", async ({ browser, site }) => {
  const [first, second] = [await makePerson(site.origin, "first"), await makePerson(site.origin, "second")];
  const context = await fresh(browser, "en");
  const page = await context.newPage();
  await signIn(page, site.origin, first.username, password);
  await whenKept(page);
  await page.goto(`${site.origin}/projects`);
  await whenSeen(page);
  expect(new Set((await seenRecords(page)).map(({ user }) => user))).toEqual(new Set([first.id]));

  await page.goto(`${site.origin}/logout`);
  await page.waitForURL("**/login**");
  await expect.poll(() => seenRecords(page)).toEqual([]);
  expect(await page.evaluate(() => caches.keys())).not.toContain("sitewalk-visits");

  await signIn(page, site.origin, second.username, password);
  await page.goto(`${site.origin}/projects`);
  await whenSeen(page);
  expect(new Set((await seenRecords(page)).map(({ user }) => user))).toEqual(new Set([second.id]));
  await context.close();
});

test("signs out offline, and says that signing in needs a connection", async ({ browser, site }) => {
  const person = await makePerson(site.origin, "leaves-offline");
  const context = await fresh(browser, "en");
  const page = await context.newPage();
  await signIn(page, site.origin, person.username, password);
  await whenKept(page);
  await page.goto(`${site.origin}/projects`);
  await whenSeen(page);
  await context.setOffline(true);
  await page.goto(`${site.origin}/logout`);
  await expect(page.getByText(t("offline.door"))).toBeVisible();
  await look(page, "door");
  await page.goto(`${site.origin}/dashboard`);
  await expect(page.getByText(t("offline.door")), "and is let in nowhere").toBeVisible();
  await context.setOffline(false);
  await page.getByRole("link", { name: t("offline.retry") }).click();
  await expect(page.locator("input[name=username_l]")).toBeVisible();
  expect(await page.evaluate(async () => (await fetch("/api/user")).status)).toBe(401);
  await context.close();
});

test("completes uploads although the overlay opened and closed", async ({ browser, site }) => {
  const folder = await mkdtemp(join(tmpdir(), "sitewalk-pictures-"));
  const path = join(folder, "entrance.jpg");
  await writeFile(path, await panorama({ seed: 3 }));
  const context = await fresh(browser, "en");
  const page = await context.newPage();
  await signIn(page, site.origin, admin.email, admin.password);
  await whenKept(page);
  await page
    .getByRole("button", { name: t("shell.top_bar.create") })
    .first()
    .click();
  await page.getByRole("menuitem", { name: t("visits.new") }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(t("visits.name"), { exact: false }).first().fill("Through a tunnel");
  await dialog.getByRole("combobox", { name: t("visits.project") }).click();
  await page.getByRole("option", { name: "Palm Court Villa" }).click();
  await dialog.locator('input[type="file"]').setInputFiles([path]);
  await expect(dialog.getByRole("button", { name: t("visits.add"), exact: true })).toBeEnabled();
  const line = await openLine(page);
  await line.slow(150_000);
  const sent = page.waitForResponse((reply) => new URL(reply.url()).pathname === "/api/rooms");
  await dialog.getByRole("button", { name: t("visits.add"), exact: true }).click();
  await page.waitForRequest((request) => new URL(request.url()).pathname === "/api/rooms");

  await page.route("**/api/reachable", (route) => route.abort());
  await page.evaluate(() => dispatchEvent(new Event("offline")));
  await expect(overlayOf(page, t)).toBeVisible();
  await page.unroute("**/api/reachable");
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await expect(overlayOf(page, t)).toBeHidden();
  expect((await sent).status()).toBeLessThan(300);
  await rm(folder, { recursive: true, force: true });
  await context.close();
});

test("opens a list offline the second time without fetching a script", async ({ browser, site }) => {
  const context = await fresh(browser, "en");
  const page = await context.newPage();
  await signIn(page, site.origin, admin.email, admin.password);
  await whenKept(page);
  await page.goto(`${site.origin}/projects`);
  await whenSeen(page);
  await page.reload();
  await expect(page.getByText("Palm Court Villa").first()).toBeVisible();
  await context.setOffline(true);
  // How long it takes is measured by `npm run bench -- offline`: on a busy machine a page waits for a core.
  for (let times = 0; times < 5; times += 1) {
    await page.goto(`${site.origin}/projects`);
    await expect(page.getByText("Palm Court Villa").first()).toBeVisible();
    const scripts = await page.evaluate(() =>
      (performance.getEntriesByType("resource") as PerformanceResourceTiming[])
        .filter(({ name }) => name.endsWith(".js"))
        // A worker's response has no transfer size of its own; anything fetched from the network would show.
        .map(({ transferSize }) => transferSize),
    );
    expect(scripts.length).toBeGreaterThan(3);
    expect(scripts.filter((bytes) => bytes > 0)).toEqual([]);
  }
  await context.close();
});

for (const [turn, language] of (["en", "ar"] as const).entries()) {
  const inTurn = byTurns(test, turn);
  inTurn()(
    `offers to install the app when the browser does, and stays quiet after 'Later' (${language})`,
    async ({ browser, site }) => {
      const t = words(language);
      const context = await fresh(browser, language);
      const page = await context.newPage();
      await signIn(page, site.origin, admin.email, admin.password);
      await whenKept(page);
      const offer = () =>
        page.evaluate(() => {
          const event = new Event("beforeinstallprompt", { cancelable: true });
          dispatchEvent(
            Object.assign(event, { prompt: async () => undefined, userChoice: new Promise(() => {}) }),
          );
        });
      await offer();
      await expect(page.getByText(t("offline.install.text"))).toBeVisible();
      await look(page, `install-${language}`);
      await page.getByRole("button", { name: t("offline.install.later") }).click();
      expect(
        Number(await page.evaluate(() => localStorage.getItem("pwa-install-dismissed"))),
      ).toBeGreaterThan(0);
      await page.reload();
      await whenKept(page);
      await offer();
      await page.waitForTimeout(4000);
      await expect(page.getByText(t("offline.install.text"))).toBeHidden();
      await context.close();
    },
  );
}

test("follows a server that withdraws the worker, at the next start", async ({ browser, site }) => {
  const context = await fresh(browser, "en");
  const page = await context.newPage();
  await signIn(page, site.origin, admin.email, admin.password);
  await whenKept(page);
  const script = join(site.webRoot, "sw.js");
  const text = await readFile(script, "utf8");
  await rm(script);
  await page.reload();
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length))
    .toBe(0);
  await page.reload();
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([]);
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
  await writeFile(script, text);
  await context.close();
});
