import { readFile } from "node:fs/promises";
import type { Browser, Page } from "@playwright/test";
import type { Language } from "#contract/languages.ts";
import { TestClient } from "#test/client.ts";
import { daysPass } from "./move-time.ts";
import { adminClient, makePerson, type Person, password } from "./people.ts";
import { expect, type JourneyServer, test } from "./server.ts";
import { byTurns } from "./variants.ts";
import { words } from "./words.ts";

/** A day as screens show it: of the calendar, in the language, Gregorian with Western digits. */
const longDate = (day: string, language: Language): string =>
  new Intl.DateTimeFormat(language === "ar" ? "ar-u-ca-gregory-nu-latn" : "en-GB", {
    day: "numeric",
    month: "long",
    year: "numeric",
  }).format(new Date(`${day}T12:00:00`));

interface Customer {
  readonly person: Person;
  readonly client: TestClient;
  readonly id_project: number;
}

/** A user with a project of their own and a plan; both created by calls, since another journey shows the screens for it. */
async function customerOf(server: JourneyServer, name: string, plan: Partial<NewPlan>): Promise<Customer> {
  const admin = await adminClient(server.origin);
  const person = await makePerson(server.origin, name);
  const made = await admin.call("POST /api/plans", { body: { name: `Plan of ${name}`, ...plan } });
  await admin.call("PUT /api/users/{id}/plan", {
    params: { id: person.id },
    body: { id_plan: made.id_plan },
  });
  const client = new TestClient(server.origin);
  await client.call("POST /api/login", { body: { username_l: person.email, password_l: password } });
  await admin.call("PUT /api/settings", { body: { users_create_projects: true } });
  const project = await client.call("POST /api/projects", { body: { name: `Site of ${name}` } });
  await admin.call("PUT /api/settings", { body: { users_create_projects: false } });
  return { person, client, id_project: project.id };
}

interface NewPlan {
  readonly price: number;
  readonly n_virtual_tours: number;
}

async function open(
  browser: Browser,
  origin: string,
  { person }: Customer,
  language: Language,
): Promise<Page> {
  const context = await browser.newContext();
  await context.addInitScript((chosen) => localStorage.setItem("app-language", chosen), language);
  const page = await context.newPage();
  await page.goto(`${origin}/login`);
  await page.locator("input[name=username_l]").fill(person.email);
  await page.locator("input[name=password_l]").fill(password);
  await page.locator("input[name=password_l]").press("Enter");
  await page.waitForURL("**/dashboard");
  return page;
}

for (const [turn, language] of (["en", "ar"] as const).entries()) {
  const inTurn = byTurns(test, turn);
  const t = words(language);

  inTurn()(
    `makes the account read-only with an overdue invoice, keeps the PDF, and continues once paid (${language})`,
    async ({ browser, server }) => {
      const admin = await adminClient(server.origin);
      const customer = await customerOf(server, `overdue-${language}`, { price: 4900 });
      await customer.client.call("DELETE /api/user/plan");
      await daysPass(server, customer.person.id, 40);
      const bill = await admin.call("POST /api/invoices/generate", { body: { id_user: customer.person.id } });
      const owing = await customer.client.call("GET /api/user");
      const deadline = owing.unpaid?.paymentDeadline ?? "";
      expect(owing.unpaid?.isReadOnly).toBe(false);

      const page = await open(browser, server.origin, customer, language);
      const banner = t("plans.subscription.unpaid.banner", { date: longDate(deadline, language) });
      await expect(page.getByRole("alert").filter({ hasText: banner })).toBeVisible();

      await daysPass(server, customer.person.id, 60);
      await page.goto(`${server.origin}/editproject/${customer.id_project}`);
      await expect(page.getByText(t("plans.subscription.unpaid.read_only_title"))).toBeVisible();
      await expect(page.getByText(banner)).toHaveCount(0);
      const name = page.getByRole("textbox", { name: t("projects.name") }).first();
      await name.fill("Northern gate");
      await page.getByRole("button", { name: t("common.save"), exact: true }).click();
      const refused = page
        .getByRole("alertdialog")
        .filter({ hasText: t("plans.subscription.unpaid.refused_title") });
      await expect(refused).toBeVisible();
      await expect(name).toHaveValue("Northern gate");
      const { code } = await customer.client.refused("POST /api/projects", { body: { name: "Another" } });
      expect(code).toBe("PAYMENT_OVERDUE");

      const beside = page.context().waitForEvent("page");
      await refused.getByRole("button", { name: t("plans.subscription.unpaid.show") }).click();
      const bills = await beside;
      const download = bills.waitForEvent("download");
      await bills
        .getByRole("link", { name: t("plans.subscription.bills.download_named", { number: bill.number }) })
        .click();
      const file = await (await download).path();
      expect((await readFile(file)).subarray(0, 5).toString()).toBe("%PDF-");
      const view = bills.getByRole("link", {
        name: t("plans.subscription.bills.view_named", { number: bill.number }),
      });
      const shown = await bills.request.get(`${server.origin}${await view.getAttribute("href")}`);
      expect(shown.headers()["content-type"]).toBe("application/pdf");
      expect(shown.headers()["content-disposition"]).toMatch(/^inline/);
      await bills.close();

      await page
        .getByRole("button", { name: t("shell.top_bar.create") })
        .first()
        .click();
      const entry = page.getByRole("menuitem", { name: t("visits.new") });
      await expect(entry).toHaveAttribute("aria-disabled", "true");
      await expect(entry).toContainText(t("plans.subscription.unpaid.off"));
      await page.keyboard.press("Escape");

      await admin.call("PUT /api/invoices/{id}/mark-paid", { params: { id: bill.id } });
      await page.getByRole("button", { name: t("common.save"), exact: true }).click();
      await expect(page.getByText(t("plans.subscription.unpaid.read_only_title"))).toHaveCount(0);
      const { name: saved } = await customer.client.call("GET /api/projects/{id}", {
        params: { id: customer.id_project },
      });
      expect(saved).toBe("Northern gate");
      await page.context().close();
    },
  );

  inTurn()(
    `warns about a used-up plan before pictures are picked, offers a larger one, and adds the visit (${language})`,
    async ({ browser, server }) => {
      const admin = await adminClient(server.origin);
      const customer = await customerOf(server, `full-${language}`, { price: 1000, n_virtual_tours: 1 });
      const larger = `Larger ${language}`;
      await admin.call("POST /api/plans", { body: { name: larger, price: 2000, n_virtual_tours: 50 } });
      const first = {
        name: "Ground floor",
        id_project: customer.id_project,
        visit_date: new Date(Date.now() - 3_600_000).toISOString(),
      };
      await customer.client.call("POST /api/visits", { body: first });

      const page = await open(browser, server.origin, customer, language);
      await page
        .getByRole("button", { name: t("shell.top_bar.create") })
        .first()
        .click();
      // The menu offers it, as specified: the month is not limited.
      await page.getByRole("menuitem", { name: t("visits.new") }).click();
      const dialog = page.getByRole("dialog");
      await expect(dialog.getByText(t("plans.subscription.quota.full", { used: 1, limit: 1 }))).toBeVisible();
      await dialog.getByLabel(t("visits.name"), { exact: false }).first().fill("Roof");
      const submit = dialog.getByRole("button", { name: t("visits.add"), exact: true });
      await expect(submit).toBeDisabled();

      const beside = page.context().waitForEvent("page");
      await dialog.getByRole("link", { name: t("plans.subscription.quota.change") }).click();
      const plans = await beside;
      await plans
        .getByRole("article", { name: larger })
        .getByRole("button", { name: t("plans.subscription.choose", { name: larger }) })
        .click();
      const question = plans.getByRole("alertdialog");
      await expect(question).toContainText(t("plans.subscription.confirm.up_text"));
      await question.getByRole("button", { name: t("plans.subscription.choose", { name: larger }) }).click();
      await expect(plans.getByText(t("plans.subscription.done.changed", { name: larger }))).toBeVisible();
      await plans.close();

      await expect(dialog.getByText(t("plans.subscription.quota.full", { used: 1, limit: 1 }))).toHaveCount(
        0,
      );
      await expect(submit).toBeEnabled();
      await page.context().close();
    },
  );
}
