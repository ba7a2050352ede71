import { type Policy, rightsFor } from "#server/platform/policy.ts";

export interface PasskeySubject {
  readonly id: number;
}

declare module "#server/platform/policy.ts" {
  interface Subjects {
    passkey: PasskeySubject;
  }
}

export const passkeyRights = rightsFor<"self">()({
  about: "Passkeys. One belongs to the account that made it (self).",
  verbs: {
    edit: { allows: "rename the passkey", to: ["self"] },
    delete: { allows: "remove the passkey", to: ["self"] },
  },
});

export function passkeyPolicy(): Policy<PasskeySubject> {
  return { rights: passkeyRights, load: async () => undefined, flags: () => ({}) };
}
