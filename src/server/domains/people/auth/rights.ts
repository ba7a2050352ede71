import { administratorSpellings, Role } from "#contract/auth.ts";
import type { SettingValues } from "#contract/settings.ts";
import { rightsFor } from "#server/platform/policy.ts";

/** A user's effective role: without a role, a guest. */
export type EffectiveRole = Role | "guest";

export interface RoleHolder {
  readonly role?: string | null | undefined;
  /** Set as `true`, `1` or `"1"`: overrides the role. */
  readonly super_admin?: unknown;
}

/**
 * The effective role: `guest` without a profile or a role, `super_admin` by the flag whatever the role says,
 * `administrator` by either spelling in any case; a role unknown to this version gives the rights of a user.
 */
export function effectiveRole(profile: RoleHolder | null | undefined): EffectiveRole {
  if (profile === null || profile === undefined) return "guest";
  if ([true, 1, "1"].some((flag) => flag === profile.super_admin)) return "super_admin";
  const role = (profile.role ?? "").trim().toLowerCase();
  if (role === "") return "guest";
  if (administratorSpellings.test(role)) return "administrator";
  return Role.safeParse(role).data ?? "user";
}

/** Rights of a role by itself, independent of project membership. */
export const roleRights = rightsFor<Role>()({
  about: "The role of an account, given by a super admin.",
  verbs: {
    create_project: { allows: "create projects, and own them", to: ["administrator", "super_admin"] },
    administer: { allows: "manage accounts, all sessions and settings", to: ["super_admin"] },
  },
});

/**
 * By the role, or for ordinary users where the settings allow it; the demo account may open the form, the server
 * refuses it.
 */
export function mayCreateProject(
  user: { readonly role: Role; readonly is_demo: boolean },
  settings: Pick<SettingValues, "users_create_projects">,
): boolean {
  if (roleRights.verbs.create_project.to.includes(user.role)) return true;
  return settings.users_create_projects && !user.is_demo;
}
