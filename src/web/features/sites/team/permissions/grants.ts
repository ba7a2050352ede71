import { type Grant, grants, roleGrants } from "#contract/choices.ts";
import type { GivenRole, Permissions, TeamMember } from "#contract/team.ts";
import { permissionsOf } from "../roles.ts";

/** A kind of thing that may be seen, and mostly changed. */
export type Area = Grant extends `${infer Name}.${string}` ? Name : never;

export const areas = [...new Set(grants.map((grant) => grant.split(".")[0] as Area))];

const pick = (name: string): Grant | undefined => grants.find((grant) => grant === name);
export const sightOf = (area: Area) => pick(`${area}.view`);
export const changeOf = (area: Area) => pick(`${area}.edit`);

/** What the form of a member holds. The owner's place is shown and never chosen. */
export interface Membership {
  readonly role: TeamMember["role"];
  readonly permissions: Permissions;
}

/** With a new role come that role's permissions. */
export const withRole = (role: GivenRole): Membership => ({ role, permissions: permissionsOf(role) });

/** Whoever may change a thing sees it; whoever does not see it does not change it. */
export function withGrant({ role, permissions }: Membership, grant: Grant, isGiven: boolean): Membership {
  const area = grant.split(".")[0] as Area;
  const [sight, change] = [sightOf(area), changeOf(area)];
  const next = { ...permissions, [grant]: isGiven };
  if (isGiven && sight !== undefined) next[sight] = true;
  if (!isGiven && grant === sight && change !== undefined) next[change] = false;
  return { role, permissions: next };
}

export const isRoles = ({ role }: Membership, grant: Grant): boolean => roleGrants[role].includes(grant);

export const isAdjusted = (place: Membership): boolean =>
  grants.some((grant) => place.permissions[grant] !== isRoles(place, grant));

export interface Change {
  readonly role?: GivenRole;
  readonly permissions?: Partial<Permissions>;
}

/**
 * What is to be sent: nothing that stayed. A new role begins without adjustments, so of the permissions only those
 * go with it that are not the role's; and to be again what one's role says, it is enough to say the role.
 */
export function changeBetween(before: Membership, after: Membership): Change {
  const isNewRole = after.role !== before.role;
  const role = after.role === "owner" ? {} : { role: after.role };
  const differs = (grant: Grant) =>
    after.permissions[grant] !== (isNewRole ? isRoles(after, grant) : before.permissions[grant]);
  const permissions = Object.fromEntries(
    grants.filter(differs).map((grant) => [grant, after.permissions[grant]]),
  ) as Partial<Permissions>;
  const hasSome = Object.keys(permissions).length > 0;
  if (isNewRole) return { ...role, ...(hasSome && { permissions }) };
  if (!hasSome) return {};
  return isAdjusted(after) ? { permissions } : role;
}

/** How many boxes and choices differ, for "3 changes". */
export function countChanges(before: Membership, after: Membership): number {
  const moved = grants.filter((grant) => before.permissions[grant] !== after.permissions[grant]).length;
  return moved + (before.role === after.role ? 0 : 1);
}
