import { sessionsApi } from "#contract/sessions.ts";
import { recordActivity } from "#server/platform/activity.ts";
import type { Database } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import { handlers } from "#server/platform/http/module.ts";
import type { Session } from "#server/platform/session.ts";
import { readUserAgent } from "#server/platform/user-agent.ts";
import type { Alerts } from "./alerts.ts";
import { readAnalytics } from "./analytics.ts";
import { pruneSessions } from "./prune.ts";
import { samples } from "./samples.ts";
import type { SessionEnds } from "./session-ends.ts";
import { sessionPolicy } from "./sessions.policy.ts";
import { createSessionsRepository } from "./sessions.repository.ts";
import { wireAdminSession, wireSession } from "./wire.ts";

export interface SessionsOptions {
  readonly db: Database;
  readonly alerts: Alerts;
  readonly ends: SessionEnds;
  /** The address behind a key of the object store. */
  readonly address: (objectKey: string) => string;
}

export function sessionsModule({ db, alerts, ends, address }: SessionsOptions) {
  const sessions = createSessionsRepository(db);
  /** The demo account is shared: each visitor sees only the session of their own browser. */
  const isShown = (id: number, session: Session) => !session.user.is_demo || id === session.id;

  return {
    policies: { session: sessionPolicy(db) },
    /** Ended sessions, sign-in attempts, alerts. */
    sweeps: [() => pruneSessions(db)],
    samples,
    handlers: handlers(sessionsApi, {
      "GET /api/sessions": async ({ session }) => {
        const asking = here(session);
        const open = (await sessions.ofUser(asking.user.id)).filter(({ id }) => isShown(id, asking));
        const items = open.map((one) => wireSession(one, asking.id));
        return { items: items.toSorted((a, b) => Number(b.current) - Number(a.current)) };
      },
      "GET /api/sessions/devices": async ({ session }) => {
        const asking = here(session);
        const rows = await sessions.devices(asking.user.id, asking.id);
        const shown = rows.filter(({ current }) => current || !asking.user.is_demo);
        return {
          items: shown.map(({ user_agent, first_seen_at, last_seen_at, ...device }) => ({
            ...device,
            ...readUserAgent(user_agent),
            first_seen_at: first_seen_at.toISOString(),
            last_seen_at: last_seen_at.toISOString(),
          })),
        };
      },
      "GET /api/sessions/alerts": async ({ user }) => {
        const rows = user.is_demo ? [] : await sessions.alerts(user.id);
        return {
          items: rows.map(({ id, kind, address: from, user_agent, created_at }) => ({
            id,
            kind,
            ...readUserAgent(user_agent),
            address: from,
            created_at: created_at.toISOString(),
          })),
        };
      },
      "GET /api/sessions/{id}": async ({ subject, session }) => {
        const asking = here(session);
        if (!isShown(subject.id, asking)) throw new AppError("NOT_FOUND");
        return wireSession(subject, asking.id);
      },
      "DELETE /api/sessions/{id}": async ({ subject, user, request }) => {
        await db.transaction().execute(async (trx) => {
          await ends.one(trx, subject.id, "revoked");
          await recordActivity(trx, { id_user: user.id, action: "session.revoked", address: request.ip });
        });
        return {};
      },
      "POST /api/sessions/revoke-all": async ({ user, session, request }) => {
        const ended = await db.transaction().execute(async (trx) => {
          const count = await ends.ofUser(trx, user.id, "revoked", here(session).id);
          await recordActivity(trx, { id_user: user.id, action: "session.revoked_all", address: request.ip });
          return count;
        });
        return { ended };
      },
      "GET /api/admin/sessions": async ({ query, session }) => {
        const { rows, total } = await sessions.list(query);
        return {
          items: rows.map((row) => wireAdminSession(row, here(session).id, address)),
          total,
          page: query.page,
          per_page: query.per_page,
        };
      },
      "GET /api/admin/sessions/analytics": () => readAnalytics(db),
      "DELETE /api/admin/sessions/{id}/force-logout": async ({ params, user, request }) => {
        const found = await sessions.open(params.id);
        if (found === undefined) throw new AppError("NOT_FOUND");
        await db.transaction().execute(async (trx) => {
          // A parallel call may have been faster; then there is nothing to report.
          if (!(await ends.one(trx, found.id, "forced"))) return;
          await alerts.raise(trx, found.id_user, "session_forced", found);
          await recordActivity(trx, {
            id_user: user.id,
            action: "session.forced",
            subject: { kind: "user", id: found.id_user, name: found.username },
            address: request.ip,
          });
        });
        return {};
      },
    }),
  };
}

/** The access check refuses every call without one. */
function here(session: Session | null): Session {
  if (session === null) throw new AppError("UNAUTHENTICATED");
  return session;
}
