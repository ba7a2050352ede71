import type { Browser, Page } from "@playwright/test";
import type { Visit } from "#contract/visits.ts";
import { barriersOn } from "./barriers.ts";
import { demoVisits } from "./demo.ts";
import { adminClient } from "./people.ts";
import { admin, expect, test } from "./server.ts";
import { SiteManager } from "./site-manager.ts";
import { byTurns } from "./variants.ts";
import { type Words, words } from "./words.ts";

type Language = "en" | "ar";

/** A visit of the demo site with processed pictures; its link has the default settings. */
async function readyVisit(origin: string): Promise<Visit> {
  const client = await adminClient(origin);
  const [visit] = await demoVisits(origin);
  const params = { id: visit?.id ?? 0 };
  const isReady = async () =>
    (await client.call("GET /api/visits/{id}", { params })).rooms.every(
      ({ picture }) => picture.state === "ready",
    );
  await expect.poll(isReady, { timeout: 300_000 }).toBe(true);
  await client.call("PUT /api/visits/{id}/share", {
    params,
    body: { access: "link", password: null, expires_at: null, history: false },
  });
  return client.call("GET /api/visits/{id}", { params });
}

// Other journeys open the same visit by its plain link.
test.afterAll(async ({ server }) => {
  await readyVisit(server.origin);
});

async function open(browser: Browser, language: Language, isPhone = false): Promise<Page> {
  const context = await browser.newContext({
    locale: language === "ar" ? "ar-AE" : "en-GB",
    viewport: isPhone ? { width: 390, height: 844 } : { width: 1280, height: 800 },
    hasTouch: isPhone,
  });
  const page = await context.newPage();
  page.on("pageerror", (error) => {
    throw error;
  });
  return page;
}

async function signedIn(browser: Browser, language: Language, origin: string, t: Words): Promise<Page> {
  const page = await open(browser, language);
  await page.addInitScript((chosen) => localStorage.setItem("app-language", chosen), language);
  await new SiteManager(page, t).signIn(origin, admin);
  return page;
}

/** The number of views of a visit in its owner's log. */
async function viewsOf(origin: string, id: number): Promise<number> {
  const client = await adminClient(origin);
  const log = await client.call("GET /api/visits/{id}/access-logs", { params: { id } });
  return log.total;
}

async function hasNoBarriers(page: Page): Promise<void> {
  expect(await barriersOn(page)).toEqual([]);
}

/** The current link exactly, from the dialog of the viewer. */
async function protect(owner: Page, t: Words, password: string): Promise<string> {
  const dialog = owner.getByRole("dialog");
  // Key handlers may be attached a moment after the picture appears.
  await expect(async () => {
    await owner.keyboard.press("s");
    await expect(dialog).toBeVisible({ timeout: 2_000 });
  }).toPass();
  const link = await dialog.getByLabel(t("sharing.links.link"), { exact: true }).inputValue();
  await dialog.getByText(t("sharing.settings.title"), { exact: true }).click();
  await dialog.getByRole("button", { name: t("sharing.settings.password_set") }).click();
  const field = dialog.getByLabel(t("sharing.settings.password_field"));
  await expect(field).toHaveValue(/^[a-z]{4}-[a-z]{4}-[a-z]{4}$/);
  await field.fill(password);
  await dialog.getByRole("button", { name: t("sharing.settings.save"), exact: true }).click();
  await expect(dialog.getByText(t("sharing.settings.saved"))).toBeVisible();
  await expect(dialog.getByText(t("sharing.settings.password_on"))).toBeVisible();
  await hasNoBarriers(owner);
  return link;
}

for (const [turn, language] of (["en", "ar"] as const).entries()) {
  const t = words(language);
  const next = byTurns(test, turn);

  test.describe(`sharing in ${language}`, () => {
    next()(
      "asks a guest for the password, rejects a wrong one, opens the visit with the right one, and lists the view for the owner",
      async ({ browser, server }) => {
        const visit = await readyVisit(server.origin);
        const owner = await signedIn(browser, language, server.origin, t);
        await owner.goto(`${server.origin}/viewer/${visit.code}`);
        await expect(owner.locator("[data-picture=sharp]")).toBeAttached();
        const link = await protect(owner, t, "gate 7 north");
        expect(link).toMatch(/\/viewer\/[^/]+\/\d+\?yaw=.+&pitch=.+&fov=/);

        const viewsBefore = await viewsOf(server.origin, visit.id);
        const guest = await open(browser, language, true);
        const media: string[] = [];
        guest.on("request", (request) => request.url().includes("/media/") && media.push(request.url()));
        await guest.goto(link);
        await expect(guest.getByRole("heading", { name: t("sharing.locked.title") })).toBeVisible();
        expect(await guest.content()).not.toContain(visit.name);
        await hasNoBarriers(guest);
        const field = guest.getByLabel(t("sharing.locked.password"));
        await expect(field).toBeFocused();
        await guest.keyboard.type("gate 7 south");
        await guest.keyboard.press("Enter");
        await expect(guest.getByRole("alert")).toHaveText(t("sharing.locked.wrong"));
        await expect(field).toBeFocused();
        expect(media).toEqual([]);
        await guest.keyboard.type("gate 7 north");
        await guest.keyboard.press("Enter");
        await expect(guest.locator("[data-picture=sharp]")).toBeAttached();
        expect(guest.url()).toContain(`/viewer/${visit.code}/`);
        // Journeys before this one in the same worker viewed the visit, too.
        await expect(async () => {
          const count = await viewsOf(server.origin, visit.id);
          expect(count).toBeGreaterThanOrEqual(viewsBefore + 1);
          const form = new Intl.PluralRules(language).select(count);
          const title = t(`sharing.views.count_${form}`, { count });
          await expect(guest.getByRole("banner").getByTitle(title)).toBeAttached({ timeout: 2000 });
        }).toPass({ timeout: 120_000 });
        await guest.reload();
        await expect(guest.locator("canvas")).toBeVisible();

        await owner.goto(`${server.origin}/editvisit/${visit.id}`);
        const log = owner.getByRole("list", { name: t("sharing.views.list") });
        await expect(log.getByRole("listitem")).not.toHaveCount(0);
        const newest = log.getByRole("listitem").first();
        await expect(newest).toContainText(t("sharing.views.guest"));
        await expect(newest).toContainText("127.0.0.0");
        await expect(newest).toContainText(t("sharing.views.now"));
        await owner.getByRole("button", { name: t("sharing.views.as_table") }).click();
        const table = owner.getByRole("table", { name: t("sharing.views.chart") });
        await expect(table.getByRole("row").last()).not.toContainText(/\b0$/);
        await hasNoBarriers(owner);
        for (const page of [owner, guest]) await page.context().close();
      },
    );

    next()("reports an expired link, and opens it after an extension", async ({ browser, server }) => {
      const visit = await readyVisit(server.origin);
      const client = await adminClient(server.origin);
      const ends = async (expires_at: string | null) =>
        client.call("PUT /api/visits/{id}/share", { params: { id: visit.id }, body: { expires_at } });
      await ends(new Date(Date.now() - 1000).toISOString());
      const guest = await open(browser, language, true);
      const reply = await guest.goto(`${server.origin}/viewer/${visit.code}`);
      expect(reply?.status()).toBe(410);
      await expect(guest.getByRole("heading", { name: t("sharing.expired.title") })).toBeVisible();
      await hasNoBarriers(guest);
      await ends(new Date(Date.now() + 3_600_000).toISOString());
      await guest.reload();
      await expect(guest.locator("canvas")).toBeVisible();
      await guest.context().close();
    });

    next()(
      "requires a guest to sign in for a members-only visit, and undoes the change with one press",
      async ({ browser, server }) => {
        const visit = await readyVisit(server.origin);
        const owner = await signedIn(browser, language, server.origin, t);
        await owner.goto(`${server.origin}/editvisit/${visit.id}`);
        await owner.getByRole("button", { name: t("visits.share"), exact: true }).click();
        const dialog = owner.getByRole("dialog");
        await dialog.getByRole("radio", { name: t("sharing.settings.access_members") }).check();
        await hasNoBarriers(owner);
        await dialog.getByRole("button", { name: t("sharing.settings.save"), exact: true }).click();
        await expect(owner.getByText(t("sharing.settings.saved"))).toBeVisible();

        const guest = await open(browser, language);
        await guest.addInitScript((chosen) => localStorage.setItem("app-language", chosen), language);
        const address = `${server.origin}/viewer/${visit.code}`;
        expect((await guest.goto(address))?.status()).toBe(404);
        await expect(guest.getByRole("heading", { name: t("viewer.missing.title") })).toBeVisible();
        await guest.getByRole("link", { name: t("sharing.member.sign_in") }).click();
        await guest.getByLabel(t("auth.name")).fill(admin.email);
        await guest.getByRole("textbox", { name: t("auth.password") }).fill(admin.password);
        await guest.getByRole("button", { name: t("auth.submit"), exact: true }).click();
        await guest.waitForURL(`**/viewer/${visit.code}**`);
        await expect(guest.locator("canvas")).toBeVisible();

        await owner.getByRole("button", { name: t("sharing.settings.undo") }).click();
        await expect(owner.getByText(t("sharing.settings.undone"))).toBeVisible();
        const other = await open(browser, language);
        expect((await other.goto(address))?.status()).toBe(200);
        for (const page of [owner, guest, other]) await page.context().close();
      },
    );
  });
}
