import type { Selectable } from "kysely";
import type { Database } from "#server/platform/database.ts";
import { flagsBy, type Policy, rightsFor } from "#server/platform/policy.ts";
import type { SessionUser } from "#server/platform/session.ts";
import type { InvoicesTable } from "./tables.ts";
import "./tables.ts";

export type InvoiceRecord = Selectable<InvoicesTable>;

declare module "#server/platform/policy.ts" {
  interface Subjects {
    invoice: InvoiceRecord;
  }
}

/** The customer of the invoice. */
type Standing = "self";

export const invoiceRights = rightsFor<Standing>()({
  about: "Invoices. `self` is the customer of the invoice.",
  verbs: {
    view: { allows: "see and download the invoice", to: ["self", "super_admin"], reads: true },
    edit: { allows: "mark it as paid, void it, extend its due date", to: ["super_admin"] },
    delete: { allows: "delete the invoice", to: ["super_admin"] },
  },
});

export const invoiceFlags = ({ id_user }: Pick<InvoiceRecord, "id_user">, user: SessionUser | null) =>
  flagsBy(invoiceRights, user, user !== null && user.id === id_user ? ["self"] : []);

export function invoicePolicy(db: Database): Policy<InvoiceRecord> {
  return {
    rights: invoiceRights,
    load: (key) =>
      db
        .selectFrom("invoices")
        .selectAll()
        .where("id", "=", Number(key))
        .where("hidden_at", "is", null)
        .executeTakeFirst(),
    flags: invoiceFlags,
  };
}
