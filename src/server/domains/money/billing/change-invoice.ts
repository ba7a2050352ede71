import type { Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Day } from "../plans/cycles.ts";
import type { InvoiceRecord } from "./billing.policy.ts";
import { dueDate, keepDeadline } from "./deadline.ts";

type Values = Partial<Pick<InvoiceRecord, "status" | "paid_on" | "extended_to" | "hidden_at">>;

/** Changes of an invoice. Each returns the changed values, null where nothing changes, or throws a refusal. */
const changes = {
  pay: ({ status }: InvoiceRecord, paid_on: Day): Values | null => {
    if (status === "void") throw new AppError("INVOICE_VOID");
    return status === "paid" ? null : { status: "paid", paid_on };
  },
  unpay: ({ status }: InvoiceRecord): Values | null => {
    if (status === "void") throw new AppError("INVOICE_VOID");
    return status === "unpaid" ? null : { status: "unpaid", paid_on: null };
  },
  extend: (invoice: InvoiceRecord, until: Day): Values | null => {
    if (invoice.status === "void") throw new AppError("INVOICE_VOID");
    if (invoice.status === "paid") throw new AppError("INVOICE_PAID");
    // An extension cannot be earlier than the regular due date.
    if (until < dueDate({ ...invoice, extended_to: null }))
      throw new AppError("VALIDATION", { fields: { due_date: ["billing.due_early"] } });
    return until === dueDate(invoice) ? null : { extended_to: until };
  },
  void: ({ status }: InvoiceRecord): Values | null => {
    if (status === "paid") throw new AppError("INVOICE_PAID");
    return status === "void" ? null : { status: "void" };
  },
  hide: ({ status }: InvoiceRecord, at: Date): Values | null => {
    if (status === "paid") throw new AppError("INVOICE_PAID");
    return { status: "void", hidden_at: at };
  },
} as const;

export type InvoiceChange =
  | { readonly kind: "pay"; readonly paid_on: Day }
  | { readonly kind: "unpay" }
  | { readonly kind: "extend"; readonly until: Day }
  | { readonly kind: "void" }
  | { readonly kind: "hide"; readonly at: Date };

/**
 * Changes an invoice and with it its customer's deadline; undefined where it no longer exists. Returns whether anything
 * changed: a second call does nothing.
 */
export async function changeInvoice(
  trx: Trx,
  id: number,
  change: InvoiceChange,
): Promise<{ invoice: InvoiceRecord; isChanged: boolean } | undefined> {
  const invoice = await trx
    .selectFrom("invoices")
    .selectAll()
    .where("id", "=", id)
    .where("hidden_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
  if (invoice === undefined) return undefined;
  const values = valuesOf(invoice, change);
  if (values === null) return { invoice, isChanged: false };
  const changed = await trx
    .updateTable("invoices")
    .set(values)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (invoice.id_user !== null) await keepDeadline(trx, invoice.id_user);
  return { invoice: changed, isChanged: true };
}

function valuesOf(invoice: InvoiceRecord, change: InvoiceChange): Values | null {
  switch (change.kind) {
    case "pay":
      return changes.pay(invoice, change.paid_on);
    case "extend":
      return changes.extend(invoice, change.until);
    case "hide":
      return changes.hide(invoice, change.at);
    default:
      return changes[change.kind](invoice);
  }
}
