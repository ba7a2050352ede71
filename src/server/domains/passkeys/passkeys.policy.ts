import type { Policy } from "#server/platform/policy.ts";

export interface PasskeySubject {
  readonly id: number;
}

declare module "#server/platform/policy.ts" {
  interface Subjects {
    passkey: PasskeySubject;
  }
}

export function passkeyPolicy(): Policy<PasskeySubject> {
  return { verbs: ["edit", "delete"], load: async () => undefined, flags: () => ({}) };
}
