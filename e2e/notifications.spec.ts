import type { BrowserContext, Page } from "@playwright/test";
import type { Language } from "#contract/languages.ts";
import { TestClient } from "#test/client.ts";
import { cutConnection } from "./page-errors.ts";
import { adminClient, makePerson, password } from "./people.ts";
import { expect, test } from "./server.ts";
import { byTurns } from "./variants.ts";
import { words } from "./words.ts";

test.use({ expectedErrors: [cutConnection] });

/** A user with a project of their own, and a colleague who works in it. */
async function makeSite(origin: string, name: string) {
  const person = await makePerson(origin, name, "administrator");
  const own = new TestClient(origin);
  await own.call("POST /api/login", { body: { username_l: person.username, password_l: password } });
  const { id } = await own.call("POST /api/projects", { body: { name: `Tower of ${name}` } });
  const colleague = await adminClient(origin);
  const addVisit = (visit: string) =>
    colleague.call("POST /api/visits", {
      body: { name: visit, id_project: id, visit_date: "2026-11-20T09:00:00.000Z" },
    });
  return { person, own, addVisit };
}

async function enter(
  context: BrowserContext,
  origin: string,
  name: string,
  language: Language,
): Promise<Page> {
  await context.addInitScript((chosen) => localStorage.setItem("app-language", chosen), language);
  const page = await context.newPage();
  await page.goto(`${origin}/login`);
  await page.locator("input[name=username_l]").fill(name);
  await page.locator("input[name=password_l]").fill(password);
  await page.locator("input[name=password_l]").press("Enter");
  await page.waitForURL(/\/(dashboard|notifications)$/);
  return page;
}

/** The bell that shows this number, which is part of its accessible name. */
const bell = (page: Page, t: ReturnType<typeof words>, count: number, form: string) =>
  page.getByRole("button", {
    name: count === 0 ? t("notifications.bell") : t(`notifications.bell_unread_${form}`, { count }),
    exact: true,
  });

for (const [turn, language] of (["en", "ar"] as const).entries()) {
  const inTurn = byTurns(test, turn);
  const t = words(language);
  const one = "one";
  const two = language === "ar" ? "two" : "other";
  const three = language === "ar" ? "few" : "other";

  inTurn()(
    `rings the bell of every tab for a colleague's change, marks it read, and loses nothing offline (${language})`,
    async ({ browser, server }) => {
      const { person, own, addVisit } = await makeSite(server.origin, `bell-${language}`);
      const context = await browser.newContext();
      const first = await enter(context, server.origin, person.username, language);
      await own.call("PUT /api/notifications/mark-all-read", {});
      const second = await context.newPage();
      await second.goto(`${server.origin}/notifications?read=unread`);
      await expect(second.getByText(t("notifications.list.empty_unread_title"))).toBeVisible();
      await expect(bell(first, t, 0, "zero")).toBeVisible();

      await addVisit("Week 47");
      const began = Date.now();
      await expect(bell(first, t, 1, one)).toBeVisible();
      const after = Date.now() - began;
      test
        .info()
        .annotations.push({ type: "milliseconds until the bell counted", description: String(after) });
      await expect(bell(second, t, 1, one)).toBeVisible();
      await expect(second.getByRole("listitem").filter({ hasText: "Week 47" })).toBeVisible();

      await addVisit("Week 48");
      await bell(first, t, 2, two).click();
      const panel = first.getByRole("dialog", { name: t("notifications.title") });
      await expect(panel.getByRole("listitem")).toHaveCount(2);
      await expect(panel.getByRole("listitem").first()).toContainText("Week 48");
      await expect(panel.getByRole("listitem").first().getByRole("time")).toBeVisible();

      const before = first.url();
      await panel.getByRole("link", { name: "Week 48" }).click();
      await expect(first).toHaveURL(/\/(project|visits|editvisit|viewer)\//);
      expect(context.pages()).toHaveLength(2);
      await expect(panel).toBeHidden();
      await first.goto(before);
      await expect(bell(second, t, 1, one)).toBeVisible();
      await expect(second.getByRole("listitem").filter({ hasText: "Week 48" })).toHaveCount(0);
      await bell(first, t, 1, one).click();
      await expect(panel.getByRole("listitem")).toHaveCount(1);
      await first.keyboard.press("Escape");
      await expect(panel).toBeHidden();
      await expect(bell(first, t, 1, one)).toBeFocused();

      await context.setOffline(true);
      await addVisit("Week 49");
      await addVisit("Week 50");
      await first.waitForTimeout(2_000);
      await expect(bell(first, t, 1, one)).toBeVisible();
      await context.setOffline(false);
      await expect(bell(first, t, 3, three)).toBeVisible();
      await expect(second.getByRole("listitem").filter({ hasText: "Week 50" })).toBeVisible();

      await bell(first, t, 3, three).click();
      await panel.getByRole("button", { name: t("notifications.mark_all_read") }).click();
      await expect(panel.getByText(t("notifications.none"))).toBeVisible();
      await expect(bell(second, t, 0, "zero")).toBeVisible();
      await context.close();
    },
  );
}

/** Replaces the browser's own notifications, which no script can see: records those shown and lets the test click them. */
function standIn(): void {
  class Shown extends EventTarget {
    static readonly permission = "granted";
    static readonly requestPermission = async () => "granted";
    static readonly all: Shown[] = [];
    readonly title: string;
    readonly body: string | undefined;
    constructor(title: string, options?: NotificationOptions) {
      super();
      this.title = title;
      this.body = options?.body;
      Shown.all.push(this);
    }
    close(): void {}
  }
  Object.defineProperty(globalThis, "Notification", { value: Shown });
}

interface Shown extends EventTarget {
  title: string;
  body: string;
}
const shownIn = (page: Page) =>
  page.evaluate(() =>
    (Notification as unknown as { all: Shown[] }).all.map(({ title, body }) => ({ title, body })),
  );

test("shows a browser notification in one of two tabs, if permitted and enabled; a click opens its subject", async ({
  browser,
  server,
}) => {
  const t = words("en");
  const { person, own, addVisit } = await makeSite(server.origin, "desktop");
  const context = await browser.newContext();
  await context.addInitScript(standIn);
  const first = await enter(context, server.origin, person.username, "en");
  await own.call("PUT /api/notifications/mark-all-read", {});
  const second = await context.newPage();
  await second.goto(`${server.origin}/projects`);
  await expect(bell(second, t, 0, "zero")).toBeVisible();

  await addVisit("Not wished for");
  await expect(bell(first, t, 1, "one")).toBeVisible();
  await expect(bell(second, t, 1, "one")).toBeVisible();
  await own.call("PUT /api/notifications/preferences", {
    body: { global_settings: { browser_enabled: true } },
  });
  await addVisit("Week 47");
  await expect(bell(first, t, 2, "other")).toBeVisible();
  await expect(bell(second, t, 2, "other")).toBeVisible();
  const all = async () => (await Promise.all([first, second].map(shownIn))).flat();
  await expect.poll(async () => (await all()).length).toBe(1);
  await first.waitForTimeout(1_000);
  const [only, ...others] = await all();
  expect(others).toEqual([]);
  expect(only?.title).toBe("New Notification");
  expect(only?.body).toContain("Week 47");

  const shower = (await shownIn(first)).length === 1 ? first : second;
  await shower.evaluate(
    () => void (Notification as unknown as { all: Shown[] }).all[0]?.dispatchEvent(new Event("click")),
  );
  await expect(shower).toHaveURL(/\/(project|visits|editvisit|viewer)\//);
  await expect(bell(first, t, 1, "one")).toBeVisible();
  await context.close();
});

test("lists notifications for signed-in users only; selected ones are read and deleted, and the other tab follows", async ({
  browser,
  server,
}) => {
  const t = words("en");
  const { person, own, addVisit } = await makeSite(server.origin, "list");
  const context = await browser.newContext();
  const guest = await context.newPage();
  await guest.goto(`${server.origin}/notifications`);
  await guest.waitForURL("**/login**");
  await guest.close();

  const page = await enter(context, server.origin, person.username, "en");
  await own.call("PUT /api/notifications/mark-all-read", {});
  await own.call("POST /api/notifications/delete-read", {});
  for (const week of [45, 46, 47, 48]) await addVisit(`Week ${week}`);
  const other = await context.newPage();
  await other.goto(`${server.origin}/dashboard`);
  await expect(bell(other, t, 4, "other")).toBeVisible();

  // After the sign-in page, the user returns to the requested one.
  await expect(page).toHaveURL(/\/notifications$/);
  const rows = page.locator("main").getByRole("listitem");
  await expect(rows).toHaveCount(4);
  const box = (at: number) => rows.nth(at).getByRole("checkbox");
  await box(0).focus();
  await page.keyboard.press("Space");
  await rows
    .nth(2)
    .locator("label")
    .click({ modifiers: ["Shift"] });
  await expect(page.getByText(t("notifications.list.selected_other", { count: 3 }))).toBeVisible();
  await page.getByRole("button", { name: t("notifications.list.mark_read"), exact: true }).click();
  await expect(bell(other, t, 1, "one")).toBeVisible();
  await expect(bell(page, t, 1, "one")).toBeVisible();

  await rows.nth(0).locator("label").click();
  await page.getByRole("button", { name: t("common.delete"), exact: true }).click();
  const question = page.getByRole("alertdialog");
  await question.getByRole("button", { name: t("common.delete") }).click();
  await expect(rows).toHaveCount(3);
  await page.getByRole("button", { name: t("notifications.list.delete_read") }).click();
  await question.getByRole("button", { name: t("common.delete") }).click();
  await expect(rows).toHaveCount(1);
  await expect(rows.first()).toContainText("Week 45");
  await page.reload();
  await expect(rows).toHaveCount(1);
  await context.close();
});
