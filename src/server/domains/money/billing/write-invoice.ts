import { sql } from "kysely";
import type { InvoiceDetail } from "#contract/billing.ts";
import type { SettingValues } from "#contract/settings.ts";
import type { Trx } from "#server/platform/database.ts";
import { dayOf, type Span } from "../plans/cycles.ts";
import type { InvoiceRecord } from "./billing.policy.ts";
import { type Line, totalsOf } from "./charges.ts";
import { keepDeadline } from "./deadline.ts";
import "#server/domains/people/auth/tables.ts";

export interface NewInvoice {
  readonly id_user: number;
  readonly span: Span;
  readonly lines: readonly Line[];
  readonly at: Date;
  readonly settings: SettingValues;
}

type Party = InvoiceDetail["customer"];

/** The valid invoice of the period that begins on this day; undefined where there is none, or it was voided. */
export const invoiceOf = (trx: Trx, id_user: number, start: string): Promise<InvoiceRecord | undefined> =>
  trx
    .selectFrom("invoices")
    .selectAll()
    .where("id_user", "=", id_user)
    .where("billing_start", "=", start)
    .where("status", "<>", "void")
    .executeTakeFirst();

/**
 * Writes an invoice with its number and the customer's deadline; null where it would be zero. The caller has locked the
 * subscription's row. The number is taken last, in the same transaction: the next caller waits until this one is
 * committed, and a failure takes none.
 */
export async function writeInvoice(trx: Trx, bill: NewInvoice): Promise<InvoiceRecord | null> {
  const { id_user, span, lines, at, settings } = bill;
  const totals = totalsOf(lines, settings.tax_rate);
  if (totals.total === 0) return null;
  const { language, ...customer } = await customerOf(trx, id_user);
  const number = await takeNumber(trx, settings.invoice_prefix, Number(dayOf(at).slice(0, 4)));
  const invoice = await trx
    .insertInto("invoices")
    .values({
      ...number,
      ...totals,
      id_user,
      customer: JSON.stringify(customer),
      seller: JSON.stringify(sellerOf(settings)),
      language,
      billing_start: span.start,
      billing_end: span.end,
      currency: settings.currency,
      tax_name: settings.tax_name,
      tax_rate: settings.tax_rate,
      note: settings.invoice_note,
      issued_at: at,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const rows = lines.map((line, position) => ({ ...line, position, id_invoice: invoice.id }));
  for (let from = 0; from < rows.length; from += 1000)
    await trx
      .insertInto("invoice_lines")
      .values(rows.slice(from, from + 1000))
      .execute();
  await keepDeadline(trx, id_user, { added: dayOf(at) });
  return invoice;
}

/** The next number of the year. Its row is locked until the transaction ends. */
async function takeNumber(trx: Trx, prefix: string, year: number) {
  const { last: sequence } = await trx
    .insertInto("invoice_numbers")
    .values({ year, last: 1 })
    .onConflict((conflict) => conflict.column("year").doUpdateSet({ last: sql`invoice_numbers.last + 1` }))
    .returning("last")
    .executeTakeFirstOrThrow();
  return { year, sequence, number: `${prefix}${year}-${String(sequence).padStart(5, "0")}` };
}

async function customerOf(trx: Trx, id_user: number): Promise<Party & { language: "en" | "ar" }> {
  const user = await trx.selectFrom("users").selectAll().where("id", "=", id_user).executeTakeFirstOrThrow();
  const place = [
    user.street,
    [user.postal_code, user.city].filter(Boolean).join(" "),
    user.province,
    user.country,
  ];
  return {
    name: `${user.first_name} ${user.last_name}`.trim() || user.username,
    company: user.company,
    address: place.filter(Boolean).join("\n"),
    tax_id: user.tax_id,
    email: user.email,
    language: user.language,
  };
}

const sellerOf = (settings: SettingValues): Party => ({
  name: settings.invoice_seller || settings.website_name,
  company: "",
  address: settings.invoice_address,
  tax_id: settings.invoice_tax_id,
  email: settings.invoice_email,
});
