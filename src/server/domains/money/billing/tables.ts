import type { ColumnType, Generated } from "kysely";
import type { InvoiceDetail } from "#contract/billing.ts";
import type { InvoiceStatus, invoiceLineKinds } from "#contract/choices.ts";
import type { Currency } from "#contract/money.ts";

type Party = InvoiceDetail["customer"];

/** Days are `2026-03-31`; spans are [start, end). Amounts are minor units. */
export interface InvoicesTable {
  id: Generated<number>;
  number: string;
  year: number;
  sequence: number;
  id_user: number | null;
  /** Written as JSON text. */
  customer: ColumnType<Party, string, never>;
  seller: ColumnType<Party, string, never>;
  language: "en" | "ar";
  status: Generated<InvoiceStatus>;
  billing_start: string;
  billing_end: string;
  currency: Currency;
  subtotal: number;
  tax_name: string;
  /** Hundredths of a percent. */
  tax_rate: number;
  tax: number;
  total: number;
  note: string;
  issued_at: Generated<Date>;
  paid_on: Generated<string | null>;
  extended_to: Generated<string | null>;
  hidden_at: Generated<Date | null>;
}

export interface InvoiceLinesTable {
  id_invoice: number;
  position: number;
  kind: (typeof invoiceLineKinds)[number];
  name: string;
  from_day: string | null;
  to_day: string | null;
  quantity: number;
  unit_price: number;
  amount: number;
}

export interface InvoiceNumbersTable {
  year: number;
  last: number;
}

declare module "#server/platform/database.ts" {
  interface Tables {
    invoices: InvoicesTable;
    invoice_lines: InvoiceLinesTable;
    invoice_numbers: InvoiceNumbersTable;
  }
}
