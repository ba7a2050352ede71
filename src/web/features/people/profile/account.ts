import type { CurrentUser } from "#contract/auth.ts";
import type { UserRecord } from "#contract/users.ts";
import { ApiError, call, quiet } from "#web/lib/client.ts";
import { errorText } from "#web/lib/error-text.ts";
import { session } from "#web/lib/session.ts";
import type { Translate } from "#web/lib/use-text.ts";

/** Applies an answer about the own account everywhere at once: in menus and on pages. */
export function showAccount(change: Partial<CurrentUser>): void {
  const user = session.user();
  if (user) session.setUser({ ...user, ...change });
}

/** Reloads the account after a call that changed more of it than its answer contains. */
export async function reloadAccount(): Promise<void> {
  session.setUser(await call("GET /api/user"));
}

/** The user who saves is no longer signed in. */
class NoUserId extends Error {}

type Changes = NonNullable<Parameters<typeof call<"PUT /api/users/{id}">>[1]["body"]>;

/** Sends the changed fields of the own account, and applies the answer. */
export async function saveAccount(changes: Changes): Promise<UserRecord> {
  const id = session.user()?.id;
  if (id === undefined) throw new NoUserId();
  const record = await call("PUT /api/users/{id}", { params: { id }, body: changes }, quiet);
  // Permissions on the account differ from its owner's permissions in the application.
  const { can: _, state: __, created_at: ___, last_seen_at: ____, ...fields } = record;
  showAccount(fields);
  return record;
}

/** The server's message; where it has none, the specified one. */
export function saveFailure(error: unknown, t: Translate): string {
  if (error instanceof NoUserId) return t("errors.failed.no_user_id");
  const isWordless = error instanceof ApiError && error.code === "UNKNOWN" && error.message === "";
  return isWordless ? t("errors.failed.profile_update") : errorText(error, t);
}
