import type { Browser, Page } from "@playwright/test";
import type { Language } from "#contract/languages.ts";
import { TestClient } from "#test/client.ts";
import { adminClient, makePerson, password } from "./people.ts";
import { admin, expect, test } from "./server.ts";
import { byTurns } from "./variants.ts";
import { words } from "./words.ts";

async function enter(browser: Browser, origin: string, language: Language): Promise<Page> {
  const context = await browser.newContext({ serviceWorkers: "block" });
  await context.addInitScript((chosen) => localStorage.setItem("app-language", chosen), language);
  const page = await context.newPage();
  await page.goto(`${origin}/login`);
  await page.locator("input[name=username_l]").fill(admin.email);
  await page.locator("input[name=password_l]").fill(admin.password);
  await page.locator("input[name=password_l]").press("Enter");
  await page.waitForURL("**/dashboard");
  return page;
}

for (const [turn, language] of (["en", "ar"] as const).entries()) {
  const inTurn = byTurns(test, turn);
  const t = words(language);

  inTurn()(
    `creates a plan and size tiers, and shows plan requests and usage (${language})`,
    async ({ browser, server }) => {
      const { origin } = server;
      const page = await enter(browser, origin, language);
      const plan = `Portfolio ${language}`;

      // A plan, from the empty form to its own page.
      await page.goto(`${origin}/plans`);
      await page
        .getByRole("link", { name: t("plans.new") })
        .first()
        .click();
      await page.getByRole("textbox", { name: t("plans.name"), exact: true }).fill(plan);
      await page.getByRole("textbox", { name: t("plans.price_in", { currency: "USD" }) }).fill("49.5");
      await page
        .getByRole("switch", {
          name: `${t("plans.unlimited")}: ${t("plans.kinds.projects")}, ${t("plans.in_all")}`,
        })
        .press("Space");
      const limit = page.getByRole("textbox", {
        name: `${t("plans.kinds.projects")} ${t("plans.in_all")}`,
      });
      await limit.fill("3");
      await limit.blur();
      await page.getByRole("switch", { name: t("plans.approval") }).press("Space");
      const card = page.getByRole("complementary", { name: t("plans.preview") });
      await expect(card.getByText(/49\.50/)).toBeVisible();
      await page.getByRole("button", { name: t("plans.create") }).click();
      await page.waitForURL(/\/editplan\/\d+$/);
      const id = Number(/\d+$/.exec(page.url())?.[0]);
      const client = await adminClient(origin);
      expect(await client.call("GET /api/plans/{id}", { params: { id } })).toMatchObject({
        name: plan,
        price: 4950,
        n_projects: 3,
        n_cameras: null,
        needs_approval: true,
      });

      // A size tier, and the lookup of the tier for a size.
      await page.goto(`${origin}/tiers`);
      await page.getByRole("button", { name: t("plans.tiers.new") }).click();
      const dialog = page.getByRole("dialog");
      await dialog
        .getByRole("textbox", { name: t("plans.tiers.name"), exact: true })
        .fill(`Villa ${language}`);
      await dialog.getByRole("textbox", { name: t("plans.tiers.area_in") }).fill("600");
      await dialog
        .getByRole("textbox", { name: t("plans.tiers.price_in", { currency: "USD" }) })
        .fill("19.9");
      await dialog.getByRole("button", { name: t("plans.tiers.create") }).click();
      await expect(dialog).toBeHidden();
      await page.getByRole("textbox", { name: t("plans.tiers.check_area") }).fill("550");
      await page.getByRole("button", { name: t("plans.tiers.check_do") }).click();
      await expect(page.getByRole("status").filter({ hasText: /Villa .*19\.90/ })).toBeVisible();

      // A user requests the plan and receives it with one press.
      const person = await makePerson(origin, `wisher-${language}`);
      const theirs = new TestClient(origin);
      await theirs.call("POST /api/login", {
        body: { username_l: person.email, password_l: password },
      });
      await theirs.call("PUT /api/user/plan", { body: { id_plan: id } });
      await page.goto(`${origin}/approvals`);
      const give = t("projects.approvals.wish_approve_of", { name: "Site Office", plan });
      await page.getByRole("button", { name: give }).click();
      await expect(
        page.getByText(t("projects.approvals.wish_given", { name: "Site Office", plan })),
      ).toBeVisible();
      expect((await theirs.call("GET /api/user")).plan_info.name).toBe(plan);

      // Usage of all users, then of that user alone; the figures are a table as well.
      await page.goto(`${origin}/tiers?part=usage`);
      const year = String(new Date().getUTCFullYear());
      const table = page.getByRole("table", { name: t("plans.tiers.usage", { year }) });
      await expect(table.getByRole("row")).toHaveCount(13);
      const whose = page.getByRole("combobox", { name: new RegExp(t("plans.tiers.whose")) });
      await whose.click();
      await whose.fill(person.username);
      await page.getByRole("option", { name: new RegExp(person.email) }).click();
      await expect(page).toHaveURL(new RegExp(`user=${person.id}`));
      await expect(whose).toHaveValue("Site Office");
      await expect(page.getByText(t("plans.tiers.usage_none", { year }))).toBeVisible();

      // Subscribers of the plan, in figures; a plan in use is not deleted but switched off.
      await page.getByRole("tab", { name: t("plans.tiers.tabs.figures") }).click();
      await expect(page.getByRole("list", { name: t("plans.tiers.figures.by_plan") })).toContainText(plan);
      await page.goto(`${origin}/editplan/${id}`);
      await page.getByRole("button", { name: t("plans.delete"), exact: true }).click();
      const told = page.getByRole("alertdialog", { name: t("plans.in_use_title", { name: plan }) });
      await told.getByRole("button", { name: t("plans.switch_off") }).click();
      await expect(told).toBeHidden();
      await expect(page.getByText(t("plans.off"), { exact: true })).toBeVisible();

      // Once it has no subscribers it is deleted, and the list shows.
      await client.call("PUT /api/users/{id}/plan", {
        params: { id: person.id },
        body: { id_plan: null },
      });
      await page.reload();
      await page.getByRole("button", { name: t("plans.delete"), exact: true }).click();
      const question = page.getByRole("alertdialog", { name: t("plans.delete_title", { name: plan }) });
      await question.getByRole("button", { name: t("plans.delete") }).click();
      await page.waitForURL(`${origin}/plans`);
      await expect(page.getByRole("link", { name: plan })).toHaveCount(0);
      await page.context().close();
    },
  );
}

test("redirects anyone but a super admin from plans, their forms and size tiers to the dashboard", async ({
  browser,
  server,
}) => {
  const person = await makePerson(server.origin, "no-plans");
  const context = await browser.newContext({ serviceWorkers: "block" });
  const page = await context.newPage();
  await page.goto(`${server.origin}/login`);
  await page.locator("input[name=username_l]").fill(person.username);
  await page.locator("input[name=password_l]").fill(password);
  await page.locator("input[name=password_l]").press("Enter");
  await page.waitForURL("**/dashboard");
  for (const path of ["/plans", "/editplan/1", "/tiers", "/approvals"]) {
    await page.goto(server.origin + path);
    await page.waitForURL("**/dashboard");
  }
  await context.close();
});
