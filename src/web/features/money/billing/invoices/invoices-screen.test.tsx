import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import type { Invoice } from "#contract/billing.ts";
import type { Language } from "#contract/languages.ts";
import { type Answers, ok, refuse } from "#test/web/api-server.ts";
import { inTurns } from "#web/testing/in-turns.ts";
import { openScreen, superAdmin } from "#web/testing/open-screen.tsx";
import { aBill, aWholeBill } from "./testing.ts";

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
afterEach(async () => {
  await opened?.close();
  localStorage.clear();
});

const words = {
  en: {
    title: "Invoices",
    overdue: "Overdue",
    year: "Any year",
    csv: /Invoices as table$/,
    columns: "Columns",
    due: "To be paid by",
    failed: "Failed to fetch invoices",
    retry: "Retry",
    write: "Write an invoice",
    now: "Write invoice",
    customer: /^Customer/,
    needed: "Choose a customer",
    notWritten: "Failed to generate invoice",
    all: "Select All",
    bulk: "Chosen invoices",
    pay: "Mark paid",
    payTitle: "Mark 2 invoices paid?",
    passed: "1 of those chosen is paid or void already and stays as it is.",
    paid: "2 invoices are paid",
  },
  ar: {
    title: "الفواتير",
    overdue: "متأخرة",
    year: "كل السنوات",
    csv: /الفواتير جدولًا$/,
    columns: "الأعمدة",
    due: "آخر موعد للسداد",
    failed: "تعذّر تحميل الفواتير",
    retry: "إعادة المحاولة",
    write: "إصدار فاتورة",
    now: "إصدار الفاتورة",
    customer: /^العميل/,
    needed: "اختر عميلًا",
    notWritten: "تعذّر إنشاء الفاتورة",
    all: "تحديد الكل",
    bulk: "الفواتير المختارة",
    pay: "تعليم كمسدَّدة",
    payTitle: "تعليم فاتورتين كمسدَّدتين؟",
    passed: "واحدة من المختارة مسدَّدة أو ملغاة وتبقى على حالها.",
    paid: "سُدّدت فاتورتان",
  },
} as const;

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

describe.each(["en", "ar"] as const)("everybody's invoices in %s", (language) => {
  const it = inTurns(language);
  const text = words[language];

  it("are asked of the server as the address says, and kept as a table with the same filters", async () => {
    const { api, user } = await open("/invoices?user=7&status=unpaid&sort=due&page=2", language);
    expect(await screen.findByRole("link", { name: "INV-2026-00002" })).toBeTruthy();
    expect(Object.fromEntries(api.calls("GET /api/invoices").at(0)?.query ?? [])).toEqual({
      page: "2",
      per_page: "25",
      sort: "due",
      id_user: "7",
      status: "unpaid",
    });
    // What is late is unpaid: the two are never asked for at once.
    await user.click(screen.getByRole("button", { name: text.overdue }));
    await user.click(screen.getByRole("button", { name: text.year }));
    const year = String(new Date().getFullYear());
    await user.click(await screen.findByRole("menuitem", { name: year }));
    await waitFor(() => expect(location.search).toBe(`?user=7&overdue=1&year=${year}&sort=due`));
    expect(screen.getByRole("link", { name: text.csv }).getAttribute("href")).toBe(
      `/api/invoices/export?sort=due&id_user=7&overdue=1&year=${year}`,
    );
  });

  it("show the columns that were chosen, also when one comes back", async () => {
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

  it("that could not be fetched say so, and are fetched again on request", async () => {
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

  it("are written for somebody who is searched for; a failure is told, a success leads to the bill", async () => {
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

  it("are marked paid several at once; those that are paid already are passed over and counted", async () => {
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
  it("is walked with arrows, chosen with the space bar, opened with Enter and let go with Escape", async () => {
    const { user, path } = await open("/invoices", "en", {
      "GET /api/invoices": () => page([aBill({ id: 1 }), aBill({ id: 2 })]),
      "GET /api/invoices/{id}": () => ok(aWholeBill()),
    });
    const rows = await screen.findAllByRole("row");
    rows[1]?.focus();
    await user.keyboard("{ArrowDown} ");
    expect(await screen.findByRole("toolbar", { name: "Chosen invoices" })).toBeTruthy();
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("toolbar", { name: "Chosen invoices" })).toBeNull());
    await user.keyboard("{Enter}");
    await waitFor(() => expect(path()).toBe("/invoices/2"));
  });
});
