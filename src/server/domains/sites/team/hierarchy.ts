import { type Grant, grants, projectRoles, roleGrants } from "#contract/choices.ts";
import type { ErrorCode } from "#contract/errors.ts";
import type { ProjectRole } from "#contract/projects.ts";

/** The acting user in a project: a role in it, or none for a super admin who is not a member. */
export interface Actor {
  readonly id: number;
  readonly super_admin: boolean;
  readonly role: ProjectRole | null;
  readonly grants: readonly Grant[];
}

/** Fields of a member that decide who may change them. */
export interface Ranked {
  readonly id_user: number;
  readonly role: ProjectRole;
}

/** Sources of a member's grants: those of the role, more (`given`) and less (`withheld`). */
export interface Membership {
  readonly role: ProjectRole;
  readonly given: readonly Grant[];
  readonly withheld: readonly Grant[];
}

export type Wanted = Readonly<Partial<Record<Grant, boolean>>>;

const rank = (role: ProjectRole): number => projectRoles.indexOf(role);

/**
 * Returns why the actor may not change, remove or restrict the target; undefined when they may. No one changes their
 * own membership, the owner changes only by a transfer of the project, and other members are changed only from a higher
 * role.
 */
export function refusalToChange(actor: Actor, target: Ranked): ErrorCode | undefined {
  if (actor.id === target.id_user) return "NOT_YOURSELF";
  if (target.role === "owner") return "MEMBER_ABOVE";
  if (actor.super_admin) return undefined;
  return actor.role !== null && rank(actor.role) < rank(target.role) ? undefined : "MEMBER_ABOVE";
}

/**
 * Returns why the actor may not assign that membership to a user who held `before`; undefined when they may. No one
 * promotes above their own role or gives a grant they lack; grants that were there before are exempt.
 */
export function refusalToGive(
  actor: Actor,
  role: ProjectRole,
  after: readonly Grant[] = roleGrants[role],
  before: readonly Grant[] = [],
): ErrorCode | undefined {
  if (actor.super_admin) return undefined;
  if (actor.role === null || rank(role) < rank(actor.role)) return "MEMBER_ABOVE";
  const fresh = after.filter((grant) => !before.includes(grant));
  return fresh.every((grant) => actor.grants.includes(grant)) ? undefined : "GRANT_LACKING";
}

/** `visits.edit` is useless without `visits.view`. */
const sightOf = (grant: Grant): Grant => grant.replace(/\.edit$/, ".view") as Grant;

/** Effective grants of a membership; equals `member_grants` in the database, which a test verifies. */
export function grantsOf({ role, given, withheld }: Membership): Grant[] {
  if (role === "owner") return [...grants];
  const has = (grant: Grant) =>
    (roleGrants[role].includes(grant) || given.includes(grant)) &&
    (grant === "project.view" || !withheld.includes(grant));
  return grants.filter((grant) => has(grant) && has(sightOf(grant)));
}

/**
 * Returns the membership after a change. A new role starts without adjustments; permissions are then applied one by
 * one, and omitted ones stay. The right to edit a kind of thing implies the right to view it; the sight of the project
 * is never removed.
 */
export function adjusted(before: Membership, role: ProjectRole | undefined, wanted: Wanted = {}): Membership {
  const base: Membership =
    role === undefined || (role === before.role && Object.keys(wanted).length > 0)
      ? before
      : { role, given: [], withheld: [] };
  const given = new Set(base.given);
  const withheld = new Set(base.withheld);
  const set = (grant: Grant, isWanted: boolean) => {
    const isRoles = roleGrants[base.role].includes(grant);
    given[isWanted && !isRoles ? "add" : "delete"](grant);
    withheld[!isWanted && isRoles && grant !== "project.view" ? "add" : "delete"](grant);
  };
  for (const grant of grants) {
    const isWanted = wanted[grant];
    if (isWanted === undefined) continue;
    set(grant, isWanted);
    if (isWanted && wanted[sightOf(grant)] === undefined) set(sightOf(grant), true);
  }
  const inOrder = (of: ReadonlySet<Grant>) => grants.filter((grant) => of.has(grant));
  return { role: base.role, given: inOrder(given), withheld: inOrder(withheld) };
}

export const isSameMembership = (one: Membership, other: Membership): boolean =>
  one.role === other.role &&
  one.given.join() === other.given.join() &&
  one.withheld.join() === other.withheld.join();

export const isAdjusted = (role: ProjectRole, held: readonly Grant[]): boolean =>
  held.length !== roleGrants[role].length || !roleGrants[role].every((grant) => held.includes(grant));
