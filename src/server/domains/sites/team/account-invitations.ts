import { sql } from "kysely";
import type { UserRecord } from "#server/domains/people/auth/accounts.ts";
import type { ProjectInvitations } from "#server/domains/people/registration/project-invitations.ts";
import type { Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import { hashToken } from "#server/platform/session.ts";
import { tellInvited } from "./invitation-delivery.ts";
import { type Invitation, personAt } from "./invitations.repository.ts";
import type { Door } from "./joining.ts";
import { lockProject, note, type TeamOptions, type TeamProject } from "./team-context.ts";
import "./tables.ts";

/** An invitation whose link was used, locked together with its project. */
export interface Taken {
  readonly project: TeamProject;
  readonly invitation: Invitation;
}

/** An open account joins by its sign-in; a pending one is opened by email alone, which proves the address. */
const isMeant = ({ is_mailed }: Invitation, person: UserRecord | undefined): boolean =>
  person === undefined || (person.awaiting !== null && person.locked_at === null && is_mailed);

export function createAccountInvitations(
  { db, bus, notices }: TeamOptions,
  door: Door,
): ProjectInvitations<Taken> {
  const open = (source: typeof db | Trx, token: string) =>
    source
      .selectFrom("project_invitations as i")
      .innerJoin("projects as p", "p.id", "i.id_project")
      .selectAll("i")
      .where("i.token_hash", "=", hashToken(token))
      .where("i.state", "=", "pending")
      .where("i.expires_at", ">", sql<Date>`now()`)
      .where("p.deleted_at", "is", null);

  return {
    async find(token) {
      const invitation = await open(db, token).executeTakeFirst();
      if (invitation === undefined) return undefined;
      const { email } = invitation;
      const person = await personAt(db, email);
      return isMeant(invitation, person) ? { email, person } : undefined;
    },

    async take(trx, token) {
      const known = await open(trx, token).executeTakeFirst();
      if (known === undefined) throw new AppError("LINK_INVALID");
      const project = await lockProject(trx, known.id_project);
      const invitation = await open(trx, token).forUpdate("i").executeTakeFirst();
      if (invitation === undefined || !isMeant(invitation, await personAt(trx, invitation.email)))
        throw new AppError("LINK_INVALID");
      return { project, invitation };
    },

    async accept(trx, { project, invitation }, user, ip) {
      const { role, id_inviter } = invitation;
      await door.admit(trx, { project, person: user, role, by: user.id });
      await note(trx, project, { user, ip }, "joined", { role });
      if (id_inviter === null) return;
      await notices.notify(trx, {
        to: [id_inviter],
        by: user.id,
        sort: "invitation_accepted",
        values: { project: project.name },
        link: `/project/${project.id}#team`,
      });
    },

    async claim(trx, { id, email, email_verified_at }) {
      if (email_verified_at === null) return;
      const claimed = await trx
        .updateTable("project_invitations as i")
        .from("projects as p")
        .set({ id_user: id, token_hash: null, is_mailed: false })
        .whereRef("p.id", "=", "i.id_project")
        .where("p.deleted_at", "is", null)
        .where("i.id_user", "is", null)
        .where("i.state", "=", "pending")
        .where("i.expires_at", ">", sql<Date>`now()`)
        .where(sql<boolean>`lower(i.email) = lower(${email})`)
        .returning(["i.id_inviter", "i.message", "p.id", "p.name"])
        .execute();
      for (const { id_inviter, message, ...project } of claimed)
        await tellInvited({ bus, notices }, trx, { project, id_user: id, by: id_inviter, message });
    },
  };
}
