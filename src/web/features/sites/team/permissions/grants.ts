import { type Grant, grants, roleGrants } from "#contract/choices.ts";
import type { GivenRole, Permissions, TeamMember } from "#contract/team.ts";
import { permissionsOf } from "../roles.ts";

/** A kind of data that may be viewed, and usually changed. */
export type Area = Grant extends `${infer Name}.${string}` ? Name : never;

export const areas = [...new Set(grants.map((grant) => grant.split(".")[0] as Area))];

const pick = (name: string): Grant | undefined => grants.find((grant) => grant === name);
export const sightOf = (area: Area) => pick(`${area}.view`);
export const changeOf = (area: Area) => pick(`${area}.edit`);

/** Values of the member form. The owner's role is shown and not selectable. */
export interface Membership {
  readonly role: TeamMember["role"];
  readonly permissions: Permissions;
}

/** A new role brings its permissions. */
export const withRole = (role: GivenRole): Membership => ({ role, permissions: permissionsOf(role) });

/** The change permission implies the view permission, and without the latter there is no former. */
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
 * The changes to send. A new role begins without adjustments, so only permissions that differ from the role are sent
 * with it; to return to the role's permissions, sending the role is enough.
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

/** Number of changed checkboxes and selections, for "3 changes". */
export function countChanges(before: Membership, after: Membership): number {
  const moved = grants.filter((grant) => before.permissions[grant] !== after.permissions[grant]).length;
  return moved + (before.role === after.role ? 0 : 1);
}
