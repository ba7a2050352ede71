import type { Role } from "#contract/auth.ts";
import type { SettingValues } from "#contract/settings.ts";

/** Administrators and super admins create projects, ordinary users where the settings let them; the demo account may look at the form, the server refuses it. */
export function mayCreateProject(
  user: { readonly role: Role; readonly is_demo: boolean },
  settings: Pick<SettingValues, "users_create_projects">,
): boolean {
  return user.role !== "user" || (settings.users_create_projects && !user.is_demo);
}
