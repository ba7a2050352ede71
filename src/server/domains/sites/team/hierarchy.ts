import { type Grant, grants, projectRoles, roleGrants } from "#contract/choices.ts";
import type { ErrorCode } from "#contract/errors.ts";
import type { ProjectRole } from "#contract/projects.ts";

/** Somebody who acts in a project: a place in it, or none for a super admin who is no member. */
export interface Actor {
  readonly id: number;
  readonly super_admin: boolean;
  readonly role: ProjectRole | null;
  readonly grants: readonly Grant[];
}

/** A member as far as it matters who may change him. */
export interface Ranked {
  readonly id_user: number;
  readonly role: ProjectRole;
}

/** What makes a member's grants: his role's, more (`given`) and less (`withheld`). */
export interface Membership {
  readonly role: ProjectRole;
  readonly given: readonly Grant[];
  readonly withheld: readonly Grant[];
}

export type Wanted = Readonly<Partial<Record<Grant, boolean>>>;

const rank = (role: ProjectRole): number => projectRoles.indexOf(role);

/**
 * Why this one may not change, remove or restrict that one; undefined when he may. Nobody changes himself, the owner
 * is changed by handing the project over alone, and everybody else those below his own place.
 */
export function refusalToChange(actor: Actor, target: Ranked): ErrorCode | undefined {
  if (actor.id === target.id_user) return "NOT_YOURSELF";
  if (target.role === "owner") return "MEMBER_ABOVE";
  if (actor.super_admin) return undefined;
  return actor.role !== null && rank(actor.role) < rank(target.role) ? undefined : "MEMBER_ABOVE";
}

/**
 * Why this one may not give that place, to somebody who held `before`; undefined when he may. Nobody lifts somebody
 * above himself, nor gives what he has not: what was there before he need not have.
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

/** `visits.edit` is nothing without `visits.view`. */
const sightOf = (grant: Grant): Grant => grant.replace(/\.edit$/, ".view") as Grant;

/** What a place holds in the end; as `member_grants` in the database has it, to which a test holds it. */
export function grantsOf({ role, given, withheld }: Membership): Grant[] {
  if (role === "owner") return [...grants];
  const has = (grant: Grant) =>
    (roleGrants[role].includes(grant) || given.includes(grant)) &&
    (grant === "project.view" || !withheld.includes(grant));
  return grants.filter((grant) => has(grant) && has(sightOf(grant)));
}

/**
 * A place after a change. A new role begins without adjustments; permissions are set upon it, one by one, those left
 * out stay. Whoever may change a kind of thing sees it, too; the sight of the project is never taken away.
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
