import type { Database } from "#server/platform/database.ts";
import { flagsBy, type Policy, rightsFor } from "#server/platform/policy.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { createSessionsRepository, type OpenSession } from "./sessions.repository.ts";

declare module "#server/platform/policy.ts" {
  interface Subjects {
    session: OpenSession;
  }
}

export const sessionRights = rightsFor<"self">()({
  about: "Open sessions. `self` is the account that is signed in.",
  verbs: {
    view: { allows: "see the session", to: ["self"], reads: true },
    revoke: { allows: "end the session", to: ["self"] },
  },
});

/** Users view and end their own sessions; those of others are ended by the administration's own call. */
export function sessionPolicy(db: Database): Policy<OpenSession> {
  const sessions = createSessionsRepository(db);
  return {
    rights: sessionRights,
    load: (key) => sessions.open(Number(key)),
    flags: sessionFlags,
  };
}

export function sessionFlags({ id_user }: Pick<OpenSession, "id_user">, user: SessionUser | null) {
  return flagsBy(sessionRights, user, user?.id === id_user ? ["self"] : []);
}
