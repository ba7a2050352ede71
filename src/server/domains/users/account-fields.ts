import { profileFields } from "#contract/profile.ts";
import type { SettingValues } from "#contract/settings.ts";
import { changedNames } from "#server/platform/activity.ts";
import type { SessionUser } from "#server/platform/session.ts";
import type { Account } from "./users.repository.ts";

/** What a caller sends: any part of it. */
export type AccountInput = {
  readonly [F in (typeof profileFields)[number] | "username" | "email"]?: string | undefined;
} & {
  readonly language?: Account["language"] | undefined;
  readonly inactivity?: Account["inactivity"] | undefined;
  readonly role?: Account["role"] | undefined;
  readonly locked?: boolean | undefined;
};

export type AccountFields = Partial<
  Pick<
    Account,
    (typeof profileFields)[number] | "username" | "email" | "language" | "inactivity" | "role"
  > & { locked: boolean }
>;

/**
 * The part of it that this caller may change on this site: fields that the settings switch off are not there, and
 * role and lock are the super admin's. What is left out is ignored without a word, since forms send what they show.
 */
export function fieldsToChange(
  input: AccountInput,
  caller: SessionUser,
  settings: SettingValues,
): AccountFields {
  const offered = profileFields.filter((field) => settings[`${field}_enable`]);
  const own = ["username", "email", "language", "inactivity"] as const;
  const mine = caller.super_admin ? (["role", "locked"] as const) : [];
  const names = [...offered, ...own, ...mine];
  return Object.fromEntries(
    names.flatMap((name) => (input[name] === undefined ? [] : [[name, input[name]]])),
  );
}

/** Names of what would be another value than before. */
export const changedFields = (before: Account, wanted: AccountFields): (keyof AccountFields)[] =>
  changedNames<AccountFields>({ ...before, locked: before.locked_at !== null }, wanted);

export const isOtherAddress = (before: string, wanted: string) =>
  before.toLowerCase() !== wanted.toLowerCase();
