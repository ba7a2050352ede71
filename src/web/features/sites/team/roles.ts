import type { CurrentUser } from "#contract/auth.ts";
import { type Grant, givenRoles, grants, projectRoles, roleGrants } from "#contract/choices.ts";
import type { GivenRole, Permissions, Team, TeamMember } from "#contract/team.ts";

type RoleName = TeamMember["role"];

/** What somebody may do with the members of a team, by what the server said of himself in it. */
export interface Giver {
  mayGive(grant: Grant): boolean;
  /** Places that he may put somebody into. */
  readonly roles: readonly GivenRole[];
}

/** Nobody lifts somebody above himself, nor gives what he has not. */
export function giverIn(team: Team, me: CurrentUser): Giver {
  const own = team.members.find(({ id_user }) => id_user === me.id);
  const rank = (role: RoleName) => projectRoles.indexOf(role);
  const mayGive = (grant: Grant) => me.super_admin || own?.permissions[grant] === true;
  const isBelow = (role: RoleName) => me.super_admin || (own !== undefined && rank(role) >= rank(own.role));
  return { mayGive, roles: givenRoles.filter((role) => isBelow(role) && roleGrants[role].every(mayGive)) };
}

export const permissionsOf = (role: RoleName): Permissions =>
  Object.fromEntries(grants.map((grant) => [grant, roleGrants[role].includes(grant)])) as Permissions;

/** The server's answers about one member. */
export const may = {
  change: ({ can }: TeamMember) => can["change"] === true,
  remove: ({ can }: TeamMember) => can["remove"] === true,
  handOver: ({ can }: TeamMember) => can["transfer"] === true,
};
