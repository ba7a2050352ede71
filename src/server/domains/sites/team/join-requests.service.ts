import type { z } from "zod";
import { limits } from "#contract/limits.ts";
import type { GivenRole, JoinStatus } from "#contract/team.ts";
import { networkOf } from "#server/platform/attempts.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import { loadPersonName } from "#server/platform/person-name.ts";
import { membersOf } from "../projects/members.ts";
import { refusalToGive } from "./hierarchy.ts";
import type { createInvitations } from "./invitations.service.ts";
import { answer, countWaiting, type Standing, standingOf } from "./join-requests.repository.ts";
import type { Door } from "./joining.ts";
import { findMember, type MemberRow } from "./members.repository.ts";
import { invitationsChanged, teamChanged } from "./team.events.ts";
import { type Caller, lockProject, note, openTeam, refuse, type TeamOptions } from "./team-context.ts";

/** A project as named by the caller: by the code that opens it, or by a number that reveals nothing by itself. */
export interface Named {
  readonly id_project?: number | undefined;
  readonly project_code?: string | undefined;
}

const { joinCode, team } = limits;
const unknown = { status: "none", project: null, since: null } as const;

export interface JoinOptions extends TeamOptions {
  readonly door: Door;
  readonly invitations: Pick<ReturnType<typeof createInvitations>, "letIn">;
}

/** Requests to join a project, and the managers' answers. */
export function createJoinRequests({ db, bus, attempts, notices, door, invitations }: JoinOptions) {
  const byCode = (caller: Caller, code: string) => standingByCode({ db, attempts }, caller, code);
  const ask = createAsk({ bus, notices, door });

  return {
    /**
     * Sends a request; an invited user is admitted, a member or a requester stays so. Throws JOIN_CODE_UNKNOWN,
     * RATE_LIMITED, PROJECT_CLOSED, JOIN_DECLINED within days of a refusal, REQUESTS_FULL.
     */
    async send(caller: Caller, { project_code, message }: { project_code: string; message: string }) {
      const { id_project } = await byCode(caller, project_code);
      await db.transaction().execute((trx) => ask(trx, caller, id_project, message));
      return show(db, caller.user.id, { id_project }, true);
    },

    /** By number alone: reveals nothing of a project that is not public and to which the caller has no relation. */
    async status(caller: Caller, { id_project, project_code }: Named) {
      if (project_code === undefined) return show(db, caller.user.id, { id_project }, false);
      const found = await byCode(caller, project_code);
      return show(db, caller.user.id, { id_project: found.id_project }, true);
    },

    /**
     * Throws NOT_FOUND when the caller has no request, whether or not the project exists; ALREADY_MEMBER when it was
     * accepted.
     */
    cancel: (caller: Caller, named: Named): Promise<void> =>
      db.transaction().execute(async (trx) => {
        const { id: id_user } = caller.user;
        const standing = await standingOf(trx, id_user, named);
        if (standing === undefined) throw new AppError("NOT_FOUND");
        const { id_project } = standing;
        const project = await lockProject(trx, id_project);
        if ((await answer(trx, { id_project, id_user }, "cancelled", null)) === undefined)
          return refuseAnswered(trx, id_project, id_user);
        await note(trx, project, caller, "request_cancelled");
        await bus.emit(trx, teamChanged, { id_project });
      }),

    accept: (
      caller: Caller,
      { id_project, id_user, role }: { id_project: number; id_user: number; role: GivenRole },
    ): Promise<MemberRow> =>
      db.transaction().execute(async (trx) => {
        const { project, actor } = await openTeam(trx, id_project, caller);
        refuse(refusalToGive(actor, role));
        const person = await trx
          .selectFrom("users")
          .select(["id", "email"])
          .where("id", "=", id_user)
          .executeTakeFirst();
        const isIn =
          person !== undefined && (await invitations.letIn(trx, { project, person, role, caller }));
        if (!isIn) return refuseAnswered(trx, id_project, id_user);
        const member = await findMember(trx, id_project, { id_user });
        if (member === undefined) throw new AppError("NOT_FOUND");
        return member;
      }),

    decline: (caller: Caller, which: { id_project: number; id_user: number }): Promise<void> =>
      db.transaction().execute(async (trx) => {
        const { id_project, id_user } = which;
        const { project } = await openTeam(trx, id_project, caller);
        if ((await answer(trx, which, "declined", caller.user.id)) === undefined)
          return refuseAnswered(trx, id_project, id_user);
        const person = await loadPersonName(trx, id_user);
        await note(trx, project, caller, "request_declined", { person });
        await notices.notify(trx, {
          to: [id_user],
          by: caller.user.id,
          sort: "join_declined",
          values: { project: project.name },
        });
        await bus.emit(trx, teamChanged, { id_project });
        // The requester's own pages show the status of the request.
        await bus.emit(trx, invitationsChanged, { id_user });
      }),
  };
}

/**
 * Looks a code up. Throws JOIN_CODE_UNKNOWN, and RATE_LIMITED with the seconds to wait for a caller who guesses. The
 * attempt is counted before the lookup and given back when it was right: of ten thousand concurrent attempts no more
 * count than of sequential ones, and a caller who has to wait learns nothing, right or wrong.
 */
async function standingByCode(
  { db, attempts }: Pick<JoinOptions, "db" | "attempts">,
  { user, ip }: Caller,
  project_code: string,
): Promise<Standing> {
  const keys = [
    { key: `project code of ${user.id}`, max: joinCode.tries },
    { key: `project code from ${networkOf(ip)}`, max: joinCode.perAddress },
  ];
  for (const { key, max } of keys) await attempts.take(key, { max, seconds: joinCode.seconds });
  const standing = await standingOf(db, user.id, { project_code });
  if (standing === undefined) throw new AppError("JOIN_CODE_UNKNOWN");
  for (const { key } of keys) await attempts.giveBack(key);
  return standing;
}

/** Nothing is pending: another manager has answered, or the requester has cancelled. */
async function refuseAnswered(trx: Trx, id_project: number, id_user: number): Promise<never> {
  const member = await findMember(trx, id_project, { id_user });
  throw new AppError(member === undefined ? "NOT_FOUND" : "ALREADY_MEMBER");
}

/** Requests to join for a user; an invited user is admitted, a member or a requester stays so. */
function createAsk({ bus, notices, door }: Pick<JoinOptions, "bus" | "notices" | "door">) {
  const takeInvitation = async (
    trx: Trx,
    caller: Caller,
    project: { readonly id: number; readonly name: string },
    id: number,
  ): Promise<void> => {
    const { role, email, id_inviter } = await trx
      .selectFrom("project_invitations")
      .select(["role", "email", "id_inviter"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const { id: id_user } = caller.user;
    await door.admit(trx, { project, person: { id: id_user, email }, role, by: id_user });
    await note(trx, project, caller, "joined", { role });
    await bus.emit(trx, invitationsChanged, { id_user });
    if (id_inviter === null) return;
    const values = { project: project.name };
    const link = `/project/${project.id}#team`;
    await notices.notify(trx, { to: [id_inviter], by: id_user, sort: "invitation_accepted", values, link });
  };

  return async (trx: Trx, caller: Caller, id_project: number, message: string): Promise<void> => {
    const { id: id_user } = caller.user;
    const project = await lockProject(trx, id_project);
    const standing = await standingOf(trx, id_user, { id_project });
    if (standing === undefined) throw new AppError("JOIN_CODE_UNKNOWN");
    if (standing.is_member || standing.since !== null) return;
    const { id_invitation } = standing;
    if (id_invitation !== null) return takeInvitation(trx, caller, project, id_invitation);
    if (!standing.is_open) throw new AppError("PROJECT_CLOSED");
    if (standing.is_declined) throw new AppError("JOIN_DECLINED");
    if ((await countWaiting(trx, id_user)) >= team.asked)
      throw new AppError("REQUESTS_FULL", { values: { n: team.asked } });
    await trx
      .insertInto("join_requests")
      .values({ id_project, id_user, message, answered_at: null, id_answerer: null })
      .execute();
    await note(trx, project, caller, "requested");
    await notices.notify(trx, {
      to: membersOf(id_project, "team.edit"),
      by: id_user,
      sort: "join_requested",
      values: { project: project.name },
      link: `/project/${id_project}#team`,
      fold: `requests for ${id_project}`,
    });
    await bus.emit(trx, teamChanged, { id_project });
  };
}

async function show(
  db: Database,
  id_user: number,
  named: Named,
  isKnown: boolean,
): Promise<z.input<typeof JoinStatus>> {
  const standing = await standingOf(db, id_user, named);
  if (standing === undefined) return unknown;
  const status = statusOf(standing);
  if (!isKnown && !standing.is_shown && status === "none") return unknown;
  const { id_project, project_code, name, since } = standing;
  return {
    status,
    project: { id_project, project_code, name },
    since: status === "pending" ? (since?.toISOString() ?? null) : null,
  };
}

function statusOf({ is_member, id_invitation, since, is_declined }: Standing) {
  if (is_member) return "member";
  if (id_invitation !== null) return "invited";
  if (since !== null) return "pending";
  return is_declined ? "declined" : "none";
}
