import { type RawBuilder, sql } from "kysely";
import type { Database, Trx } from "./database.ts";

/** The parts of a person's name. */
export interface Named {
  readonly first_name: string;
  readonly last_name: string;
  readonly username: string;
}

const isAddress = (username: string): boolean => username.includes("@");

/**
 * The name shown to other users: first and last name, otherwise the user name. A user name that is an email address is
 * never shown, so the name may be empty. `personName` is the same rule in SQL.
 */
export function publicName({ first_name, last_name, username }: Named): string {
  const name = `${first_name} ${last_name}`.trim();
  if (name !== "") return name;
  return isAddress(username) ? "" : username;
}

/** The user name as shown to other users: of an email address only the part before the @. */
export const publicUsername = (username: string): string => username.replace(/@.*$/s, "");

/** `publicName` of a row of `users` with the alias; null where an outer join found no row. */
export const personName = (users: string): RawBuilder<string> =>
  sql<string>`coalesce(${ownName(users)},
    case when ${column(users, "username")} like '%@%' then '' else ${column(users, "username")} end)`;

/** Like `personName`, for administrators of accounts alone: a user name is shown even when it is an email address. */
export const accountName = (users: string): RawBuilder<string> =>
  sql<string>`coalesce(${ownName(users)}, ${column(users, "username")})`;

/** `personName` of one account; empty for one that does not exist. */
export async function loadPersonName(source: Database | Trx, userId: number): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select ${personName("u")} as name from users u where u.id = ${userId}`.execute(source);
  return rows[0]?.name ?? "";
}

const ownName = (users: string) =>
  sql`nullif(trim(${column(users, "first_name")} || ' ' || ${column(users, "last_name")}), '')`;

const column = (users: string, name: keyof Named) => sql.ref<string>(`${users}.${name}`);
