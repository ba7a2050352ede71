import { mkdirSync, writeFileSync } from "node:fs";
import { buffer } from "node:stream/consumers";
import { PDFiumLibrary } from "@hyzyla/pdfium";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Language } from "#contract/languages.ts";
import type { InvoiceRecord } from "../billing.policy.ts";
import { linesOf, totalsOf } from "../charges.ts";
import type { InvoiceLinesTable } from "../tables.ts";
import { billWords } from "../words.ts";
import { writeBill } from "./write.ts";

let library: PDFiumLibrary;
beforeAll(async () => {
  library = await PDFiumLibrary.init();
});
afterAll(() => library.destroy());

const span = { start: "2026-10-31", end: "2026-11-30" };

function billOf(lines: readonly Omit<InvoiceLinesTable, "id_invoice" | "position">[], values: object = {}) {
  const invoice: InvoiceRecord = {
    id: 1,
    number: "INV-2026-00042",
    year: 2026,
    sequence: 42,
    id_user: 7,
    customer: {
      name: "Site Office",
      company: "شركة الأفق للمقاولات العامة والتجارة المحدودة (Horizon General Contracting & Trading LLC)",
      address: "طريق الملك فهد، مبنى 12\n12271 Riyadh\nSaudi Arabia",
      tax_id: "300123456700003",
      email: "accounts@horizon.example.org",
    },
    seller: {
      name: "Sitewalk Cloud",
      company: "",
      address: "12 Harbour Street\nDubai",
      tax_id: "TRN 100-2003",
      email: "billing@sitewalk.example.org",
    },
    language: "en",
    status: "unpaid",
    billing_start: span.start,
    billing_end: span.end,
    currency: "USD",
    ...totalsOf(lines, 500),
    tax_name: "VAT",
    tax_rate: 500,
    note: "Please name the number of the invoice with your payment.\nIBAN AE07 0331 2345 6789 0123 456",
    issued_at: new Date("2026-11-30T00:10:00Z"),
    paid_on: null,
    extended_to: null,
    hidden_at: null,
    ...values,
  };
  return { invoice, lines: lines.map((line, position) => ({ ...line, id_invoice: 1, position })) };
}

const usual = linesOf(
  {
    interval: "month",
    segments: [
      { plan_name: "Site", price: 4900, channel_price: 1500, from_day: "2026-01-31", to_day: "2026-11-11" },
      { plan_name: "Contractor", price: 129_000, channel_price: 1000, from_day: "2026-11-11", to_day: null },
    ],
    projects: [
      { id_project: 1, name: "Palm Tower", tier: "Tower", price: 19_900 },
      {
        id_project: 2,
        name: "برج النخيل – المرحلة الثانية / Palm Tower phase 2",
        tier: "Tower",
        price: 1_234_567,
      },
      {
        id_project: 3,
        name: "Extension of the central wastewater treatment plant with its four pumping stations, administration building, laboratory and access roads (lots 3 to 7)",
        tier: "Large",
        price: 99_900,
      },
      { id_project: 4, name: "Nothing to pay for", tier: "", price: 0 },
    ],
    channels: [
      { id: 1, name: "Gate" },
      { id: 2, name: "Crane" },
    ],
  },
  span,
);

/** The pages: their texts, and each as an image. With `LOOK` (a folder) they are written there for inspection. */
async function pagesOf(bill: ReturnType<typeof billOf>, language: Language, name: string) {
  const pdf = await buffer(writeBill({ ...bill, words: billWords(language) }));
  const document = await library.loadDocument(pdf);
  const pages: { text: string; ink: [number, number] }[] = [];
  const folder = process.env["LOOK"];
  for (const page of document.pages()) {
    const text = page.getText().replaceAll(/\s+/g, " ");
    const { data, width, height } = await page.render({
      scale: folder === undefined ? 0.5 : 2,
      render: "bitmap",
    });
    pages.push({ text, ink: inkOf(data, width) });
    if (folder === undefined) continue;
    mkdirSync(folder, { recursive: true });
    const image = sharp(Buffer.from(data), { raw: { width, height, channels: 4 } });
    writeFileSync(`${folder}/${name}-${pages.length}.png`, await image.png().toBuffer());
  }
  document.destroy();
  return { pages, pdf };
}

/** Amount of ink in the left and in the right half of the title's lines: sums are at the opposite end. */
function inkOf(data: Uint8Array, width: number): [number, number] {
  let [left, right] = [0, 0];
  for (let at = 0; at < data.length / 8; at += 4) {
    const dark = 255 - (data[at] ?? 255);
    if (((at / 4) % width) * 2 < width) left += dark;
    else right += dark;
  }
  return [left, right];
}

describe("an invoice as a PDF", () => {
  it("states seller, customer, lines, amounts and due date, with every amount to its last cent", async () => {
    const { pages, pdf } = await pagesOf(billOf(usual), "en", "en");
    expect(pages).toHaveLength(1);
    const [{ text } = { text: "" }] = pages;
    for (const said of [
      "Invoice",
      "INV-2026-00042",
      "Unpaid",
      "Sitewalk Cloud",
      "Horizon General Contracting & Trading LLC",
      "Tax ID: 300123456700003",
      "30 November 2026",
      "31 Oct 2026 – 29 Nov 2026",
      "29 December 2026",
      "31 Oct 2026 – 10 Nov 2026",
      "12,345.67",
      "VAT 5%",
      `USD ${billWords("en").amount(billOf(usual).invoice.total, "USD")}`,
      "IBAN AE07 0331 2345 6789 0123 456",
      "Page 1 of 1",
    ])
      expect(text).toContain(said);
    expect(text).not.toContain("Nothing to pay for");
    // The fonts are embedded: a reader without them shows the same.
    const raw = pdf.toString("latin1");
    expect(raw.match(/\/FontFile[23]/g)?.length).toBeGreaterThanOrEqual(2);
    expect(raw).not.toMatch(/\/BaseFont \/(?:Helvetica|Times|Courier)/);
  });

  it("is written from right to left in Arabic, with Western figures", async () => {
    const english = await pagesOf(billOf(usual), "en", "en");
    const { pages } = await pagesOf(billOf(usual), "ar", "ar");
    expect(pages).toHaveLength(1);
    const [page] = pages;
    expect(page?.text).toContain("12,345.67");
    // Titles and names are on the other side.
    const side = ([left, right]: readonly [number, number] = [0, 0]) => left / (left + right);
    expect(side(english.pages[0]?.ink)).toBeGreaterThan(0.5);
    expect(side(page?.ink)).toBeLessThan(0.5);
  });

  it("continues on the next page with the column heads, and loses no line", async () => {
    const many = Array.from({ length: 26 }, (_, at) => ({
      kind: "project" as const,
      name: `Lot ${String(at + 1).padStart(3, "0")}`,
      from_day: null,
      to_day: null,
      quantity: 1,
      unit_price: 1000,
      amount: 1000,
    }));
    for (const language of ["en", "ar"] as const) {
      const { pages } = await pagesOf(billOf(many), language, `many-${language}`);
      expect(pages.length).toBeGreaterThan(1);
      const all = pages.map(({ text }) => text).join(" ");
      for (const { name } of many) expect(all).toContain(name);
      // In extracted text, letters of both scripts come in another order than they are displayed.
      for (const { text } of pages) expect(text).toContain("-2026-00042");
      if (language === "en")
        for (const { text } of pages.slice(0, -1)) expect(text).toMatch(/Item.*Quantity.*Price.*Amount/);
    }
  });

  it("distinguishes a paid and a void one, and prints a currency with its own decimals", async () => {
    const paid = await pagesOf(billOf(usual, { status: "paid", paid_on: "2026-12-01" }), "en", "paid");
    expect(paid.pages[0]?.text).toMatch(/Paid.*Paid on.*1 December 2026/);
    expect(paid.pages[0]?.text).not.toContain("Due date");
    const gone = await pagesOf(
      billOf(usual, { status: "void", currency: "KWD", tax_rate: 0, tax: 0 }),
      "ar",
      "void-ar",
    );
    expect(gone.pages[0]?.text).toContain("1,234.567");
  });
});
