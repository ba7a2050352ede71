import type { GivenRole } from "#contract/team.ts";
import type { Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import { membersOf } from "../projects/members.ts";
import {
  adjusted,
  grantsOf,
  isSameMembership,
  type Membership,
  refusalToChange,
  refusalToGive,
  type Wanted,
} from "./hierarchy.ts";
import type { Door } from "./joining.ts";
import { findMember, type MemberRow, otherOwners, setPlace, type Which } from "./members.repository.ts";
import { rightsChanged, teamChanged } from "./team.events.ts";
import {
  type Caller,
  lockProject,
  note,
  openTeam,
  refuse,
  type TeamOptions,
  type TeamProject,
} from "./team-context.ts";

/** Changes to members. Each locks the project, so that they run one after the other. */
export function createMembers({ db, bus, notices }: TeamOptions, door: Door) {
  const change = async (trx: Trx, member: MemberRow, to: Membership): Promise<void> => {
    await setPlace(trx, member.id_member, to);
    const after = grantsOf(to);
    const { id_project, id_user } = member;
    const is_less = !member.grants.every((grant) => after.includes(grant));
    await bus.emit(trx, rightsChanged, { id_project, id_user, is_member: true, is_less });
  };

  const tell = (
    trx: Trx,
    sort: "rights_changed" | "member_removed" | "ownership_received" | "ownership_lost",
    { project, to, by, name }: { project: TeamProject; to: number; by: number; name?: string },
  ) =>
    notices.notify(trx, {
      to: [to],
      by,
      sort,
      values: { project: project.name, ...(name !== undefined && { name }) },
      ...(sort !== "member_removed" && { link: `/project/${project.id}` }),
      ...(sort === "rights_changed" && { fold: `rights in ${project.id}` }),
    });

  return {
    /** Changes a member's role, permissions or both. Throws NOT_FOUND, NOT_YOURSELF, MEMBER_ABOVE, GRANT_LACKING. */
    change: (
      caller: Caller,
      id_project: number,
      which: Which,
      wanted: { readonly role?: GivenRole | undefined; readonly permissions?: Wanted | undefined },
    ): Promise<MemberRow> =>
      db.transaction().execute(async (trx) => {
        const { project, actor } = await openTeam(trx, id_project, caller);
        const before = await found(trx, id_project, which);
        refuse(refusalToChange(actor, before));
        const after = adjusted(before, wanted.role, wanted.permissions);
        refuse(refusalToGive(actor, after.role, grantsOf(after), before.grants));
        if (isSameMembership(before, after)) return before;
        await change(trx, before, after);
        await noteChange(trx, project, caller, { before, after });
        await tell(trx, "rights_changed", { project, to: before.id_user, by: caller.user.id });
        await bus.emit(trx, teamChanged, { id_project });
        return found(trx, id_project, { id_user: before.id_user });
      }),

    /** Makes another member the owner; the previous owner becomes a manager. */
    transfer: (caller: Caller, id_project: number, which: Which): Promise<MemberRow> =>
      db.transaction().execute(async (trx) => {
        const { project, actor } = await openTeam(trx, id_project, caller);
        // The caller who was the owner at the policy check may no longer be.
        if (!actor.super_admin && actor.role !== "owner") throw new AppError("MEMBER_ABOVE");
        const heir = await found(trx, id_project, which);
        const before = await otherOwners(trx, id_project, heir.id_user);
        if (heir.role === "owner" && before.length === 0) return heir;
        for (const { id_user } of before) {
          const owner = await found(trx, id_project, { id_user });
          await change(trx, owner, { role: "manager", given: [], withheld: [] });
          await tell(trx, "ownership_lost", { project, to: id_user, by: caller.user.id, name: heir.name });
        }
        await change(trx, heir, { role: "owner", given: [], withheld: [] });
        await tell(trx, "ownership_received", { project, to: heir.id_user, by: caller.user.id });
        await note(trx, project, caller, "owner_changed", { person: heir.name, role: "owner" });
        await bus.emit(trx, teamChanged, { id_project });
        return found(trx, id_project, { id_user: heir.id_user });
      }),

    remove: (caller: Caller, id_project: number, which: Which): Promise<void> =>
      db.transaction().execute(async (trx) => {
        const { project, actor } = await openTeam(trx, id_project, caller);
        const member = await found(trx, id_project, which);
        refuse(refusalToChange(actor, member));
        await door.release(trx, id_project, member.id_user);
        await note(trx, project, caller, "removed", { person: member.name, role: member.role });
        await tell(trx, "member_removed", { project, to: member.id_user, by: caller.user.id });
      }),

    /** Throws OWNER_STAYS, also for a caller who became the owner after the policy check. */
    leave: (caller: Caller, project: TeamProject): Promise<void> =>
      db.transaction().execute(async (trx) => {
        const { id } = project;
        await lockProject(trx, id);
        const member = await found(trx, id, { id_user: caller.user.id });
        if (member.role === "owner") throw new AppError("OWNER_STAYS");
        await door.release(trx, id, member.id_user);
        await note(trx, project, caller, "left", { role: member.role });
        await notices.notify(trx, {
          to: membersOf(id, "team.edit"),
          by: caller.user.id,
          sort: "member_left",
          values: { project: project.name },
          link: `/project/${id}#team`,
        });
      }),
  };
}

/** Logs the changed parts of a membership: role, permissions or both. */
async function noteChange(
  trx: Trx,
  project: TeamProject,
  caller: Caller,
  { before, after }: { before: MemberRow; after: Membership },
): Promise<void> {
  const person = before.name;
  if (after.role !== before.role)
    await note(trx, project, caller, "role_changed", { person, role: after.role });
  else await note(trx, project, caller, "permissions_changed", { person });
}

async function found(trx: Trx, id_project: number, which: Which): Promise<MemberRow> {
  const member = await findMember(trx, id_project, which);
  if (member === undefined) throw new AppError("NOT_FOUND");
  return member;
}
