import { recordActivity } from "#server/platform/activity.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Bus } from "#server/platform/events/bus.ts";
import { dayOf } from "../plans/cycles.ts";
import { deadlineChanged } from "./billing.events.ts";
import type { InvoiceRecord } from "./billing.policy.ts";
import { changeInvoice, type InvoiceChange } from "./change-invoice.ts";

export interface Changer {
  readonly user: { readonly id: number };
  readonly address: string;
}

const actions = {
  pay: { action: "invoice.paid" },
  unpay: { action: "invoice.unpaid" },
  extend: { action: "invoice.extended" },
  void: { action: "invoice.voided" },
  hide: { action: "invoice.deleted" },
} as const;

interface InvoiceChangesOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly bus: Pick<Bus, "emit">;
}

/** Changes of invoices by super admins: each in one transaction with the deadline and the log. */
export function createInvoiceChanges({ db, clock, bus }: InvoiceChangesOptions) {
  const change = (id: number, what: InvoiceChange, by: Changer): Promise<InvoiceRecord> =>
    db.transaction().execute(async (trx) => {
      const done = await changeInvoice(trx, id, what);
      if (done === undefined) throw new AppError("NOT_FOUND");
      if (!done.isChanged) return done.invoice;
      await record(trx, done.invoice, actions[what.kind], by);
      const { id_user } = done.invoice;
      if (id_user !== null) await bus.emit(trx, deadlineChanged, { id_user });
      return done.invoice;
    });
  const today = () => dayOf(clock.now());

  return {
    change,
    today,
    record,
    pay(id: number, paid_on: string | undefined, by: Changer): Promise<InvoiceRecord> {
      if (paid_on !== undefined && paid_on > today())
        throw new AppError("VALIDATION", { fields: { paid_at: ["billing.paid_future"] } });
      return change(id, { kind: "pay", paid_on: paid_on ?? today() }, by);
    },
    /** Each separately: impossible changes are skipped and do not stop the others. */
    async changeAll(ids: readonly number[], action: "mark-paid" | "void", by: Changer) {
      const what: InvoiceChange = action === "void" ? { kind: "void" } : { kind: "pay", paid_on: today() };
      let done = 0;
      const wanted = [...new Set(ids)];
      for (const id of wanted)
        await change(id, what, by)
          .then(() => (done += 1))
          .catch((error: unknown) => {
            if (!(error instanceof AppError)) throw error;
          });
      return { done, left: wanted.length - done };
    },
  };
}

export const recordIssued = (trx: Trx | Database, invoice: InvoiceRecord, by: Changer) =>
  record(trx, invoice, { action: "invoice.issued" }, by);

const record = (
  trx: Trx | Database,
  { id, number }: InvoiceRecord,
  { action }: { readonly action: `invoice.${string}` },
  { user, address }: Changer,
) =>
  recordActivity(trx, {
    id_user: user.id,
    action,
    subject: { kind: "invoice", id, name: number },
    address,
  });
