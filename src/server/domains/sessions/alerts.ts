import type { FastifyRequest } from "fastify";
import type { alertKinds } from "#contract/sessions.ts";
import type { Trx } from "#server/platform/database.ts";
import "./tables.ts";

export type AlertKind = (typeof alertKinds)[number];

export interface Alerts {
  /** Tells the owner of an account what happened to it, in the transaction in which it happens. */
  raise(trx: Trx, userId: number, kind: AlertKind, request: FastifyRequest): Promise<void>;
}

export function createAlerts(): Alerts {
  return {
    async raise(trx, userId, kind, request) {
      await trx
        .insertInto("account_alerts")
        .values({
          id_user: userId,
          kind,
          address: request.ip,
          user_agent: (request.headers["user-agent"] ?? "").slice(0, 400),
        })
        .execute();
    },
  };
}
