import { sql } from "kysely";
import type { Trx } from "#server/platform/database.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { addDays, addMonths, type Day, dayOf } from "../plans/cycles.ts";
import "./tables.ts";

/** The fields of an invoice that decide its due date. `billing_end` is the day after the last covered one. */
export interface Term {
  readonly billing_end: Day;
  readonly extended_to: Day | null;
}

/** Due date of one invoice: a calendar month after its last covered day, or the later granted day. */
export function dueDate({ billing_end, extended_to }: Term): Day {
  const rule = addMonths(addDays(billing_end, -1), 1);
  return extended_to !== null && extended_to > rule ? extended_to : rule;
}

/** On a row of `invoices i`: the same in the database, with the same month ends. */
export const dueDateSql = sql<Day>`greatest(i.extended_to, ((i.billing_end - 1) + interval '1 month')::date)`;

/** Deadline of all unpaid invoices: the latest due date; null while all is paid. */
export function deadlineOf(unpaid: readonly Term[]): Day | null {
  return unpaid.map(dueDate).toSorted().at(-1) ?? null;
}

/** Whether the deadline has passed, which makes the customer read-only. Administrators are not restricted. */
export const isPast = (deadline: Day | null | undefined, today: Day): boolean =>
  deadline !== null && deadline !== undefined && today > deadline;

export const isHeldUp = (
  { role, payment_deadline }: Pick<SessionUser, "role" | "payment_deadline">,
  today: Day,
): boolean => role === "user" && isPast(payment_deadline, today);

/**
 * Updates a customer's deadline, in the transaction that changed one of their invoices. Locks the customer's row: of
 * two parallel changes, the second sees the result of the first.
 *
 * `added`: the day on which an invoice was added. A deadline that had passed by then stays, as long as an invoice was
 * there to be paid in time: otherwise every cycle's new invoice would lift the restriction of a customer who never
 * pays. Paying, voiding and extensions lift it.
 */
export async function keepDeadline(trx: Trx, userId: number, { added }: { added?: Day } = {}): Promise<void> {
  const { payment_deadline: known } = await trx
    .selectFrom("users")
    .select("payment_deadline")
    .where("id", "=", userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const unpaid = await trx
    .selectFrom("invoices")
    .select(["billing_end", "extended_to", "issued_at"])
    .where("id_user", "=", userId)
    .where("status", "=", "unpaid")
    .execute();
  const wasDue = (bill: Term & { issued_at: Date }) =>
    known !== null && dueDate(bill) <= known && dayOf(bill.issued_at) <= known;
  const stays = added !== undefined && isPast(known, added) && unpaid.some(wasDue);
  if (stays) return;
  await trx
    .updateTable("users")
    .set({ payment_deadline: deadlineOf(unpaid) })
    .where("id", "=", userId)
    .execute();
}
