import type { Policy } from "#server/platform/policy.ts";

export interface SessionSubject {
  readonly id: number;
}

declare module "#server/platform/policy.ts" {
  interface Subjects {
    session: SessionSubject;
  }
}

export function sessionPolicy(): Policy<SessionSubject> {
  return { verbs: ["view", "revoke"], load: async () => undefined, flags: () => ({}) };
}
