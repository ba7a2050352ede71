import { teamApi } from "#contract/team.ts";
import type { Database } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import { handlers } from "#server/platform/http/module.ts";
import type { Authorized } from "#server/platform/policy.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { type ProjectRecord, projectFlags } from "../projects/projects.policy.ts";
import { createAccountInvitations } from "./account-invitations.ts";
import { listInvitations, listOwn } from "./invitations.repository.ts";
import { createInvitations, type Sent } from "./invitations.service.ts";
import { listRequests } from "./join-requests.repository.ts";
import { createJoinRequests } from "./join-requests.service.ts";
import { createDoor } from "./joining.ts";
import { findMember, listMembers } from "./members.repository.ts";
import { createMembers } from "./members.service.ts";
import { samples } from "./samples.ts";
import { teamExport } from "./team.export.ts";
import { invitationPolicy } from "./team.policy.ts";
import type { TeamOptions } from "./team-context.ts";
import { createProjectInheritance } from "./transfer-ownership.ts";
import { type Onlooker, permissionsOf, wireInvitation, wireMember, wireOwn, wireRequest } from "./wire.ts";

export function teamModule(options: TeamOptions) {
  const { db, address, publicUrl } = options;
  const door = createDoor(options.bus);
  const members = createMembers(options, door);
  const invitations = createInvitations(options, door);
  const requests = createJoinRequests({ ...options, door, invitations });

  const onlooker = (project: ProjectRecord, user: SessionUser) => onlookerOf(project, user, address);

  const wireSent = ({ invitation, link }: Sent) => ({
    invitation: wireInvitation(invitation),
    invitation_link: link === null ? null : `${publicUrl}${link}`,
  });

  return {
    policies: { invitation: invitationPolicy(db) },
    offers: {
      /** For the domain that creates accounts. */
      invitations: createAccountInvitations(options, door),
      /** For the domain that deletes accounts. */
      estate: createProjectInheritance(options),
    },
    exportParts: [teamExport(db)],
    samples,
    handlers: handlers(teamApi, {
      "GET /api/team-members": ({ subject, user }) => loadTeam(db, subject, onlooker(subject, user)),
      "GET /api/team-members/permissions": async ({ subject, query: { id_user }, user }) => {
        if (id_user !== user.id && !onlooker(subject, user).mayManage)
          throw new AppError("PROJECT_TEAM_DENIED");
        const member = await findMember(db, subject.id, { id_user });
        if (member === undefined) throw new AppError("NOT_FOUND");
        const { role, grants } = member;
        return { id_project: subject.id, id_user, role, permissions: permissionsOf(grants) };
      },
      "PUT /api/team-members/update-permissions": async ({ subject, body, user, request }) => {
        const member = await members.change({ user, ip: request.ip }, subject.id, body, body);
        return wireMember(member, onlooker(subject, user));
      },
      "POST /api/team-members/transfer-ownership": async ({ subject, body, user, request }) => {
        const member = await members.transfer({ user, ip: request.ip }, subject.id, body);
        const after = user.super_admin ? subject : { ...subject, role: "manager" as const };
        return wireMember(member, onlooker(after, user));
      },
      "DELETE /api/team-members/remove-team-member": async ({ subject, body, user, request }) => {
        await members.remove({ user, ip: request.ip }, subject.id, body);
        return {};
      },
      "POST /api/team-members/invite-team-member": async ({ subject, body, user, request }) => {
        const sent = await invitations.invite({ user, ip: request.ip }, subject.id, body);
        return sent === undefined ? { invitation: null, invitation_link: null } : wireSent(sent);
      },
      "POST /api/team-members/resend-invitation": async ({ subject, body, user, request }) =>
        wireSent(await invitations.resend({ user, ip: request.ip }, subject.id, body.id)),
      "DELETE /api/team-members/cancel-invitation": async ({ subject, body, user, request }) => {
        await invitations.cancel({ user, ip: request.ip }, subject.id, body);
        return {};
      },
      "DELETE /api/team-members/leave-project": async ({ subject, user, request }) => {
        await members.leave({ user, ip: request.ip }, subject);
        return {};
      },
      "GET /api/users/invitations": async ({ user }) =>
        (await listOwn(db, user.id)).map((row) => wireOwn(row, address)),
      "PUT /api/users/invitations/accept/{id}": ({ subject, user, request }) =>
        invitations.accept({ user, ip: request.ip }, subject),
      "PUT /api/users/invitations/decline/{id}": async ({ subject, user, request }) => {
        await invitations.decline({ user, ip: request.ip }, subject);
        return {};
      },
      "POST /api/join-requests/send": ({ body, user, request }) =>
        requests.send({ user, ip: request.ip }, body),
      "GET /api/join-requests/check-join-status": ({ query, user, request }) =>
        requests.status({ user, ip: request.ip }, query),
      "DELETE /api/join-requests/cancel": async ({ body, user, request }) => {
        await requests.cancel({ user, ip: request.ip }, body);
        return {};
      },
      "PUT /api/join-requests/accept": async ({ subject, body, user, request }) => {
        const { id_user, role } = body;
        const which = { id_project: subject.id, id_user, role };
        const member = await requests.accept({ user, ip: request.ip }, which);
        return wireMember(member, onlooker(subject, user));
      },
      "PUT /api/join-requests/decline": async ({ subject, body, user, request }) => {
        const which = { id_project: subject.id, id_user: body.id_user };
        await requests.decline({ user, ip: request.ip }, which);
        return {};
      },
    }),
  };
}

function onlookerOf(project: ProjectRecord, user: SessionUser, address: Onlooker["address"]): Onlooker {
  const { id, super_admin } = user;
  const flags = projectFlags(project, user);
  return {
    actor: { id, super_admin, role: project.role, grants: project.grants ?? [] },
    mayManage: flags.manage_team,
    mayTransfer: flags.transfer,
    address,
  };
}

/** Loads the members; invitations and requests are for users who manage the team. */
async function loadTeam(db: Database, project: Authorized<ProjectRecord>, viewer: Onlooker) {
  const { mayManage, address } = viewer;
  const [rows, sent, asked] = await Promise.all([
    listMembers(db, project.id),
    mayManage ? listInvitations(db, project.id) : [],
    mayManage ? listRequests(db, project.id) : [],
  ]);
  return {
    members: rows.map((row) => wireMember(row, viewer)),
    invitations: sent.map(wireInvitation),
    join_requests: asked.map((row) => wireRequest(row, address)),
  };
}
