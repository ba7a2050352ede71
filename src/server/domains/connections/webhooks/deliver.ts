import { randomUUID } from "node:crypto";
import { type Selectable, sql } from "kysely";
import { limits } from "#contract/limits.ts";
import type { Notices } from "#server/domains/installation/notifications/notices.ts";
import { post } from "#server/integrations/webhooks/post.ts";
import { signatures } from "#server/integrations/webhooks/sign.ts";
import type { AddressPolicy } from "#server/platform/address-policy.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import type { AppKey } from "#server/platform/key.ts";
import type { SessionUser } from "#server/platform/session.ts";
import type { MessageOf } from "./message.ts";
import type { WebhookDeliveriesTable, WebhooksTable } from "./tables.ts";
import { giveUpWaiting } from "./webhooks.repository.ts";
import "./tables.ts";

export const sealedFor = "webhook-secret";

export interface DeliverOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly key: AppKey;
  readonly notices: Notices;
  readonly addresses: AddressPolicy;
  readonly messageOf: MessageOf;
  /** The user with the fields that decide rights; undefined if deleted or locked. */
  readonly person: (id: number) => Promise<SessionUser | undefined>;
}

/** Parallel deliveries; one slow receiver delays no other. */
const AT_ONCE = 10;
const PER_HOOK = 3;
/** Seconds before the second attempt and so on; the last repeats. About three days for ten attempts. */
const PAUSES = [5, 60, 300, 1800, 7200, 18_000, 36_000, 57_600, 86_400];
/** Seconds for which a claimed delivery is reserved: longer than the timeout of any response. */
const LEASE = (limits.webhook.patience * 3) / 1000;

type Claimed = Selectable<WebhookDeliveriesTable>;
type Hook = Selectable<WebhooksTable>;

/**
 * Sends waiting deliveries. Every retry carries the id of the first attempt, so that a receiver can recognise
 * duplicates.
 */
export function createDeliverer(options: DeliverOptions) {
  const { db, clock, addresses, messageOf, person } = options;

  const hookOf = (id: number): Promise<Hook | undefined> =>
    db.selectFrom("webhooks").selectAll().where("id", "=", id).executeTakeFirst();

  const drop = (id: number) => db.deleteFrom("webhook_deliveries").where("id", "=", id).execute();

  const send = async (hook: Hook, delivery: Claimed, body: string): Promise<void> => {
    const timestamp = Math.floor(clock.now().getTime() / 1000);
    const headers = {
      "webhook-id": delivery.key,
      "webhook-timestamp": String(timestamp),
      "webhook-signature": signatures({ id: delivery.key, timestamp, body }, secretsOf(hook, options)),
    };
    const { patience, answer: most } = limits.webhook;
    const { status, answer, milliseconds } = await post(
      { url: hook.url, headers, body, patience, most },
      addresses,
    );
    const isTaken = status !== null && status >= 200 && status < 300;
    const isOver = !isTaken && (delivery.attempts >= limits.webhook.tries || status === 410);
    await db.transaction().execute(async (trx) => {
      await trx
        .updateTable("webhook_deliveries")
        .set({
          body,
          status,
          answer,
          milliseconds,
          state: isTaken ? "delivered" : isOver ? "failed" : "waiting",
          next_try_at: isTaken || isOver ? null : later(clock.now(), delivery.attempts),
        })
        .where("id", "=", delivery.id)
        .execute();
      if (isTaken) await settle(trx, hook.id, clock.now());
      else await fail(trx, hook, status === 410, options);
    });
  };

  const deliver = async (delivery: Claimed): Promise<void> => {
    const hook = await hookOf(delivery.id_webhook);
    const reader = hook === undefined ? undefined : await person(hook.id_user);
    if (hook === undefined || reader === undefined) return void (await drop(delivery.id));
    // Checked at each attempt: content that the owner may no longer see is neither sent nor stored.
    const told =
      delivery.id_activity === null ? delivery.body : await messageOf(delivery.id_activity, reader);
    if (told === null || told === "") return void (await drop(delivery.id));
    await send(hook, delivery, delivery.body === "" ? told : delivery.body);
  };

  /** Sends one delivery now, even if it is not due. */
  const now = async (id: number): Promise<void> => {
    const delivery = await db
      .updateTable("webhook_deliveries")
      .set({
        state: "waiting",
        attempts: sql`attempts + 1`,
        next_try_at: new Date(clock.now().getTime() + LEASE * 1000),
      })
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirst();
    if (delivery !== undefined) await deliver(delivery);
  };

  return {
    /** Sends everything that is due. Safe to run in several processes at once. */
    async all(signal?: AbortSignal): Promise<number> {
      let sent = 0;
      // Claimed deliveries are sent before stopping: otherwise they would wait for the end of their lease.
      for (;;) {
        const claimed = signal?.aborted === true ? [] : await claim(db, clock.now());
        if (claimed.length === 0) break;
        await Promise.all(claimed.map(deliver));
        sent += claimed.length;
      }
      return sent;
    },
    /** Sends a test delivery without content; returns its id. */
    async ping(webhookId: number): Promise<number> {
      const id = await insertPing(db, webhookId, clock.now());
      await now(id);
      return id;
    },

    now,
  };
}

/** Claims some due deliveries for the length of the lease: those of a dead process go to the next. */
async function claim(db: Database, now: Date): Promise<Claimed[]> {
  const { rows } = await sql<Claimed>`
    update webhook_deliveries d
    set attempts = d.attempts + 1, next_try_at = ${now}::timestamptz + make_interval(secs => ${LEASE})
    from (
      select id from webhook_deliveries
      where id in (
        select id from (
          select id, next_try_at, row_number() over (partition by id_webhook order by next_try_at, id) as turn
          from webhook_deliveries where state = 'waiting' and next_try_at <= ${now}
          order by next_try_at limit 500) due
        where turn <= ${PER_HOOK} order by next_try_at limit ${AT_ONCE})
        and state = 'waiting' and next_try_at <= ${now}
      for update skip locked) held
    where d.id = held.id
    returning d.*`.execute(db);
  return rows;
}

/** The secret, and the previous one while it is still valid. */
function secretsOf(hook: Hook, { clock, key }: Pick<DeliverOptions, "clock" | "key">): string[] {
  const isOldGood = hook.old_secret_until !== null && hook.old_secret_until > clock.now();
  return [hook.secret, ...(isOldGood && hook.old_secret !== null ? [hook.old_secret] : [])].flatMap(
    (sealed) => key.open(sealedFor, sealed) ?? [],
  );
}

const settle = (trx: Trx, id: number, now: Date) =>
  trx
    .updateTable("webhooks")
    .set({ failing_since: null, last_delivery_at: now })
    .where("id", "=", id)
    .execute();

/** Switches the webhook off after days of failures, or when the receiver reports that it is gone for good. */
async function fail(
  trx: Trx,
  hook: Hook,
  isGone: boolean,
  { clock, notices }: Pick<DeliverOptions, "clock" | "notices">,
): Promise<void> {
  const { failing_since } = await trx
    .updateTable("webhooks")
    .set({ failing_since: sql`coalesce(failing_since, ${clock.now()})` })
    .where("id", "=", hook.id)
    .returning("failing_since")
    .executeTakeFirstOrThrow();
  const days = (clock.now().getTime() - (failing_since?.getTime() ?? 0)) / 86_400_000;
  if (!isGone && days < limits.webhook.stopDays) return;
  const { numUpdatedRows } = await trx
    .updateTable("webhooks")
    .set({ is_active: false, stopped_at: clock.now() })
    .where("id", "=", hook.id)
    .where("is_active", "=", true)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return;
  await giveUpWaiting(trx, hook.id);
  const values = { url: new URL(hook.url).host };
  await notices.notify(trx, {
    to: [hook.id_user],
    sort: "webhook_stopped",
    values,
    link: "/developers/webhooks",
  });
}

async function insertPing(db: Database, webhookId: number, now: Date): Promise<number> {
  const { id } = await db
    .insertInto("webhook_deliveries")
    .values({
      id_webhook: webhookId,
      key: `msg_${randomUUID().replaceAll("-", "")}`,
      event: "ping",
      id_activity: null,
      body: JSON.stringify({ type: "ping", timestamp: now.toISOString(), data: {} }),
      status: null,
      milliseconds: null,
      next_try_at: null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** With a jitter of a tenth, so that failures of one moment are spread. */
function later(now: Date, attempts: number): Date {
  const seconds = PAUSES[Math.min(attempts, PAUSES.length) - 1] ?? 5;
  return new Date(now.getTime() + seconds * 1000 * (0.9 + Math.random() * 0.2));
}
