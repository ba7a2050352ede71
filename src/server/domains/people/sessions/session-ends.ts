import { sql } from "kysely";
import type { Trx } from "#server/platform/database.ts";
import type { Bus } from "#server/platform/events/bus.ts";
import { sessionEnded } from "../auth/auth.events.ts";

/** `revoked` by the user or by a change of their account, `forced` by an administrator. */
export type EndReason = "revoked" | "forced";

/**
 * Ends sessions as part of the transaction that causes it: after its commit their browsers are notified, their sockets
 * close, and every further call of theirs is refused with SESSION_TERMINATED.
 */
export interface SessionEnds {
  /** Ends one; false when it had ended already. */
  one(trx: Trx, id: number, reason: EndReason): Promise<boolean>;
  /** Ends all of a user, except the given one. Returns their number. */
  ofUser(trx: Trx, userId: number, reason: EndReason, except?: number): Promise<number>;
}

export function createSessionEnds(bus: Bus): SessionEnds {
  const end = async (trx: Trx, reason: EndReason, which: ReturnType<typeof sql>): Promise<number> => {
    const { rows } = await sql<{ id: number; id_user: number }>`
      update sessions set ended_at = now(), end_reason = ${reason}
      where ended_at is null and expires_at > now() and ${which}
      returning id, id_user`.execute(trx);
    for (const { id, id_user } of rows)
      await bus.emit(trx, sessionEnded, { id_session: id, id_user, reason });
    return rows.length;
  };
  return {
    one: async (trx, id, reason) => (await end(trx, reason, sql`id = ${id}`)) > 0,
    ofUser: (trx, userId, reason, except = 0) =>
      end(trx, reason, sql`id_user = ${userId} and id <> ${except}`),
  };
}
