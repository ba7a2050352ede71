import type { Database } from "#server/platform/database.ts";
import { flagsBy, type Policy, rightsFor } from "#server/platform/policy.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { createPasskeysRepository, type PasskeyRecord } from "./passkeys.repository.ts";

declare module "#server/platform/policy.ts" {
  interface Subjects {
    passkey: PasskeyRecord;
  }
}

export const passkeyRights = rightsFor<"self">()({
  about: "Passkeys. `self` is the account that the passkey signs in.",
  verbs: {
    edit: { allows: "rename the passkey", to: ["self"] },
    delete: { allows: "remove the passkey", to: ["self"] },
  },
});

/** Only for their owner: a super admin can remove the second factor or lock the account instead. */
export function passkeyPolicy(db: Database): Policy<PasskeyRecord> {
  const passkeys = createPasskeysRepository(db);
  return {
    rights: passkeyRights,
    load: (key) => passkeys.find(Number(key)),
    flags: passkeyFlags,
  };
}

export function passkeyFlags({ id_user }: Pick<PasskeyRecord, "id_user">, user: SessionUser | null) {
  return flagsBy(passkeyRights, user, user?.id === id_user ? ["self"] : []);
}
