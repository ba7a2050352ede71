import { type PersonalTool, personalTools } from "#contract/choices.ts";
import { profileFields } from "#contract/profile.ts";
import type { SettingValues } from "#contract/settings.ts";
import { changedNames } from "#server/platform/activity.ts";
import { definedOnly } from "#server/platform/defined-only.ts";
import type { SessionUser } from "#server/platform/session.ts";
import type { Account } from "./users.repository.ts";

/** Fields that a caller sends; any subset. */
export type AccountInput = {
  readonly [F in (typeof profileFields)[number] | "username" | "email"]?: string | undefined;
} & {
  readonly language?: Account["language"] | undefined;
  readonly inactivity?: Account["inactivity"] | undefined;
  readonly role?: Account["role"] | undefined;
  readonly locked?: boolean | undefined;
} & { readonly [F in keyof ToolFlags]?: ToolFlags[F] | undefined };

type ToolFlags = { [T in PersonalTool as `${T}_enabled`]: boolean };

export type AccountFields = Partial<
  Pick<
    Account,
    (typeof profileFields)[number] | "username" | "email" | "language" | "inactivity" | "role"
  > & { locked: boolean } & ToolFlags
>;

/**
 * Returns the fields that this caller may change on this site: fields that the settings switch off are excluded, and
 * role and lock are the super admin's. Other fields are ignored silently, since forms send what they show.
 */
export function fieldsToChange(
  input: AccountInput,
  caller: SessionUser,
  settings: SettingValues,
): AccountFields {
  const offered = profileFields.filter((field) => settings[`${field}_enable`]);
  const own = ["username", "email", "language", "inactivity"] as const;
  const mine = caller.super_admin ? (["role", "locked", ...toolFlags] as const) : [];
  const names = [...offered, ...own, ...mine];
  return Object.fromEntries(
    names.flatMap((name) => (input[name] === undefined ? [] : [[name, input[name]]])),
  );
}

/** Names of the fields whose value would change. */
export const changedFields = (before: Account, wanted: AccountFields): (keyof AccountFields)[] =>
  changedNames<AccountFields>(
    { ...before, ...flagsOf(before.tools_off), locked: before.locked_at !== null },
    wanted,
  );

/** One flag per external tool, as an account is returned and changed. */
export const toolFlags = personalTools.map((tool) => `${tool}_enabled` as const);

const flagsOf = (off: Account["tools_off"]): ToolFlags =>
  Object.fromEntries(
    personalTools.map((tool) => [`${tool}_enabled`, !off.includes(tool)]),
  ) as unknown as ToolFlags;

/** Tools that an account is denied after these flags are set; undefined when none of them is among the fields. */
export function toolsOffAfter(before: Account, wanted: Partial<ToolFlags>): PersonalTool[] | undefined {
  if (toolFlags.every((flag) => wanted[flag] === undefined)) return undefined;
  const after = { ...flagsOf(before.tools_off), ...definedOnly(wanted) };
  return personalTools.filter((tool) => !after[`${tool}_enabled`]);
}

export const isOtherAddress = (before: string, wanted: string) =>
  before.toLowerCase() !== wanted.toLowerCase();
