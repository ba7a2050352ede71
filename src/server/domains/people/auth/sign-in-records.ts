import type { FastifyRequest } from "fastify";
import { sql } from "kysely";
import { limits } from "#contract/limits.ts";
import { recordActivity } from "#server/platform/activity.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { browserHash } from "#server/platform/session.ts";
import type { Way } from "./tables.ts";

/** All sign-in attempts: for rate limits, and for alerts to the owner of an account. */
export interface SignInRecords {
  /** `userId` is null for an unknown name. */
  failed(userId: number | null, way: Way, request: FastifyRequest): Promise<void>;
  /** Before the session begins: notifies the owner of a browser not seen before and of failures since the last success. */
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
  const record = async (
    trx: Trx | Database,
    id_user: number | null,
    succeeded: boolean,
    way: Way,
    request: FastifyRequest,
  ) => {
    await trx
      .insertInto("sign_ins")
      .values({
        id_user,
        succeeded,
        way,
        address: request.ip,
        user_agent: (request.headers["user-agent"] ?? "").slice(0, 400),
      })
      .execute();
    await recordActivity(trx, {
      // A failed attempt does not prove that it came from the named user.
      id_user: succeeded ? id_user : null,
      action: succeeded ? "session.started" : "session.refused",
      ...(id_user !== null && { subject: { kind: "user", id: id_user, name: await nameOf(trx, id_user) } }),
      details: { way },
      address: request.ip,
    });
  };

  return {
    async failed(userId, way, request) {
      await db.transaction().execute((trx) => record(trx, userId, false, way, request));
    },

    async succeeded(trx, user, way, request) {
      // The demo account is used from everywhere.
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

const nameOf = async (trx: Trx | Database, id: number): Promise<string> =>
  (await trx.selectFrom("users").select("username").where("id", "=", id).executeTakeFirst())?.username ?? "";

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
