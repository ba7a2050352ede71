import { readFile } from "node:fs/promises";
import type { Browser, Page } from "@playwright/test";
import type { Language } from "#contract/languages.ts";
import { TestClient } from "#test/client.ts";
import { adminClient, makePerson, password } from "./people.ts";
import { admin, expect, test } from "./server.ts";
import { byTurns } from "./variants.ts";
import { words } from "./words.ts";

/** A page of the first super admin, in a language. */
async function desk(browser: Browser, origin: string, language: Language): Promise<Page> {
  const context = await browser.newContext();
  await context.addInitScript((chosen) => localStorage.setItem("app-language", chosen), language);
  const page = await context.newPage();
  await page.goto(`${origin}/login`);
  await page.locator("input[name=username_l]").fill(admin.email);
  await page.locator("input[name=password_l]").fill(admin.password);
  await page.locator("input[name=password_l]").press("Enter");
  await page.waitForURL("**/dashboard");
  return page;
}

const isPdf = (bytes: Buffer) => bytes.subarray(0, 5).toString() === "%PDF-";

for (const [turn, language] of (["en", "ar"] as const).entries()) {
  const inTurn = byTurns(test, turn);
  const t = words(language);

  inTurn()(
    `gives a user a plan, writes an invoice, opens its PDF, marks it paid and finds it all in the log (${language})`,
    async ({ browser, server }) => {
      const client = await adminClient(server.origin);
      const planName = `Crew ${language}`;
      await client.call("POST /api/plans", { body: { name: planName, price: 9900 } });
      const person = await makePerson(server.origin, `billed-${language}`);
      const name = "Site Office";
      const page = await desk(browser, server.origin, language);

      await page.goto(`${server.origin}/edituser/${person.id}`);
      await page.getByRole("button", { name: t("users.plan.give"), exact: true }).click();
      const giving = page.getByRole("dialog", { name: t("users.plan.title_of", { name }) });
      await giving.getByRole("button", { name: new RegExp(`^${t("users.plan.none")}`) }).click();
      await page.getByRole("option", { name: planName }).click();
      await giving.getByRole("button", { name: t("users.plan.confirm") }).click();
      await expect(giving).toBeHidden();
      await expect(page.getByText(planName, { exact: true })).toBeVisible();

      await page.getByRole("link", { name: t("users.plan.bills") }).click();
      await expect(page.getByText(t("billing.invoices.only", { name }))).toBeVisible();
      // Both this button and the one in the empty list write an invoice.
      await page
        .getByRole("button", { name: t("billing.invoices.generate"), exact: true })
        .first()
        .click();
      const writing = page.getByRole("dialog", { name: t("billing.invoices.generate_title") });
      await expect(writing.getByRole("combobox")).toHaveValue(name);
      await writing.getByRole("button", { name: t("billing.invoices.generate_now") }).click();
      await page.waitForURL(/\/invoices\/\d+$/);
      const heading = page.getByRole("heading", { level: 1 });
      await expect(heading).toHaveText(/^INV-\d{4}-\d{5}$/);
      const number = (await heading.textContent()) ?? "";

      const lines = page.getByRole("table", { name: t("billing.invoices.lines") });
      await expect(lines.getByRole("rowheader", { name: planName })).toBeVisible();
      const paper = page.getByRole("region", { name: t("billing.invoices.pdf") });
      const shown = await paper.locator("iframe").getAttribute("src");
      const seen = await page.request.get(`${server.origin}${shown}`);
      expect(seen.headers()["content-disposition"]).toContain("inline");
      expect(seen.url()).toContain(`lang=${language}`);
      expect(isPdf(await seen.body())).toBe(true);
      const [kept] = await Promise.all([
        page.waitForEvent("download"),
        paper.getByRole("link", { name: t("billing.invoices.download") }).click(),
      ]);
      expect(kept.suggestedFilename()).toContain(number);
      expect(isPdf(await readFile(await kept.path()))).toBe(true);

      await page.getByRole("button", { name: t("billing.invoices.acts.pay") }).click();
      const paying = page.getByRole("dialog", { name: t("billing.invoices.paid_title", { number }) });
      await paying.getByRole("button", { name: t("billing.invoices.acts.pay") }).click();
      await expect(
        page.getByText(t("plans.subscription.bills.statuses.paid"), { exact: true }),
      ).toBeVisible();

      await page.goto(`${server.origin}/activity?search=${number}`);
      const log = page.getByRole("grid", { name: t("audit.log.title") });
      for (const act of ["issued", "paid"] as const)
        await expect(
          log.getByRole("link", { name: t(`profile.activity.does.invoice.${act}`, { name: number }) }),
        ).toHaveCount(1);
      await page.goto(`${server.origin}/activity?action=plan.given`);
      await expect(
        log.getByText(t("profile.activity.does.plan.given", { name: person.username })).first(),
      ).toBeVisible();
      await page.context().close();
    },
  );

  inTurn()(
    `deletes an account whose projects go to a successor, and restores it from the bin (${language})`,
    async ({ browser, server }) => {
      const leaver = await makePerson(server.origin, `leaver-${language}`, "administrator");
      const heir = await makePerson(server.origin, `heir-${language}`, "administrator");
      const theirs = new TestClient(server.origin);
      await theirs.call("POST /api/login", { body: { username_l: leaver.email, password_l: password } });
      const project = await theirs.call("POST /api/projects", { body: { name: `Left behind ${language}` } });
      const page = await desk(browser, server.origin, language);
      const name = "Site Office";

      await page.goto(`${server.origin}/edituser/${leaver.id}`);
      const question = page.getByRole("alertdialog", { name: t("users.delete.title", { name }) });
      await expect(async () => {
        // A second press while the dialog opens would land next to it and close it.
        if (!(await question.isVisible()))
          await page.getByRole("button", { name: t("users.delete.ask") }).click({ timeout: 5000 });
        await expect(question).toBeVisible({ timeout: 8000 });
      }).toPass();
      await question.getByRole("button", { name: t("users.delete.action"), exact: true }).click();
      await expect(question.getByText(t("users.delete.owns", { name }))).toBeVisible();
      await question.getByRole("combobox").fill(heir.username);
      await page.getByRole("option", { name: heir.email }).click();
      await question.getByRole("button", { name: t("users.delete.action"), exact: true }).click();
      await page.waitForURL("**/users");

      const client = await adminClient(server.origin);
      const { owner } = await client.call("GET /api/projects/{id}", { params: { id: project.id } });
      expect(owner?.id_user).toBe(heir.id);

      await page.getByRole("link", { name: t("users.bin.short"), exact: true }).click();
      await page
        .getByRole("listitem")
        .filter({ hasText: leaver.email })
        .getByRole("button", { name: t("users.bin.restore_named", { name }) })
        .click();
      await expect(page.getByText(t("users.bin.restored", { name }))).toBeVisible();
      expect((await client.call("GET /api/users/{id}", { params: { id: leaver.id } })).email).toBe(
        leaver.email,
      );
      await page.context().close();
    },
  );
}
