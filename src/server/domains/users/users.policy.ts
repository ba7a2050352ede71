import type { Policy } from "#server/platform/policy.ts";

export interface UserSubject {
  readonly id: number;
}

declare module "#server/platform/policy.ts" {
  interface Subjects {
    user: UserSubject;
  }
}

export function userPolicy(): Policy<UserSubject> {
  return {
    verbs: ["view", "edit", "change_password", "administer"],
    load: async () => undefined,
    flags: () => ({}),
  };
}
