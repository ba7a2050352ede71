import type { FastifyReply, FastifyRequest } from "fastify";
import type { Share } from "#contract/access-logs.ts";
import { limits } from "#contract/limits.ts";
import { tryPassword } from "#server/domains/people/auth/link-passwords.ts";
import { hashPassword } from "#server/domains/people/auth/passwords.ts";
import { changedNames, recordActivity } from "#server/platform/activity.ts";
import type { Attempts } from "#server/platform/attempts.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";
import { definedOnly } from "#server/platform/defined-only.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Bus } from "#server/platform/events/bus.ts";
import type { AppKey } from "#server/platform/key.ts";
import type { Authorized } from "#server/platform/policy.ts";
import type { SessionUser } from "#server/platform/session.ts";
import type { SharedVisits } from "../visits/shared-visits.ts";
import type { VisitPasses } from "../visits/visit-pass.ts";
import { visitChanged } from "../visits/visits.events.ts";
import type { VisitRecord } from "../visits/visits.policy.ts";
import { createShareUndos } from "./share-undo.ts";

export interface ShareOptions {
  readonly db: Database;
  readonly bus: Bus;
  readonly attempts: Attempts;
  readonly shared: Pick<SharedVisits, "openVisit">;
  readonly passes: VisitPasses;
  readonly key: AppKey;
  readonly clock: Clock;
}

/** Only given fields are changed; a password of null removes it. */
export interface ShareChange {
  readonly access?: Share["access"] | undefined;
  readonly password?: string | null | undefined;
  readonly expires_at?: string | null | undefined;
  readonly history?: boolean | undefined;
  readonly undo?: string | undefined;
}

export type Rules = Pick<
  VisitRecord,
  "access" | "share_password_hash" | "share_expires_at" | "share_history"
>;

export const wireShare = (visit: Rules): Omit<Share, "views"> => ({
  access: visit.access,
  has_password: visit.share_password_hash !== null,
  expires_at: visit.share_expires_at?.toISOString() ?? null,
  history: visit.share_history,
});

/** Access rules of a visit's link, and its password. */
export function createShares({ db, bus, attempts, shared, passes, key, clock }: ShareOptions) {
  const undos = createShareUndos(key, clock);
  return {
    /** Changes the rules and returns them, with the data to undo the change. */
    async change(
      visit: Authorized<VisitRecord>,
      change: ShareChange,
      by: { readonly user: SessionUser; readonly address: string },
    ): Promise<{ rules: Rules; undo: string }> {
      const values = change.undo === undefined ? await valuesOf(change) : undos.open(visit.id, change.undo);
      const undo = undos.seal(visit.id, visit);
      const changed = changedNames<Rules>(visit, values).map(wireName);
      if (changed.length === 0) return { rules: visit, undo };
      await db.transaction().execute(async (trx) => {
        await trx.updateTable("visits").set(values).where("id", "=", visit.id).execute();
        await bus.emit(trx, visitChanged, { id_project: visit.id_project, id_visit: visit.id });
        await recordActivity(trx, {
          id_user: by.user.id,
          action: "visit.shared",
          subject: { kind: "visit", id: visit.id, name: visit.name },
          id_project: visit.id_project,
          address: by.address,
          changed,
        });
      });
      return { rules: { ...visit, ...values }, undo };
    },

    /**
     * Gives the browser its pass. Throws VISIT_PASSWORD_WRONG, RATE_LIMITED, NOT_FOUND, VISIT_EXPIRED. A no-op where no
     * password is required.
     */
    async unlock(
      code: string,
      password: string,
      user: SessionUser | null,
      request: FastifyRequest,
      reply: FastifyReply,
    ): Promise<void> {
      if (!(await isLocked(code, user, request))) return;
      const visit = await db
        .selectFrom("visits")
        .select(["id", "share_password_hash"])
        .where("code", "=", code)
        .executeTakeFirst();
      if (visit === undefined || visit.share_password_hash === null) return;
      const { tries, perVisit: perThing, seconds } = limits.share;
      const isRight = await tryPassword(
        attempts,
        { tries, perThing, seconds },
        {
          name: `visit-password ${visit.id}`,
          address: request.ip,
          password,
          hash: visit.share_password_hash,
        },
      );
      if (!isRight)
        throw new AppError("VISIT_PASSWORD_WRONG", { fields: { password: ["sharing.locked.wrong"] } });
      passes.give(visit, request, reply);
    },
  };

  async function isLocked(code: string, user: SessionUser | null, request: FastifyRequest): Promise<boolean> {
    try {
      if ((await shared.openVisit(code, { user, headers: request.headers })) !== undefined) return false;
    } catch (error) {
      if (error instanceof AppError && error.code === "VISIT_PASSWORD") return true;
      throw error;
    }
    throw new AppError("NOT_FOUND");
  }
}

/** The values to write, with the password hashed. */
async function valuesOf({ access, password, expires_at, history }: ShareChange): Promise<Partial<Rules>> {
  return definedOnly({
    access,
    share_history: history,
    share_expires_at: dateOf(expires_at),
    share_password_hash: typeof password === "string" ? await hashPassword(password) : password,
  });
}

function dateOf(text: string | null | undefined): Date | null | undefined {
  return typeof text === "string" ? new Date(text) : text;
}

/** Field names of the contract. */
const wireNames = {
  access: "access",
  share_password_hash: "password",
  share_expires_at: "expires_at",
  share_history: "history",
} as const;
const wireName = (name: keyof Rules) => wireNames[name];
