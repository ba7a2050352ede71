import { limits } from "#contract/limits.ts";
import type { GivenRole } from "#contract/team.ts";
import type { UserRecord } from "#server/domains/people/auth/accounts.ts";
import type { Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import { refusalToGive } from "./hierarchy.ts";
import { createInvitationAnswers } from "./invitation-answers.ts";
import { createDelivery } from "./invitation-delivery.ts";
import {
  close,
  countPending,
  expiry,
  findFor,
  findPending,
  type InvitationRow,
  listInvitations,
  personAt,
} from "./invitations.repository.ts";
import { countMembers, type Door } from "./joining.ts";
import { findMember } from "./members.repository.ts";
import { invitationsChanged, teamChanged } from "./team.events.ts";
import { type Caller, note, openTeam, refuse, type TeamOptions } from "./team-context.ts";

export interface Offer {
  readonly email: string;
  readonly role: GivenRole;
  readonly message: string;
}

/** Result of sending; `link` where only the inviter can hand it over. */
export interface Sent {
  readonly invitation: InvitationRow;
  readonly link: string | null;
}

const { attempts: tries, team } = limits;

export function createInvitations(options: TeamOptions, door: Door) {
  const { db, bus, attempts, notices } = options;
  const deliver = createDelivery(options);

  const count = (caller: Caller, email: string) => countInvitation(attempts, caller, email);

  const letIn = createLetIn({ door, notices });

  return {
    letIn,

    /**
     * Invites an address; undefined when its owner had asked to join and is a member now. Throws NOT_YOURSELF,
     * ALREADY_MEMBER, ALREADY_INVITED, TEAM_FULL, INVITATIONS_FULL, MEMBER_ABOVE and GRANT_LACKING; RATE_LIMITED for a
     * caller who sends too many.
     */
    async invite(caller: Caller, id_project: number, offer: Offer): Promise<Sent | undefined> {
      await count(caller, offer.email);
      return db.transaction().execute(async (trx) => {
        const { project, actor } = await openTeam(trx, id_project, caller);
        const { email, role, message } = offer;
        refuse(refusalToGive(actor, role));
        const person = await personAt(trx, email);
        if (person?.id === caller.user.id) throw new AppError("NOT_YOURSELF");
        refuseBinned(person);
        if (person !== undefined) {
          if ((await findMember(trx, id_project, { id_user: person.id })) !== undefined)
            throw new AppError("ALREADY_MEMBER");
          if (await letIn(trx, { project, person, role, caller })) return undefined;
        }
        const before = await findFor(trx, id_project, email, person?.id ?? 0);
        if (before !== undefined && !before.is_expired) throw new AppError("ALREADY_INVITED");
        if (before !== undefined) await close(trx, before.id, "cancelled", { isRenewed: true });
        await refuseFull(trx, id_project);
        const { link, ...delivery } = await deliver(trx, { project, email, person, caller, message });
        const values = { id_project, email, role, message, id_inviter: caller.user.id, answered_at: null };
        const { id } = await trx
          .insertInto("project_invitations")
          .values({ ...values, ...delivery, id_former: before?.id ?? null, expires_at: expiry })
          .returning("id")
          .executeTakeFirstOrThrow();
        const invitation = await show(trx, id_project, id);
        await note(trx, project, caller, "invited", { person: invitation.name, role });
        await bus.emit(trx, teamChanged, { id_project });
        return { invitation, link };
      });
    },

    /** Sends it again, to the current owner of the address; its validity restarts and its former link is invalidated. */
    async resend(caller: Caller, id_project: number, id: number): Promise<Sent> {
      const known = await db.transaction().execute((trx) => findPending(trx, id_project, { id }));
      if (known === undefined) throw new AppError("NOT_FOUND");
      await count(caller, known.email);
      return db.transaction().execute(async (trx) => {
        const { project, actor } = await openTeam(trx, id_project, caller);
        const found = await findPending(trx, id_project, { id });
        if (found === undefined) throw new AppError("NOT_FOUND");
        refuse(refusalToGive(actor, found.role));
        const { email } = found;
        const person = await personOf(trx, found.id_user, email);
        refuseBinned(person);
        const { link, ...delivery } = await deliver(trx, {
          project,
          email,
          person,
          caller,
          message: found.message,
        });
        await trx
          .updateTable("project_invitations")
          .set({ ...delivery, expires_at: expiry, id_inviter: caller.user.id })
          .where("id", "=", id)
          .execute();
        const invitation = await show(trx, id_project, id);
        await note(trx, project, caller, "invited_again", { person: invitation.name, role: found.role });
        return { invitation, link };
      });
    },

    /** Cancels it: its link and its entry in the list are gone. Throws NOT_FOUND when it was answered. */
    cancel: (
      caller: Caller,
      id_project: number,
      which: { readonly id?: number | undefined; readonly email?: string | undefined },
    ): Promise<void> =>
      db.transaction().execute(async (trx) => {
        const { project } = await openTeam(trx, id_project, caller);
        const found = await findPending(trx, id_project, which);
        if (found === undefined) throw new AppError("NOT_FOUND");
        const { id_user } = found;
        const { name } = await show(trx, id_project, found.id);
        await close(trx, found.id, "cancelled");
        await note(trx, project, caller, "invitation_cancelled", { person: name });
        await bus.emit(trx, teamChanged, { id_project });
        if (id_user !== null) await bus.emit(trx, invitationsChanged, { id_user });
      }),

    ...createInvitationAnswers(options, door),
  };
}

/** Before the transaction: a call that is refused afterwards still counts. */
async function countInvitation(
  attempts: TeamOptions["attempts"],
  { user }: Caller,
  email: string,
): Promise<void> {
  await attempts.take(`project invitations of ${user.id}`, { max: team.perHour, seconds: 3600 });
  const mails = { max: tries.mails, seconds: tries.mailSeconds };
  await attempts.take(`project invitations to ${email.toLowerCase()}`, mails);
}

interface LetIn {
  readonly project: { readonly id: number; readonly name: string };
  readonly person: Pick<UserRecord, "id" | "email">;
  readonly role: GivenRole;
  readonly caller: Caller;
}

/** Admits a user who has already asked to join. Returns false when they have not. */
function createLetIn({ door, notices }: { readonly door: Door } & Pick<TeamOptions, "notices">) {
  return async (trx: Trx, { project, person, role, caller }: LetIn): Promise<boolean> => {
    const asked = await trx
      .selectFrom("join_requests")
      .select("id")
      .where("id_project", "=", project.id)
      .where("id_user", "=", person.id)
      .where("state", "=", "pending")
      .forUpdate()
      .executeTakeFirst();
    if (asked === undefined) return false;
    const by = caller.user.id;
    await door.admit(trx, { project, person, role, by });
    const member = await findMember(trx, project.id, { id_user: person.id });
    await note(trx, project, caller, "let_in", { person: member?.name ?? "", role });
    const values = { project: project.name };
    await notices.notify(trx, {
      to: [person.id],
      by,
      sort: "join_accepted",
      values,
      link: `/project/${project.id}`,
    });
    return true;
  };
}

async function refuseFull(trx: Trx, id_project: number): Promise<void> {
  const waiting = await countPending(trx, id_project);
  if (waiting >= team.invitations)
    throw new AppError("INVITATIONS_FULL", { values: { n: team.invitations } });
  if ((await countMembers(trx, id_project)) + waiting >= team.members)
    throw new AppError("TEAM_FULL", { values: { n: team.members } });
}

async function show(trx: Trx, id_project: number, id: number): Promise<InvitationRow> {
  const row = (await listInvitations(trx, id_project)).find((invitation) => invitation.id === id);
  if (row === undefined) throw new AppError("NOT_FOUND");
  return row;
}

/** No one can answer for an account in the bin, and its address is taken. */
function refuseBinned(person: Pick<UserRecord, "deleted_at"> | undefined): void {
  if (person !== undefined && person.deleted_at !== null)
    throw new AppError("VALIDATION", { fields: { email: ["users.email_deleted"] } });
}

/** An invitation stays with its user when their address changes. */
const personOf = (trx: Trx, id_user: number | null, email: string): Promise<UserRecord | undefined> =>
  id_user === null
    ? personAt(trx, email)
    : trx.selectFrom("users").selectAll().where("id", "=", id_user).executeTakeFirst();
