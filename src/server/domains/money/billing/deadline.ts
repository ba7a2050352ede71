import { sql } from "kysely";
import type { Trx } from "#server/platform/database.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { addDays, addMonths, type Day, dayOf } from "../plans/cycles.ts";
import "./tables.ts";

/** What of a bill its last day to pay depends on. `billing_end` is the day after the last that it covers. */
export interface Term {
  readonly billing_end: Day;
  readonly extended_to: Day | null;
}

/** Last day to pay one bill: a calendar month after the last day that it covers, or the later day that was given. */
export function dueDate({ billing_end, extended_to }: Term): Day {
  const rule = addMonths(addDays(billing_end, -1), 1);
  return extended_to !== null && extended_to > rule ? extended_to : rule;
}

/** Of a row of `invoices i`: the same in the database, where months end as they do here. */
export const dueDateSql = sql<Day>`greatest(i.extended_to, ((i.billing_end - 1) + interval '1 month')::date)`;

/** Last day to pay all that is unpaid: the latest of any; null while all is paid. */
export function deadlineOf(unpaid: readonly Term[]): Day | null {
  return unpaid.map(dueDate).toSorted().at(-1) ?? null;
}

/** Everything can be seen and nothing changed by whom this says. Who administers is not held up. */
export const isPast = (deadline: Day | null | undefined, today: Day): boolean =>
  deadline !== null && deadline !== undefined && today > deadline;

export const isHeldUp = (
  { role, payment_deadline }: Pick<SessionUser, "role" | "payment_deadline">,
  today: Day,
): boolean => role === "user" && isPast(payment_deadline, today);

/**
 * Writes a customer's deadline anew, in the transaction that changed a bill of his. His row is held meanwhile: of two
 * that change bills at once, the second sees what the first did.
 *
 * `added`: the day on which a bill was added. A deadline that had passed by then stays, as long as a bill was there to be
 * paid in time: otherwise every cycle's new bill would open the place again to who never pays. Paying, voiding and more
 * time lift it.
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
