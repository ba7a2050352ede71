import type { BrowserContext, Page } from "@playwright/test";
import type { Language } from "#contract/languages.ts";
import { limits } from "#contract/limits.ts";
import { adminClient, makePerson, password } from "./people.ts";
import { admin, expect, test } from "./server.ts";
import { byTurns } from "./variants.ts";
import { words } from "./words.ts";

// The tab in which someone signs out gets a new anti-forgery token; another tab that signs in repeats its call with it.
// The ledger asks for the line of the channel that is refused (1.8.R72).
// A socket that the server is closing may still be written to: the browser says so by itself.
test.use({
  expectedErrors: [
    /^POST 419 \S+\/api\/login|^console: (?:Channel auth failed: .*HTTP 401|WebSocket is already in CLOSING or CLOSED)/,
  ],
});

async function speak(context: BrowserContext, language: Language): Promise<void> {
  await context.addInitScript((chosen) => localStorage.setItem("app-language", chosen), language);
}

async function signIn(page: Page, origin: string, name: string, secret: string): Promise<void> {
  await page.goto(`${origin}/login`);
  await page.locator("input[name=username_l]").fill(name);
  await page.locator("input[name=password_l]").fill(secret);
  await page.locator("input[name=password_l]").press("Enter");
  await page.waitForURL("**/dashboard");
}

for (const [turn, language] of (["en", "ar"] as const).entries()) {
  const inTurn = byTurns(test, turn);
  const t = words(language);

  inTurn()(
    `ends a user's session, and the other browser reports it at once (${language})`,
    async ({ browser, server }) => {
      const person = await makePerson(server.origin, `forced-${language}`);
      const [theirs, ours] = await Promise.all([browser.newContext(), browser.newContext()]);
      await Promise.all([speak(theirs, language), speak(ours, language)]);
      const [their, our] = await Promise.all([theirs.newPage(), ours.newPage()]);
      await signIn(their, server.origin, person.username, password);
      await signIn(our, server.origin, admin.email, admin.password);

      await our.goto(`${server.origin}/sessions?search=${person.username}`);
      const [beginning] = t("sessions.force.action_named", { name: "Site Office", browser: "" }).split(",");
      await our
        .getByRole("button", { name: beginning ?? "" })
        .first()
        .click();
      const question = our.getByRole("alertdialog");
      await question.getByRole("button", { name: t("sessions.force.action") }).click();
      const pressed = Date.now();

      await expect(their.getByText(t("errors.session.terminated_title"))).toBeVisible();
      await expect(their.getByText(t("errors.session.terminated"))).toBeVisible();
      test
        .info()
        .annotations.push({ type: "milliseconds until told", description: String(Date.now() - pressed) });
      await their.waitForURL("**/login?logged_out=true");
      await Promise.all([theirs.close(), ours.close()]);
    },
  );
}

test("shares between tabs: signing out, signing in, the warning and its extension", async ({
  browser,
  server,
}) => {
  const client = await adminClient(server.origin);
  await client.call("PUT /api/settings", { body: { inactivity_minutes: limits.inactivity.specified } });
  const person = await makePerson(server.origin, "two-tabs");
  const context = await browser.newContext();
  // Before any page: an open one would briefly be in 1970, and the next one would treat its user as absent since then.
  await context.clock.install();
  const [one, two] = [await context.newPage(), await context.newPage()];
  await signIn(one, server.origin, person.username, password);
  await two.goto(`${server.origin}/dashboard`);
  for (const page of [one, two]) {
    await expect(page.locator("main")).toBeVisible();
    // The idle timer starts with the response that identifies the user.
    await page.waitForLoadState("networkidle");
  }
  await context.clock.fastForward("04:05");
  const warning = (page: Page) => page.getByRole("alertdialog", { name: "Session Timeout Warning" });
  await expect(warning(one)).toBeVisible();
  await expect(warning(two)).toBeVisible();
  await one.getByRole("button", { name: "Extend Session" }).click();
  await expect(warning(one)).toBeHidden();
  await expect(warning(two)).toBeHidden();

  await context.clock.fastForward("04:05");
  await expect(warning(two)).toBeVisible();
  await two.getByRole("button", { name: "Logout Now" }).click();
  await two.waitForURL("**/login**");
  await one.waitForURL("**/login**");

  await one.locator("input[name=username_l]").fill(person.username);
  await one.locator("input[name=password_l]").fill(password);
  await one.locator("input[name=password_l]").press("Enter");
  await one.waitForURL("**/dashboard");
  await two.waitForURL("**/dashboard");
  expect(await two.evaluate(() => localStorage.getItem("auth_event"))).toContain("login");
  await context.close();
});
