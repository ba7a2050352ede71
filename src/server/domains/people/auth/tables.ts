import type { ColumnType, Generated } from "kysely";
import type { Role } from "#contract/auth.ts";
import type { PersonalTool } from "#contract/choices.ts";
import type { Inactivity } from "#contract/profile.ts";

export interface UsersTable {
  id: Generated<number>;
  username: string;
  email: string;
  first_name: Generated<string>;
  last_name: Generated<string>;
  password_hash: string | null;
  role: Generated<Role>;
  is_demo: Generated<boolean>;
  language: Generated<"en" | "ar">;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  company: Generated<string>;
  tax_id: Generated<string>;
  street: Generated<string>;
  city: Generated<string>;
  postal_code: Generated<string>;
  province: Generated<string>;
  country: Generated<string>;
  tel: Generated<string>;
  /** Code of the user's public page. */
  code: Generated<string>;
  /** The user handle for authenticators. */
  handle: Generated<string>;
  /** Keys of the object store. */
  avatar: Generated<string | null>;
  cover_image: Generated<string | null>;
  email_verified_at: Generated<Date | null>;
  /** The step that the account still waits for; null once it may sign in. */
  awaiting: Generated<"invitation" | "activation" | null>;
  locked_at: Generated<Date | null>;
  password_changed_at: Generated<Date | null>;
  inactivity: Generated<Inactivity | null>;
  /** Any version of this program may have written it: read by the notifications domain only. Written as JSON text. */
  notification_preferences: ColumnType<Readonly<Record<string, unknown>> | null, string | undefined, string>;
  /** Encrypted with the installation's key. */
  totp_secret: Generated<string | null>;
  totp_pending: Generated<string | null>;
  totp_enabled_at: Generated<Date | null>;
  totp_last_step: Generated<number | null>;
  /** Payment deadline of unpaid invoices, `2026-03-31`; null while all is paid. */
  payment_deadline: Generated<string | null>;
  /** Outside tools that a super admin has disabled for the account. */
  tools_off: Generated<readonly PersonalTool[]>;
  /** The deadline for which the user was reminded. */
  told_deadline: Generated<string | null>;
  /** Time of the move to the bin. */
  deleted_at: Generated<Date | null>;
  id_deleter: Generated<number | null>;
  /** Time of the last visit to the first screen. */
  dashboard_seen_at: Generated<Date | null>;
}

/** Method of the sign-in. */
export type Way = "password" | "demo" | "setup" | "social" | "passkey" | "activation";

export interface SessionsTable {
  id: Generated<number>;
  token_hash: Buffer;
  id_user: number;
  remembered: boolean;
  user_agent: Generated<string>;
  address: Generated<string>;
  created_at: Generated<Date>;
  last_seen_at: Generated<Date>;
  expires_at: Date;
  ended_at: Date | null;
  end_reason: "logout" | "revoked" | "forced" | null;
  browser_hash: Generated<Buffer | null>;
  way: Generated<Way>;
  two_factor: Generated<boolean>;
}

/** A password (or another first factor) was right and the second factor is still missing. */
export interface SignInChallengesTable {
  token_hash: Buffer;
  id_user: number;
  remembered: boolean;
  way: Way;
  tries: Generated<number>;
  expires_at: Date;
}

/** All sign-in attempts, for rate limits and the owner's alerts. */
export interface SignInsTable {
  id: Generated<number>;
  id_user: number | null;
  succeeded: boolean;
  way: Way;
  address: string;
  user_agent: string;
  created_at: Generated<Date>;
}

/** Links in emails: activation, invitation, recovery. A used one is deleted. */
export interface AccountTokensTable {
  token_hash: Buffer;
  kind: "activation" | "invitation" | "recovery";
  id_user: number;
  email: string;
  created_at: Generated<Date>;
  expires_at: Date;
}

export interface SpentPuzzlesTable {
  puzzle_hash: Buffer;
  expires_at: Date;
}

export interface SetupLinksTable {
  singleton: Generated<boolean>;
  token_hash: Buffer;
  created_at: Generated<Date>;
}

declare module "#server/platform/database.ts" {
  interface Tables {
    users: UsersTable;
    sessions: SessionsTable;
    setup_links: SetupLinksTable;
    sign_in_challenges: SignInChallengesTable;
    sign_ins: SignInsTable;
    account_tokens: AccountTokensTable;
    spent_puzzles: SpentPuzzlesTable;
  }
}
