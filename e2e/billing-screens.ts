import type { Page } from "@playwright/test";
import { TestClient } from "#test/client.ts";
import type { Studio } from "./shell-screens.ts";
import { words } from "./words.ts";

export interface BillingSite {
  readonly origin: string;
  readonly signIn: (page: Page) => Promise<void>;
  readonly customer: { readonly id: number; readonly email: string; readonly secret: string };
  readonly id_plan: number;
  readonly id_invoice: number;
  readonly id_project: number;
}

const secret = "a long walk on site";

/** Starts the demo site with plans, size tiers, a customer with an invoice, and progress entries. */
export async function openBillingSite(
  { origin, client }: { readonly origin: string; readonly client: TestClient },
  signIn: BillingSite["signIn"],
): Promise<BillingSite> {
  await client.call("PUT /api/settings", {
    body: {
      currency: "AED",
      tax_name: "VAT",
      tax_rate: 500,
      invoice_seller: "Sitewalk Hosting",
      invoice_address: "Harbour Road 4\nDubai",
      invoice_note: "Please name the number of this bill with your payment.",
      users_create_projects: true,
    },
  });
  const plan = (name: string, price: number, more: Readonly<Record<string, unknown>>) =>
    client.call("POST /api/plans", { body: { name, price, ...more } });
  await plan("Trial", 0, {
    description: "One site, to look around",
    n_projects: 1,
    n_virtual_tours_month: 4,
  });
  const site = await plan("Site", 45_000, {
    description: "One crew, all its sites",
    n_projects: 5,
    n_virtual_tours_month: 60,
    n_video_uploads_month: 20,
    n_cameras: 8,
    channel_price: 9000,
    custom_features: ["Mails answered within a day"],
  });
  await plan("Company", 160_000, {
    description: "Everything, for several crews",
    n_cameras: 64,
    channel_price: 6000,
    features: ["Autodesk", "MSProject", "API"],
    custom_features: ["Telephone on site days", "Own name and colour"],
  });
  for (const [name, area, price] of [
    ["Villa", 800, 9000],
    ["Block", 6000, 29_000],
    ["Tower", null, 85_000],
  ] as const)
    await client.call("POST /api/project-tiers", { body: { name, area, price } });
  const email = "customer@example.org";
  const { user } = await client.call("POST /api/users", {
    body: { email, username: "customer", password: secret, first_name: "Harbour", last_name: "Works" },
  });
  await client.call("PUT /api/users/{id}/plan", { params: { id: user.id }, body: { id_plan: site.id } });
  const own = new TestClient(origin);
  await own.call("POST /api/login", { body: { username_l: email, password_l: secret } });
  for (const [name, area] of [
    ["Quay 7", 4200],
    ["Boat shed", 600],
  ] as const)
    await own.call("POST /api/projects", { body: { name, area } });
  const bill = await client.call("POST /api/invoices/generate", { body: { id_user: user.id } });

  const { items } = await client.call("GET /api/projects", { query: { search: "Palm Court Villa" } });
  const [project] = items;
  if (project === undefined) throw new Error("The demo site has no project.");
  const sheets = await client.call("GET /api/maps", { query: { id_project: project.id } });
  const told = [
    ["2026-02-18", 20],
    ["2026-04-08", 45],
    ["2026-09-30", 80],
  ] as const;
  for (const [index, { id }] of sheets.entries())
    for (const [on_date, percent] of told)
      await client.call("POST /api/progress-entries", {
        body: { id_project: project.id, id_sheet: id, percent: Math.max(percent - index * 15, 0), on_date },
      });
  // Ensures that the list of views has entries.
  const visits = await client.call("GET /api/visits", { query: { id_project: project.id } });
  for (const { code } of visits.items)
    await client.call("POST /api/viewer-count/log-visit", { body: { visit_code: code } });
  return {
    origin,
    signIn,
    customer: { id: user.id, email, secret },
    id_plan: site.id,
    id_invoice: bill.id,
    id_project: project.id,
  };
}

/** The administrator's screens for plans and invoices, and the customer's view of them. */
export async function billingScreens(site: BillingSite, studio: Studio): Promise<void> {
  const open = async () => {
    const context = await studio.open();
    await context.addInitScript(() => {
      localStorage.setItem("onboardingCompleted", "true");
      localStorage.setItem("app-cookies", "necessary");
    });
    return context.newPage();
  };
  const walk = async (page: Page, screens: readonly (readonly [string, string])[]) => {
    for (const [name, path] of screens) {
      await page.goto(site.origin + path);
      await page.locator("main").first().waitFor();
      await page.waitForTimeout(1500);
      await studio.shoot(page, name);
    }
  };
  const office = await open();
  await office.goto(`${site.origin}/login`);
  await site.signIn(office);
  await walk(office, [
    ["progress", `/progress/${site.id_project}`],
    ["billing-plans", "/plans"],
    ["edit-plan", `/editplan/${site.id_plan}`],
    ["tiers", "/tiers"],
    ["invoices", "/invoices"],
    ["invoice", `/invoices/${site.id_invoice}`],
    ["users-list", "/users"],
    ["activity", "/activity"],
    ["activity-seen", "/activity?part=seen"],
  ]);
  await office.goto(`${site.origin}/activity`);
  const t = words(studio.language);
  await office.getByRole("button", { name: t("audit.check") }).click();
  const dialog = office.getByRole("dialog", { name: t("audit.title") });
  await dialog.getByRole("button", { name: t("audit.check") }).click();
  await dialog.getByText(t("audit.intact"), { exact: true }).waitFor();
  await studio.shoot(office, "activity-check");
  await office.context().close();

  const home = await open();
  await home.goto(`${site.origin}/login`);
  await home.locator("input[name=username_l]").fill(site.customer.email);
  await home.locator("input[name=password_l]").fill(site.customer.secret);
  await home.locator("input[name=password_l]").press("Enter");
  await home.waitForURL("**/dashboard");
  await walk(home, [
    ["customer-dashboard", "/dashboard"],
    ["change-plan", "/changeplan"],
    ["own-bills", "/profile?tab=billing"],
  ]);
  await home.context().close();
}
