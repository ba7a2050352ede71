import type { CurrentUser } from "#contract/auth.ts";
import { type Grant, givenRoles, grants, projectRoles, roleGrants } from "#contract/choices.ts";
import type { GivenRole, Permissions, Team, TeamMember } from "#contract/team.ts";

type RoleName = TeamMember["role"];

/** The signed-in user's permissions on a team's members, by the server's data on their own membership. */
export interface Giver {
  mayGive(grant: Grant): boolean;
  /** Roles that the user may assign. */
  readonly roles: readonly GivenRole[];
}

/** No one can assign a role above their own, nor grant permissions that they do not have. */
export function giverIn(team: Team, me: CurrentUser): Giver {
  const own = team.members.find(({ id_user }) => id_user === me.id);
  const rank = (role: RoleName) => projectRoles.indexOf(role);
  const mayGive = (grant: Grant) => me.super_admin || own?.permissions[grant] === true;
  const isBelow = (role: RoleName) => me.super_admin || (own !== undefined && rank(role) >= rank(own.role));
  return { mayGive, roles: givenRoles.filter((role) => isBelow(role) && roleGrants[role].every(mayGive)) };
}

export const permissionsOf = (role: RoleName): Permissions =>
  Object.fromEntries(grants.map((grant) => [grant, roleGrants[role].includes(grant)])) as Permissions;

/** Permissions on one member, from the server. */
export const may = {
  change: ({ can }: TeamMember) => can["change"] === true,
  remove: ({ can }: TeamMember) => can["remove"] === true,
  handOver: ({ can }: TeamMember) => can["transfer"] === true,
};
