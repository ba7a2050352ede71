import { sql } from "kysely";
import type { SettingValues } from "#contract/settings.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Log } from "#server/platform/log.ts";
import { addDays, cycleOf, type Day, dayOf, type Span } from "../plans/cycles.ts";
import type { Subscription } from "../plans/segments.ts";
import type { Subscriptions } from "../plans/subscriptions.ts";
import type { InvoiceRecord } from "./billing.policy.ts";
import { linesOf } from "./charges.ts";
import { readCharges } from "./read-charges.ts";
import { invoiceOf, writeInvoice } from "./write-invoice.ts";

export interface BillingRunOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly settings: { get(): SettingValues };
  readonly log: Pick<Log, "error">;
  readonly closeCycle: Subscriptions["closeCycle"];
  /** Notifies the customer of a new invoice, in the transaction that writes it. */
  readonly told: (trx: Trx, invoice: InvoiceRecord) => Promise<void>;
}

/** The running cycle. */
const runningCycle = ({ cycle_start, cycle_end }: Subscription): Span => ({
  start: cycle_start,
  end: cycle_end,
});

type OnWritten = (trx: Trx, invoice: InvoiceRecord) => Promise<unknown>;

/** A subscription whose row is locked by this transaction. */
interface Held {
  readonly trx: Trx;
  readonly subscription: Subscription;
  readonly onWritten?: OnWritten;
}

/**
 * Invoices are written after the cycle. Each cycle is billed and closed in one transaction that locks the
 * subscription's row: parallel callers wait or skip it, and find it closed. Missed cycles are billed one by one, oldest
 * first.
 */
export function createBillingRun({ db, clock, settings, log, closeCycle, told }: BillingRunOptions) {
  const today = (): Day => dayOf(clock.now());

  /** The invoice of a span: the existing one, a new one, or null where it would be zero. */
  const bill = async (held: Held, span: Span, whole: Span = span): Promise<InvoiceRecord | null> => {
    const { trx, subscription, onWritten } = held;
    const { id_user } = subscription;
    const there = await invoiceOf(trx, id_user, span.start);
    if (there !== undefined) return there;
    const lines = linesOf(await readCharges(trx, subscription), span, whole);
    const at = clock.now();
    const invoice = await writeInvoice(trx, { id_user, span, lines, at, settings: settings.get() });
    if (invoice === null) return null;
    await told(trx, invoice);
    await onWritten?.(trx, invoice);
    return invoice;
  };

  const billAndClose = async (held: Held): Promise<void> => {
    const { trx, subscription } = held;
    // A customer in the bin can use nothing and is not billed; the cycle continues.
    if (!(await isInBin(trx, subscription.id_user))) await bill(held, runningCycle(subscription));
    await closeCycle(trx, subscription);
  };

  /** Bills one ended cycle of a customer that no other process has locked; returns its subscription, or undefined. */
  const takeOne = (passed: readonly number[]): Promise<{ id: number; cause?: unknown } | undefined> => {
    let id: number | undefined;
    return db
      .transaction()
      .execute(async (trx) => {
        const subscription = await trx
          .selectFrom("subscriptions")
          .selectAll()
          .where("ended_on", "is", null)
          .where("cycle_end", "<=", today())
          .$if(passed.length > 0, (query) => query.where("id", "not in", passed))
          .orderBy("cycle_end")
          .orderBy("id")
          .limit(1)
          .forUpdate()
          .skipLocked()
          .executeTakeFirst();
        if (subscription === undefined) return undefined;
        id = subscription.id;
        await billAndClose({ trx, subscription });
        return { id };
      })
      .catch((cause: unknown) => {
        if (id === undefined) throw cause;
        return { id, cause };
      });
  };

  return {
    /**
     * Bills every cycle that has ended. A failure for one customer does not stop the others; it is retried with the
     * next run.
     */
    async billAll(): Promise<void> {
      const failed: number[] = [];
      for (;;) {
        const one = await takeOne(failed);
        if (one === undefined) break;
        if (one.cause === undefined) continue;
        failed.push(one.id);
        log.error({ id_subscription: one.id, cause: one.cause }, "a cycle could not be billed");
      }
      if (failed.length > 0) throw new Error(`${failed.length} subscriptions could not be billed.`);
    },

    /**
     * The invoice of a customer's last whole cycle. Where there is none, the running one is closed with this day and
     * billed for its days; the next begins tomorrow, so that nothing is left out and nothing billed twice.
     */
    generate: (id_user: number, onWritten: OnWritten): Promise<InvoiceRecord> =>
      db.transaction().execute(async (trx) => {
        let subscription = await lockLatest(trx, id_user);
        while (subscription?.ended_on === null && subscription.cycle_end <= today()) {
          await billAndClose({ trx, subscription, onWritten });
          subscription = await lockLatest(trx, id_user);
        }
        if (subscription === undefined) throw new AppError("NOTHING_TO_BILL");
        const held = { trx, subscription, onWritten };
        const past = await lastWhole(trx, subscription);
        const invoice = past ? await bill(held, past) : await billUpTo(held, addDays(today(), 1));
        if (invoice === null) throw new AppError("NOTHING_TO_BILL");
        return invoice;
      }),
  };

  async function billUpTo(held: Held, end: Day): Promise<InvoiceRecord | null> {
    const whole = runningCycle(held.subscription);
    if (end >= whole.end) return bill(held, whole);
    const invoice = await bill(held, { start: whole.start, end }, whole);
    if (invoice !== null) await closeCycle(held.trx, held.subscription, end);
    return invoice;
  }
}

const lockLatest = (trx: Trx, id_user: number): Promise<Subscription | undefined> =>
  trx
    .selectFrom("subscriptions")
    .selectAll()
    .where("id_user", "=", id_user)
    .orderBy(sql`ended_on is null desc, id desc`)
    .limit(1)
    .forUpdate()
    .executeTakeFirst();

const isInBin = async (trx: Trx, id: number): Promise<boolean> =>
  (await trx
    .selectFrom("users")
    .select("id")
    .where("id", "=", id)
    .where("deleted_at", "is not", null)
    .executeTakeFirst()) !== undefined;

/** The cycle before the running one; after a restart of the count, the last billed one. */
async function lastWhole(trx: Trx, subscription: Subscription): Promise<Span | undefined> {
  const { anchor, billing_interval, cycle, cycle_start } = subscription;
  if (subscription.ended_on !== null) return runningCycle(subscription);
  if (cycle > 0) return cycleOf(anchor, billing_interval, cycle - 1);
  const last = await trx
    .selectFrom("invoices")
    .select(["billing_start", "billing_end"])
    .where("id_user", "=", subscription.id_user)
    .where("billing_end", "=", cycle_start)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return last && { start: last.billing_start, end: last.billing_end };
}
