import type { Database } from "#server/platform/database.ts";
import type { Policy } from "#server/platform/policy.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { createSessionsRepository, type OpenSession } from "./sessions.repository.ts";

declare module "#server/platform/policy.ts" {
  interface Subjects {
    session: OpenSession;
  }
}

/** Everybody looks at and ends his own sessions; those of others are ended by the administration's own call. */
export function sessionPolicy(db: Database): Policy<OpenSession> {
  const sessions = createSessionsRepository(db);
  return {
    verbs: ["view", "revoke"],
    load: (key) => sessions.open(Number(key)),
    flags: sessionFlags,
  };
}

export function sessionFlags({ id_user }: Pick<OpenSession, "id_user">, user: SessionUser | null) {
  const isOwn = user !== null && user.id === id_user;
  return { view: isOwn, revoke: isOwn };
}
