import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect } from "vitest";
import type { Language } from "#contract/languages.ts";
import { type Answers, ok, refuse } from "#test/web/api-server.ts";
import { inTurns } from "#web/testing/in-turns.ts";
import { openScreen, superAdmin } from "#web/testing/open-screen.tsx";
import { saying, says } from "#web/testing/say.ts";
import { aWholeBill } from "./testing.ts";

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
beforeEach(() => {
  // jsdom shows no PDF; browsers that do report it by this property.
  Object.defineProperty(navigator, "pdfViewerEnabled", { value: true, configurable: true });
});
afterEach(() => opened?.close());

/** A text with the amount as Intl formats it, with its own direction marks, in place of "99". */
const withAmount = (text: string, amount: string) =>
  new RegExp(text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replace("99", `.*${amount}.*`));

const wordsIn = (language: Language) => {
  const t = says(language);
  const days = language === "ar" ? "1 أكتوبر – 15 أكتوبر 2026" : "1 Oct – 15 Oct 2026";
  const values = { name: "Palm Court", amount: "99" };
  return {
    lines: t("billing.invoices.lines"),
    paper: t("billing.invoices.pdf_of", { number: "INV-2026-00002" }),
    keep: t("billing.invoices.download"),
    plan: `${t("billing.invoices.kinds.plan")} · ${days}`,
    pay: t("billing.invoices.acts.pay"),
    unpay: t("billing.invoices.acts.unpay"),
    extend: t("billing.invoices.acts.extend"),
    until: saying(language)("billing.invoices.due"),
    void: t("billing.invoices.acts.void"),
    voidText: withAmount(t("billing.invoices.void_text", values), String.raw`58\.80`),
    delete: t("billing.invoices.acts.delete"),
    deleteText: withAmount(t("billing.invoices.delete_text", values), String.raw`58\.80`),
    actions: t("billing.invoices.more_of", { number: "INV-2026-00002" }),
    paid: t("plans.subscription.bills.statuses.paid"),
    undo: t("common.undo"),
  };
};

async function open(language: Language, more: Answers = {}) {
  opened = await openScreen(
    "/invoices/2",
    language,
    {
      "GET /api/invoices": () => ok({ items: [], total: 0, page: 1, per_page: 25 }),
      "GET /api/invoices/{id}": () => ok(aWholeBill()),
      ...more,
    },
    superAdmin,
  );
  await screen.findByRole("heading", { level: 1, name: "INV-2026-00002" });
  return opened;
}

describe.each(["en", "ar"] as const)("an invoice in %s", (language) => {
  const it = inTurns(language);
  const text = wordsIn(language);
  const choose = async (act: string) => {
    await opened?.user.click(screen.getByRole("button", { name: text.actions }));
    await opened?.user.click(await screen.findByRole("menuitem", { name: act }));
  };

  it("shows its lines with days and sums, and the PDF in the language on screen or the other", async () => {
    const { user } = await open(language);
    const table = screen.getByRole("table", { name: text.lines });
    expect(within(table).getByText(text.plan)).toBeTruthy();
    expect(within(table).getByText(/23\.71/)).toBeTruthy();
    expect(within(table).getByRole("rowheader", { name: /^VAT 5/ })).toBeTruthy();
    expect(within(table).getByText(/58\.80/)).toBeTruthy();
    expect(screen.getByTitle(text.paper).getAttribute("src")).toBe(`/api/invoices/2/view?lang=${language}`);
    const other = language === "en" ? "ar" : "en";
    await user.click(screen.getByRole("radio", { name: other === "ar" ? "العربية" : "English" }));
    expect(screen.getByTitle(text.paper).getAttribute("src")).toBe(`/api/invoices/2/view?lang=${other}`);
    const keep = screen.getByRole<HTMLAnchorElement>("link", { name: text.keep });
    expect([keep.getAttribute("href"), keep.download]).toEqual([
      `/api/invoices/2/download?lang=${other}`,
      "INV-2026-00002.pdf",
    ]);
  });

  it("is marked paid with today's date, and unpaid again by undo", async () => {
    const paid = aWholeBill({ status: "paid", paid_at: "2026-11-21" });
    const { user, api } = await open(language, {
      "PUT /api/invoices/{id}/mark-paid": () => ok(paid),
      "PUT /api/invoices/{id}/mark-unpaid": () => ok(aWholeBill()),
    });
    await user.click(screen.getByRole("button", { name: text.pay }));
    const dialog = await screen.findByRole("dialog");
    await user.click(within(dialog).getByRole("button", { name: text.pay }));
    expect(await screen.findByText(text.paid)).toBeTruthy();
    // Nothing else applies to a paid one.
    expect(screen.getByRole("button", { name: text.unpay })).toBeTruthy();
    expect(screen.queryByRole("button", { name: text.actions })).toBeNull();
    expect(api.calls("PUT /api/invoices/{id}/mark-paid").map(({ body }) => body)).toEqual([{}]);
    await user.click(await screen.findByRole("button", { name: text.undo }));
    expect(await screen.findByRole("button", { name: text.pay })).toBeTruthy();
  });

  it("says at the field why a day is no extension", async () => {
    const { user } = await open(language, {
      "PUT /api/invoices/{id}/extend": () =>
        refuse(422, "VALIDATION", "", { due_date: ["Choose a later day"] }),
    });
    await choose(text.extend);
    const dialog = await screen.findByRole("dialog");
    await user.click(within(dialog).getByRole("button", { name: text.extend }));
    expect(await within(dialog).findByText("Choose a later day")).toBeTruthy();
    expect(within(dialog).getByRole("group", { name: text.until })).toBeTruthy();
  });

  it("is voided only after showing the consequences", async () => {
    const { user, api } = await open(language, {
      "PUT /api/invoices/{id}/void": () => ok(aWholeBill({ status: "void" })),
    });
    await choose(text.void);
    const question = await screen.findByRole("alertdialog");
    expect(within(question).getByText(text.voidText)).toBeTruthy();
    expect(api.calls("PUT /api/invoices/{id}/void")).toEqual([]);
    await user.click(within(question).getByRole("button", { name: text.void }));
    expect(await screen.findByRole("button", { name: text.delete })).toBeTruthy();
  });

  it("is deleted after showing what is lost, then navigates to the list", async () => {
    const { user, path } = await open(language, { "DELETE /api/invoices/{id}": () => ok({}) });
    await choose(text.delete);
    const question = await screen.findByRole("alertdialog");
    expect(within(question).getByText(text.deleteText)).toBeTruthy();
    await user.click(within(question).getByRole("button", { name: text.delete }));
    await waitFor(() => expect(path()).toBe("/invoices"));
  });
});
