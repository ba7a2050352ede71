import type { FastifyRequest } from "fastify";
import { sql } from "kysely";
import { limits } from "#contract/limits.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { browserHash } from "#server/platform/session.ts";
import type { Way } from "./tables.ts";

/** Every try to come in: for the counts, and for what the owner of an account should hear of. */
export interface SignInRecords {
  /** `userId` is null for a name that nobody has. */
  failed(userId: number | null, way: Way, request: FastifyRequest): Promise<void>;
  /** Before the session begins: tells the owner of a browser not seen before and of failures since last time. */
  succeeded(
    trx: Trx,
    user: { readonly id: number; readonly is_demo: boolean },
    way: Way,
    request: FastifyRequest,
  ): Promise<void>;
}

export interface SignInRecordsOptions {
  readonly db: Database;
  readonly alerts: {
    raise(
      trx: Trx,
      userId: number,
      kind: "new_device" | "failed_sign_ins",
      request: FastifyRequest,
    ): Promise<void>;
  };
}

export function createSignInRecords({ db, alerts }: SignInRecordsOptions): SignInRecords {
  const record = (
    trx: Trx | Database,
    id_user: number | null,
    succeeded: boolean,
    way: Way,
    request: FastifyRequest,
  ) =>
    trx
      .insertInto("sign_ins")
      .values({
        id_user,
        succeeded,
        way,
        address: request.ip,
        user_agent: (request.headers["user-agent"] ?? "").slice(0, 400),
      })
      .execute();

  return {
    async failed(userId, way, request) {
      await record(db, userId, false, way, request);
    },

    async succeeded(trx, user, way, request) {
      // Everybody signs in to the demo account from everywhere.
      if (!user.is_demo) {
        const { failures, is_new_device } = await lookBack(trx, user.id, browserHash(request));
        if (is_new_device) await alerts.raise(trx, user.id, "new_device", request);
        if (failures >= limits.attempts.alertAfter)
          await alerts.raise(trx, user.id, "failed_sign_ins", request);
      }
      await record(trx, user.id, true, way, request);
    },
  };
}

/** Failures since the last success, and whether the account was used before but never from this browser. */
async function lookBack(trx: Trx, userId: number, browser: Buffer | null) {
  const { rows } = await sql<{ failures: number; is_new_device: boolean }>`
    select
      (select count(*) from sign_ins where id_user = ${userId} and not succeeded and id > coalesce(
        (select max(id) from sign_ins where id_user = ${userId} and succeeded), 0)) as failures,
      exists (select from sessions where id_user = ${userId})
        and not exists (select from sessions where id_user = ${userId} and browser_hash = ${browser})
        as is_new_device`.execute(trx);
  return rows[0] ?? { failures: 0, is_new_device: false };
}
