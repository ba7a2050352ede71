import type { Database } from "#server/platform/database.ts";
import { flagsBy, type Policy, rightsFor } from "#server/platform/policy.ts";
import type { SessionUser } from "#server/platform/session.ts";
import "../auth/tables.ts";

export interface UserSubject {
  readonly id: number;
  readonly username: string;
}

declare module "#server/platform/policy.ts" {
  interface Subjects {
    user: UserSubject;
  }
}

export const userRights = rightsFor<"self">()({
  about:
    "Accounts. `self` is the account's own user. Super admins cannot lock or demote themselves, and the last one cannot be removed.",
  verbs: {
    view: {
      allows: "see the account and what its owner did",
      to: ["self", "super_admin"],
      reads: true,
    },
    edit: { allows: "change the profile", to: ["self", "super_admin"] },
    change_password: { allows: "set a new password, check a password", to: ["self", "super_admin"] },
    administer: {
      allows: "change role and lock, reset a second factor, delete the account",
      to: ["super_admin"],
    },
  },
});

export const userFlags = ({ id }: Pick<UserSubject, "id">, user: SessionUser | null) =>
  flagsBy(userRights, user, user?.id === id ? ["self"] : []);

export function userPolicy(db: Database): Policy<UserSubject> {
  return {
    rights: userRights,
    // An account in the bin is visible only through the bin.
    load: (key) =>
      db
        .selectFrom("users")
        .select(["id", "username"])
        .where("id", "=", Number(key))
        .where("deleted_at", "is", null)
        .executeTakeFirst(),
    flags: userFlags,
  };
}
