import type { CurrentUser } from "#contract/auth.ts";
import type { ActivityEntry, UserRecord, UserRow } from "#contract/users.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { userFlags } from "./users.policy.ts";
import type { AccountSummary, ActivityRow } from "./users.repository.ts";

/** The address behind a key of the object store. */
export type Address = (objectKey: string) => string;

export function wireUserRow(user: AccountSummary, address: Address): UserRow {
  return {
    id: user.id,
    username: user.username,
    first_name: user.first_name,
    last_name: user.last_name,
    email: user.email,
    avatar: user.avatar === null ? null : address(user.avatar),
    company: user.company,
    role: user.role,
    is_demo: user.is_demo,
    state: user.state,
    "2fa_enabled": user.totp_enabled_at !== null,
    created_at: user.created_at.toISOString(),
    last_seen_at: user.last_seen_at?.toISOString() ?? null,
  };
}

export function wireUserRecord(
  person: CurrentUser,
  { state, created_at, last_seen_at }: AccountSummary,
  reader: SessionUser,
): UserRecord {
  return {
    ...person,
    state,
    created_at: created_at.toISOString(),
    last_seen_at: last_seen_at?.toISOString() ?? null,
    can: userFlags(person, reader),
  };
}

export function wireActivity(row: ActivityRow): ActivityEntry {
  const { id, action, subject_kind, id_subject, subject_name, changed, address, created_at } = row;
  return {
    id,
    action,
    subject: subject_kind === null ? null : { kind: subject_kind, id: id_subject, name: subject_name },
    changed: [...changed],
    address,
    created_at: created_at.toISOString(),
  };
}
