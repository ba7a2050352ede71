import type { Invoice, InvoiceDetail, InvoiceLine } from "#contract/billing.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { addDays, type Day } from "../plans/cycles.ts";
import { type InvoiceRecord, invoiceFlags } from "./billing.policy.ts";
import { dueDate } from "./deadline.ts";
import type { InvoiceLinesTable } from "./tables.ts";

export interface Wiring {
  readonly user: SessionUser | null;
  readonly today: Day;
  readonly temp_url?: string | null;
}

/** The wire has last days where the tables have the day after. */
const lastDay = (end: Day): Day => addDays(end, -1);

export function wireInvoice(invoice: InvoiceRecord, { user, today, temp_url = null }: Wiring): Invoice {
  const due_date = dueDate(invoice);
  return {
    id: invoice.id,
    number: invoice.number,
    id_user: invoice.id_user,
    user_name: invoice.customer.name,
    status: invoice.status,
    billing_start_date: invoice.billing_start,
    billing_end_date: lastDay(invoice.billing_end),
    issued_at: invoice.issued_at.toISOString(),
    due_date,
    is_overdue: invoice.status === "unpaid" && today > due_date,
    paid_at: invoice.paid_on,
    currency: invoice.currency,
    subtotal: invoice.subtotal,
    tax: invoice.tax,
    total: invoice.total,
    temp_url,
    can: invoiceFlags(invoice, user),
  };
}

export function wireInvoiceDetail(
  invoice: InvoiceRecord,
  lines: readonly InvoiceLinesTable[],
  wiring: Wiring,
): InvoiceDetail {
  const { tax_name, tax_rate, seller, customer, note } = invoice;
  return {
    ...wireInvoice(invoice, wiring),
    lines: lines.map(wireLine),
    tax_name,
    tax_rate,
    seller,
    customer,
    note,
  };
}

const wireLine = (line: InvoiceLinesTable): InvoiceLine => ({
  kind: line.kind,
  name: line.name,
  from: line.from_day,
  to: line.to_day === null ? null : lastDay(line.to_day),
  quantity: line.quantity,
  unit_price: line.unit_price,
  amount: line.amount,
});
