import { sql } from "kysely";
import type { Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Authorized } from "#server/platform/policy.ts";
import { close, findOpen } from "./invitations.repository.ts";
import type { Door } from "./joining.ts";
import { findMember } from "./members.repository.ts";
import { invitationsChanged, teamChanged } from "./team.events.ts";
import type { InvitationRecord } from "./team.policy.ts";
import { type Caller, lockProject, note, type TeamOptions } from "./team-context.ts";

/** Answers of the invited person. */
export function createInvitationAnswers({ db, bus, notices }: TeamOptions, door: Door) {
  async function tellInviter(
    trx: Trx,
    sort: "invitation_accepted" | "invitation_declined",
    { project, id_inviter, by }: Told,
  ): Promise<void> {
    if (id_inviter === null) return;
    const isStill = sql`select id_user from project_members where id_project = ${project.id}
      and id_user = ${id_inviter} union select id from users where id = ${id_inviter} and role = 'super_admin'`;
    const values = { project: project.name };
    await notices.notify(trx, { to: isStill, by, sort, values, link: `/project/${project.id}#team` });
  }

  return {
    /** Makes the invited person a member, and notifies the inviter. Throws NOT_FOUND when it was cancelled meanwhile. */
    accept: (caller: Caller, { id, id_project, id_inviter }: Authorized<InvitationRecord>) =>
      db.transaction().execute(async (trx) => {
        const project = await lockProject(trx, id_project);
        const found = await findOpen(trx, id, caller.user.id);
        if (found === undefined) throw new AppError("NOT_FOUND");
        const { id: id_user } = caller.user;
        const person = { id: id_user, email: found.email };
        await door.admit(trx, { project, person, role: found.role, by: id_user });
        const member = await findMember(trx, id_project, { id_user });
        const role = member?.role ?? found.role;
        await note(trx, project, caller, "joined", { role });
        await tellInviter(trx, "invitation_accepted", { project, id_inviter, by: id_user });
        await bus.emit(trx, invitationsChanged, { id_user });
        return { id_project, role };
      }),

    decline: (caller: Caller, { id, id_project, id_inviter }: Authorized<InvitationRecord>): Promise<void> =>
      db.transaction().execute(async (trx) => {
        const project = await lockProject(trx, id_project);
        const { id: id_user } = caller.user;
        if ((await findOpen(trx, id, id_user)) === undefined) throw new AppError("NOT_FOUND");
        await close(trx, id, "declined");
        await note(trx, project, caller, "declined");
        await tellInviter(trx, "invitation_declined", { project, id_inviter, by: id_user });
        await bus.emit(trx, teamChanged, { id_project });
        await bus.emit(trx, invitationsChanged, { id_user });
      }),
  };
}

interface Told {
  readonly project: { readonly id: number; readonly name: string };
  readonly id_inviter: number | null;
  readonly by: number;
}
