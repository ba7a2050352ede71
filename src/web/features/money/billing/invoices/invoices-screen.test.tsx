import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import type { Invoice } from "#contract/billing.ts";
import type { Language } from "#contract/languages.ts";
import { type Answers, ok, refuse } from "#test/web/api-server.ts";
import { inTurns } from "#web/testing/in-turns.ts";
import { openScreen, superAdmin } from "#web/testing/open-screen.tsx";
import { say, saying, says } from "#web/testing/say.ts";
import { aBill, aWholeBill } from "./testing.ts";

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
afterEach(async () => {
  await opened?.close();
  localStorage.clear();
});

const wordsIn = (language: Language) => {
  const t = says(language);
  return {
    title: t("billing.invoices.title"),
    overdue: t("plans.subscription.bills.statuses.overdue"),
    year: t("billing.invoices.any_year"),
    csv: saying(language)("billing.invoices.csv"),
    columns: t("common.columns"),
    due: t("billing.invoices.due"),
    failed: language === "en" ? "Failed to fetch invoices" : t("errors.failed.invoices"),
    retry: t("common.retry"),
    write: t("billing.invoices.generate"),
    now: t("billing.invoices.generate_now"),
    customer: saying(language)("billing.invoices.customer"),
    needed: t("billing.invoices.customer_required"),
    notWritten: language === "en" ? "Failed to generate invoice" : t("errors.failed.invoice_generate"),
    // React Aria's own.
    all: language === "ar" ? "تحديد الكل" : "Select All",
    bulk: t("billing.invoices.bulk.label"),
    pay: t("billing.invoices.acts.pay"),
    payTitle: t("billing.invoices.bulk.pay_title", { count: 2 }),
    passed: t("billing.invoices.bulk.passed_over", { count: 1 }),
    paid: t("billing.invoices.bulk.pay_done", { count: 2 }),
  };
};

const row = { id: 7, username: "palm", first_name: "Palm", last_name: "Court", email: "palm@example.org" };
const page = (items: readonly Invoice[]) => ok({ items, total: items.length, page: 1, per_page: 25 });

async function open(path: string, language: Language, more: Answers = {}) {
  opened = await openScreen(
    path,
    language,
    {
      "GET /api/invoices": () => page([aBill()]),
      "GET /api/users": () => ok({ items: [row], total: 1, page: 1, per_page: 20 }),
      "GET /api/users/{id}": () => ok(row),
      ...more,
    },
    superAdmin,
  );
  return opened;
}

describe.each(["en", "ar"] as const)("all users' invoices in %s", (language) => {
  const it = inTurns(language);
  const text = wordsIn(language);

  it("are requested as in the address, and exported as a table with the same filters", async () => {
    const { api, user } = await open("/invoices?user=7&status=unpaid&sort=due&page=2", language);
    expect(await screen.findByRole("link", { name: "INV-2026-00002" })).toBeTruthy();
    expect(Object.fromEntries(api.calls("GET /api/invoices").at(0)?.query ?? [])).toEqual({
      page: "2",
      per_page: "25",
      sort: "due",
      id_user: "7",
      status: "unpaid",
    });
    // Overdue invoices are unpaid: the two filters are exclusive.
    await user.click(screen.getByRole("button", { name: text.overdue }));
    await user.click(screen.getByRole("button", { name: text.year }));
    const year = String(new Date().getFullYear());
    await user.click(await screen.findByRole("menuitem", { name: year }));
    await waitFor(() => expect(location.search).toBe(`?user=7&overdue=1&year=${year}&sort=due`));
    expect(screen.getByRole("link", { name: text.csv }).getAttribute("href")).toBe(
      `/api/invoices/export?sort=due&id_user=7&overdue=1&year=${year}`,
    );
  });

  it("show the selected columns, also when one is restored", async () => {
    const { user, close } = await open("/invoices", language);
    expect(await screen.findByRole("columnheader", { name: text.due })).toBeTruthy();
    await user.click(screen.getByRole("button", { name: text.columns }));
    await user.click(await screen.findByRole("checkbox", { name: text.due }));
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("columnheader", { name: text.due })).toBeNull());
    await close();
    await open("/invoices", language);
    expect(await screen.findByRole("link", { name: "INV-2026-00002" })).toBeTruthy();
    expect(screen.queryByRole("columnheader", { name: text.due })).toBeNull();
  });

  it("that could not be loaded say so, and are loaded on retry", async () => {
    let isBroken = true;
    const { user } = await open("/invoices", language, {
      "GET /api/invoices": () => (isBroken ? refuse(500, "SERVER", "") : page([aBill()])),
    });
    const alert = await screen.findByRole("alert");
    expect(within(alert).getByText(text.failed)).toBeTruthy();
    isBroken = false;
    await user.click(within(alert).getByRole("button", { name: text.retry }));
    expect(await screen.findByRole("link", { name: "INV-2026-00002" })).toBeTruthy();
  });

  it("are generated for a user found by search; a failure is shown, a success leads to the invoice", async () => {
    let isBroken = true;
    const { api, user, path } = await open("/invoices", language, {
      "POST /api/invoices/generate": () => (isBroken ? refuse(500, "SERVER", "") : ok(aWholeBill())),
      "GET /api/invoices/{id}": () => ok(aWholeBill()),
    });
    await user.click(await screen.findByRole("button", { name: text.write }));
    const dialog = await screen.findByRole("dialog");
    const confirm = within(dialog).getByRole("button", { name: text.now });
    await user.click(confirm);
    expect(await within(dialog).findByText(text.needed)).toBeTruthy();
    expect(api.calls("POST /api/invoices/generate")).toEqual([]);
    await user.type(within(dialog).getByRole("combobox", { name: text.customer }), "palm");
    await waitFor(() => expect(api.calls("GET /api/users").at(-1)?.query.get("search")).toBe("palm"));
    await user.click(await screen.findByRole("option", { name: /Palm Court/ }));
    await user.click(within(dialog).getByRole("button", { name: text.now }));
    expect(await within(dialog).findByText(text.notWritten)).toBeTruthy();
    isBroken = false;
    await user.click(within(dialog).getByRole("button", { name: text.now }));
    await waitFor(() => expect(path()).toBe("/invoices/2"));
    expect(api.calls("POST /api/invoices/generate").map(({ body }) => body)).toEqual([
      { id_user: 7 },
      { id_user: 7 },
    ]);
  });

  it("are marked paid several at once; those already paid are skipped and counted", async () => {
    const { api, user } = await open("/invoices", language, {
      "GET /api/invoices": () =>
        page([aBill({ id: 1 }), aBill({ id: 2 }), aBill({ id: 3, status: "paid", paid_at: "2026-11-02" })]),
      "PUT /api/invoices/bulk": () => ok({ done: 2, left: 0 }),
    });
    await user.click(await screen.findByRole("checkbox", { name: text.all }));
    const bar = await screen.findByRole("toolbar", { name: text.bulk });
    await user.click(within(bar).getByRole("button", { name: text.pay }));
    const question = await screen.findByRole("alertdialog", { name: text.payTitle });
    expect(within(question).getByText(text.passed)).toBeTruthy();
    expect(api.calls("PUT /api/invoices/bulk")).toEqual([]);
    await user.click(within(question).getByRole("button", { name: text.pay }));
    expect(await screen.findByText(text.paid)).toBeTruthy();
    expect(api.calls("PUT /api/invoices/bulk").map(({ body }) => body)).toEqual([
      { ids: [1, 2], action: "mark-paid" },
    ]);
    await waitFor(() => expect(screen.queryByRole("toolbar", { name: text.bulk })).toBeNull());
  });
});

describe("the list of invoices by keyboard", () => {
  it("is navigated by arrows, selected by the space bar, opened by Enter and deselected by Escape", async () => {
    const { user, path } = await open("/invoices", "en", {
      "GET /api/invoices": () => page([aBill({ id: 1 }), aBill({ id: 2 })]),
      "GET /api/invoices/{id}": () => ok(aWholeBill()),
    });
    const rows = await screen.findAllByRole("row");
    rows[1]?.focus();
    await user.keyboard("{ArrowDown} ");
    expect(await screen.findByRole("toolbar", { name: say("billing.invoices.bulk.label") })).toBeTruthy();
    await user.keyboard("{Escape}");
    await waitFor(() =>
      expect(screen.queryByRole("toolbar", { name: say("billing.invoices.bulk.label") })).toBeNull(),
    );
    await user.keyboard("{Enter}");
    await waitFor(() => expect(path()).toBe("/invoices/2"));
  });
});
