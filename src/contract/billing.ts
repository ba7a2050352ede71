import { z } from "zod";
import { invoiceLineKinds, invoiceStatuses } from "./choices.ts";
import { Can, Empty, Flag, Id, IdParams, PageQuery, page } from "./common.ts";
import { defineApi, endpoint } from "./endpoint.ts";
import { Language } from "./languages.ts";
import { Currency, Minor, Money } from "./money.ts";

/** A calendar day, `2026-03-31`; invoices have no time of day. */
export const Day = z.iso.date();

/** Amounts that a customer owes and will owe. `endDate` is the last day of the cycle. */
export const BillingSummary = z.object({
  plan: z.object({ id_plan: z.number(), name: z.string() }).nullable(),
  /** Change at the end of the cycle: another plan, or (null) the end. */
  next_plan: z.object({ id_plan: z.number().nullable(), name: z.string(), from: z.string() }).nullable(),
  /** A plan request that waits for a super admin. */
  requested_plan: z.object({ id_plan: z.number(), name: z.string() }).nullable(),
  /** Shares of the cycle's invoice by project, including those that cost nothing. */
  projects: z.array(z.object({ id_project: z.number(), name: z.string(), tier: z.string(), ...Money.shape })),
  channels: z.array(z.object({ id: z.number(), name: z.string(), ...Money.shape })),
  /** Amount of the running cycle if nothing changes, tax included. */
  currentBill: Money,
  billingCycle: z.object({ startDate: z.string(), endDate: z.string() }).nullable(),
  daysRemaining: z.number(),
  nextBillingDate: z.string().nullable(),
  unpaid: Money,
  unpaidInvoices: z.array(
    z.object({ id: z.number(), number: z.string(), billing_end_date: z.string(), ...Money.shape }),
  ),
  /** Last day to pay: a calendar month after the latest end of an unpaid invoice, or the later day set by a super admin. */
  paymentDeadline: z.string().nullable(),
  hasUnpaidBills: z.boolean(),
  /** The deadline has passed: everything can be viewed, nothing changed. */
  isReadOnly: z.boolean(),
});
export type BillingSummary = z.output<typeof BillingSummary>;

export const InvoiceLine = z.object({
  kind: z.enum(invoiceLineKinds),
  /** The plan, project or channel, by its name at the time. */
  name: z.string(),
  /** The covered days if not the whole cycle; both inclusive. */
  from: z.string().nullable(),
  to: z.string().nullable(),
  quantity: z.number(),
  unit_price: Minor,
  amount: Minor,
});
export type InvoiceLine = z.output<typeof InvoiceLine>;

const Party = z.object({
  name: z.string(),
  company: z.string(),
  address: z.string(),
  tax_id: z.string(),
  email: z.string(),
});

export const Invoice = z.object({
  id: z.number(),
  number: z.string(),
  /** Null when the account was deleted; `customer` stays. */
  id_user: z.number().nullable(),
  user_name: z.string(),
  status: z.enum(invoiceStatuses),
  billing_start_date: z.string(),
  /** The last covered day. */
  billing_end_date: z.string(),
  issued_at: z.string(),
  /** Last day to pay it. */
  due_date: z.string(),
  /** Unpaid and past that day. */
  is_overdue: z.boolean(),
  paid_at: z.string().nullable(),
  currency: Currency,
  subtotal: Minor,
  tax: Minor,
  total: Minor,
  /** Address of the PDF that works without signing in for a few minutes; null unless `with_temp_urls` is set. */
  temp_url: z.string().nullable(),
  can: Can,
});
export type Invoice = z.output<typeof Invoice>;

export const InvoiceDetail = z.object({
  ...Invoice.shape,
  lines: z.array(InvoiceLine),
  tax_name: z.string(),
  /** Hundredths of a percent: 500 is five percent. */
  tax_rate: z.number(),
  seller: Party,
  customer: Party,
  note: z.string(),
});
export type InvoiceDetail = z.output<typeof InvoiceDetail>;

export const invoiceSorts = ["issued", "number", "total", "due", "status"] as const;

const filters = {
  id_user: Id.optional(),
  status: z.enum(invoiceStatuses).optional(),
  overdue: Flag.optional(),
  year: z.coerce.number().int().min(2020).max(2200).optional(),
};
const PdfQuery = z.object({ lang: Language.optional() });

export const billingApi = defineApi({
  "GET /api/user/billing": endpoint({
    access: "user",
    summary: "The caller's billing summary.",
    response: BillingSummary,
  }),
  "GET /api/users/{id}/billing": endpoint({
    access: { can: "user.administer", by: "id" },
    summary: "A user's billing summary.",
    params: IdParams,
    response: BillingSummary,
  }),
  "GET /api/invoices": endpoint({
    access: "user",
    summary: "The caller's invoices. A super admin gets all invoices, or one customer's with `id_user`.",
    query: z.object({
      ...PageQuery,
      ...filters,
      with_temp_urls: Flag.optional(),
      sort: z.enum(invoiceSorts).default("issued"),
    }),
    response: page(Invoice),
  }),
  "GET /api/invoices/export": endpoint({
    access: "super_admin",
    summary: "Export the same rows as CSV (UTF-8), without paging.",
    query: z.object({ search: PageQuery.search, ...filters, sort: z.enum(invoiceSorts).default("issued") }),
    response: Empty,
    download: "text/csv; charset=utf-8",
  }),
  "POST /api/invoices/generate": endpoint({
    access: "super_admin",
    summary:
      "Generate the invoice for a customer's last complete cycle, or for the current cycle up to today if none is complete. One invoice per cycle: a second call returns the first.",
    body: z.object({ id_user: Id }),
    response: InvoiceDetail,
    status: 201,
  }),
  "PUT /api/invoices/bulk": endpoint({
    access: "super_admin",
    summary:
      "Mark several invoices as paid, or void them. Invoices that cannot be changed are skipped and counted.",
    body: z.object({ ids: z.array(Id).min(1).max(500), action: z.enum(["mark-paid", "void"]) }),
    response: z.object({ done: z.number(), left: z.number() }),
  }),
  "GET /api/invoices/{id}": endpoint({
    access: { can: "invoice.view", by: "id" },
    summary: "One invoice with its lines.",
    params: IdParams,
    response: InvoiceDetail,
  }),
  "GET /api/invoices/{id}/download": endpoint({
    access: { can: "invoice.view", by: "id" },
    summary: "Download the invoice as a PDF, in the requested language or the customer's.",
    params: IdParams,
    query: PdfQuery,
    response: Empty,
    download: "application/pdf",
  }),
  "GET /api/invoices/{id}/view": endpoint({
    access: { can: "invoice.view", by: "id" },
    summary: "View the same PDF in the browser (`Content-Disposition: inline`).",
    params: IdParams,
    query: PdfQuery,
    response: Empty,
    download: "application/pdf",
    inline: true,
  }),
  "PUT /api/invoices/{id}/mark-paid": endpoint({
    access: { can: "invoice.edit", by: "id" },
    summary: "Mark an invoice as paid. A second call changes nothing.",
    params: IdParams,
    body: z.object({ paid_at: Day.optional() }).optional(),
    response: InvoiceDetail,
  }),
  "PUT /api/invoices/{id}/mark-unpaid": endpoint({
    access: { can: "invoice.edit", by: "id" },
    summary: "Mark an invoice as unpaid.",
    params: IdParams,
    response: InvoiceDetail,
  }),
  "PUT /api/invoices/{id}/extend": endpoint({
    access: { can: "invoice.edit", by: "id" },
    summary: "Extend the due date.",
    params: IdParams,
    body: z.object({ due_date: Day }),
    response: InvoiceDetail,
  }),
  "PUT /api/invoices/{id}/void": endpoint({
    access: { can: "invoice.edit", by: "id" },
    summary: "Void an invoice. Its number is not reused. A paid invoice cannot be voided.",
    params: IdParams,
    response: InvoiceDetail,
  }),
  "DELETE /api/invoices/{id}": endpoint({
    access: { can: "invoice.delete", by: "id" },
    summary: "Delete an invoice; `INVOICE_PAID` if it is paid. Its number is not reused and is kept as void.",
    params: IdParams,
    response: Empty,
  }),
});
