import type { Selectable } from "kysely";
import type { SessionUser } from "#server/platform/session.ts";
import type { UsersTable } from "./tables.ts";

export type UserRecord = Selectable<UsersTable>;

/** The columns of a person that his own screens show. */
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

/** What somebody's own screens show of him; of his secrets only whether there are any. */
export type PersonRecord = Pick<UserRecord, (typeof personColumns)[number]> & {
  readonly has_password: boolean;
  readonly is_protected: boolean;
  readonly has_autodesk: boolean;
  readonly mark: string;
};

/** A session's person: found with the session, because the poll of every open tab asks for both. */
export type Account = SessionUser & PersonRecord;

/** Accounts as other domains look them up. */
export interface Accounts {
  /** By user name or address, whatever their case. */
  findByName(name: string): Promise<UserRecord | undefined>;
  findById(id: number): Promise<UserRecord | undefined>;
  /** As a session would tell him; undefined for who is gone, locked, in the bin or without a role. */
  findAccount(id: number): Promise<Account | undefined>;
}
