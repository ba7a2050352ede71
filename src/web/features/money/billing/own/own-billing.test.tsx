import { screen, within } from "@testing-library/react";
import { afterEach, describe, expect } from "vitest";
import type { BillingSummary, Invoice } from "#contract/billing.ts";
import type { Language } from "#contract/languages.ts";
import { type Answers, ok } from "#test/web/api-server.ts";
import { inTurns } from "#web/testing/in-turns.ts";
import { openScreen, superAdmin } from "#web/testing/open-screen.tsx";
import { aSummary } from "#web/testing/records.ts";
import { says } from "#web/testing/say.ts";

const wordsIn = (language: Language) => {
  const t = says(language);
  return {
    tab: t("plans.subscription.bills.tab"),
    unpaid: new RegExp(`^${t("plans.subscription.bills.unpaid")}: .*58\\.80`),
    until: t("plans.subscription.bills.pay_until", {
      date: language === "ar" ? "31 ديسمبر 2026" : "31 December 2026",
    }),
    cycle: language === "ar" ? "1 نوفمبر – 30 نوفمبر 2026" : "1 Nov – 30 Nov 2026",
    days: t("plans.subscription.bills.days_left", { count: 9 }),
    rest: t("plans.subscription.bills.rest"),
    tower: `Tower B ${t("plans.subscription.bills.tier", { tier: "Up to 5,000 m²" })}`,
    crane: `Tower crane ${t("plans.subscription.bills.channel")}`,
    amount: language === "ar" ? /49\.50/ : "US$49.50",
    view: t("plans.subscription.bills.view_named", { number: "INV-2026-00002" }),
    download: t("plans.subscription.bills.download_named", { number: "INV-2026-00002" }),
    overdue: t("plans.subscription.bills.statuses.overdue"),
    paid: t("plans.subscription.bills.statuses.paid"),
    free: t("plans.subscription.bills.free", { count: 1 }),
    empty: t("plans.subscription.bills.empty_title"),
    nothing: t("plans.subscription.bills.nothing_running"),
    choose: t("plans.subscription.bills.choose"),
  };
};

const running = aSummary({
  plan: { id_plan: 1, name: "Team" },
  projects: [
    { id_project: 7, name: "Tower B", tier: "Up to 5,000 m²", amount: 2500, currency: "USD" },
    { id_project: 8, name: "Garden wall", tier: "", amount: 0, currency: "USD" },
  ],
  channels: [{ id: 3, name: "Tower crane", amount: 500, currency: "USD" }],
  currentBill: { amount: 7950, currency: "USD" },
  billingCycle: { startDate: "2026-11-01", endDate: "2026-11-30" },
  daysRemaining: 9,
  nextBillingDate: "2026-12-01",
  unpaid: { amount: 5880, currency: "USD" },
  paymentDeadline: "2026-12-31",
  hasUnpaidBills: true,
});
const bill = (but: Partial<Invoice>): Invoice => ({
  id: 2,
  number: "INV-2026-00002",
  id_user: 1,
  user_name: "Site Manager",
  status: "unpaid",
  billing_start_date: "2026-10-01",
  billing_end_date: "2026-10-31",
  issued_at: "2026-11-01T00:00:00.000Z",
  due_date: "2026-11-20",
  is_overdue: true,
  paid_at: null,
  currency: "USD",
  subtotal: 5600,
  tax: 280,
  total: 5880,
  temp_url: null,
  can: {},
  ...but,
});
const bills = [
  bill({}),
  bill({ id: 1, number: "INV-2026-00001", status: "paid", is_overdue: false, paid_at: "2026-10-04" }),
];

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
afterEach(() => opened?.close());

async function open(language: Language, summary: BillingSummary, items: Invoice[], more: Answers = {}) {
  opened = await openScreen(
    "/profile?tab=billing",
    language,
    {
      "GET /api/user/billing": () => ok(summary),
      "GET /api/invoices": () => ok({ items, total: items.length, page: 1, per_page: 12 }),
      ...more,
    },
    superAdmin,
  );
  expect(
    await screen.findByRole("tab", { name: says(language)("plans.subscription.bills.tab"), selected: true }),
  ).toBeTruthy();
  return opened;
}

describe.each(["en", "ar"] as const)("the user's own invoices in %s", (language) => {
  const it = inTurns(language);
  const text = wordsIn(language);

  it("are in a tab of the profile, with what is unpaid, the current cycle and its parts", async () => {
    await open(language, running, bills);
    expect(await screen.findByText(text.unpaid)).toBeTruthy();
    expect(screen.getByText(text.until)).toBeTruthy();
    expect(screen.getByText(text.cycle)).toBeTruthy();
    expect(screen.getByText(text.days)).toBeTruthy();
    const rows = within(screen.getByRole("table")).getAllByRole("row").slice(1);
    const headings = rows.map((row) => within(row).getByRole("rowheader"));
    expect(
      headings.map((heading) => [...heading.childNodes].map((node) => node.textContent).join(" ")),
    ).toEqual([text.rest, text.tower, text.crane, expect.any(String)]);
    expect(screen.getByText(text.free)).toBeTruthy();
    expect(screen.getByRole("link", { name: "Garden wall", hidden: true })).toBeTruthy();
    // Together it is the invoice: 79.50 less 25.00 and 5.00.
    const [rest] = rows;
    if (rest === undefined) throw new Error("The bill has no lines.");
    expect(within(rest).getByText(text.amount)).toBeTruthy();
  });

  it("open in a new tab and are downloaded, in the language on screen, and are requested by the user's id", async () => {
    const { api } = await open(language, running, bills);
    const view = await screen.findByRole<HTMLAnchorElement>("link", { name: text.view });
    expect([view.getAttribute("href"), view.target]).toEqual([
      `/api/invoices/2/view?lang=${language}`,
      "_blank",
    ]);
    const keep = screen.getByRole<HTMLAnchorElement>("link", { name: text.download });
    expect([keep.getAttribute("href"), keep.download]).toEqual([
      `/api/invoices/2/download?lang=${language}`,
      "INV-2026-00002.pdf",
    ]);
    expect(screen.getByText(text.overdue)).toBeTruthy();
    expect(screen.getByText(text.paid)).toBeTruthy();
    expect(api.calls("GET /api/invoices").map(({ query }) => query.get("id_user"))).toEqual(["1"]);
  });

  it("say so where there is no plan and no invoice, and link to the plans", async () => {
    await open(language, aSummary(), []);
    expect(await screen.findByText(text.nothing)).toBeTruthy();
    expect(await screen.findByText(text.empty)).toBeTruthy();
    expect(screen.getByRole("link", { name: text.choose }).getAttribute("href")).toBe("/changeplan");
    expect(screen.queryByRole("table")).toBeNull();
  });
});
