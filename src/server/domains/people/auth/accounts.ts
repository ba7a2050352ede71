import type { Selectable } from "kysely";
import type { PlanFacts } from "#server/domains/money/plans/plan-wire.ts";
import type { SessionUser } from "#server/platform/session.ts";
import type { UsersTable } from "./tables.ts";

export type UserRecord = Selectable<UsersTable>;

/** The columns of a user for their own screens. */
export const personColumns = [
  "id",
  "code",
  "username",
  "email",
  "first_name",
  "last_name",
  "avatar",
  "cover_image",
  "company",
  "tax_id",
  "street",
  "city",
  "postal_code",
  "province",
  "country",
  "tel",
  "role",
  "is_demo",
  "language",
  "inactivity",
  "notification_preferences",
  "payment_deadline",
  "tools_off",
] as const satisfies readonly (keyof UserRecord)[];

/** A user's data for their own screens; of secrets only whether they are set. */
export type PersonRecord = Pick<UserRecord, (typeof personColumns)[number]> & {
  readonly has_password: boolean;
  readonly is_protected: boolean;
  readonly has_autodesk: boolean;
  readonly mark: string;
};

/** A session's user: loaded with the session, because the poll of every open tab needs both. */
export type Account = SessionUser &
  PersonRecord & {
    /** The present plan, null without one; only where the call needs it. */
    readonly plan?: PlanFacts | null;
  };

/** Account look-ups for other domains. */
export interface Accounts {
  /** By user name or email address, ignoring case. */
  findByName(name: string): Promise<UserRecord | undefined>;
  findById(id: number): Promise<UserRecord | undefined>;
  /** As a session would return them; undefined for an account that is deleted, locked, in the bin or without a role. */
  findAccount(id: number): Promise<Account | undefined>;
}
