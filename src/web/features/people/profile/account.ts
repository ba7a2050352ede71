import type { CurrentUser } from "#contract/auth.ts";
import type { UserRecord } from "#contract/users.ts";
import { ApiError, call, quiet } from "#web/lib/client.ts";
import { errorText } from "#web/lib/error-text.ts";
import { session } from "#web/lib/session.ts";
import type { Translate } from "#web/lib/use-text.ts";

/** What an answer says about one's own account is shown everywhere at once: in the menu, on the pages. */
export function showAccount(change: Partial<CurrentUser>): void {
  const user = session.user();
  if (user) session.setUser({ ...user, ...change });
}

/** A call changed more of the account than it told. */
export async function reloadAccount(): Promise<void> {
  session.setUser(await call("GET /api/user"));
}

/** Somebody saves who is not signed in any more. */
class NoUserId extends Error {}

type Changes = NonNullable<Parameters<typeof call<"PUT /api/users/{id}">>[1]["body"]>;

/** Sends the changed fields of one's own account, and shows what has become of them. */
export async function saveAccount(changes: Changes): Promise<UserRecord> {
  const id = session.user()?.id;
  if (id === undefined) throw new NoUserId();
  const record = await call("PUT /api/users/{id}", { params: { id }, body: changes }, quiet);
  // What may be done to the account is another matter than what its owner may do in the application.
  const { can: _, state: __, created_at: ___, last_seen_at: ____, ...fields } = record;
  showAccount(fields);
  return record;
}

/** The server's sentence; where it has none, the specified one. */
export function saveFailure(error: unknown, t: Translate): string {
  if (error instanceof NoUserId) return t("errors.failed.no_user_id");
  const isWordless = error instanceof ApiError && error.code === "UNKNOWN" && error.message === "";
  return isWordless ? t("errors.failed.profile_update") : errorText(error, t);
}
