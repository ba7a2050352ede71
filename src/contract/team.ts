import { z } from "zod";
import { givenRoles, grants } from "./choices.ts";
import { Can, Code, Empty, Id, IdParams, Instant } from "./common.ts";
import { defineApi, endpoint } from "./endpoint.ts";
import { limits } from "./limits.ts";
import { Email } from "./profile.ts";
import { ProjectPerson, ProjectRole } from "./projects.ts";

/**
 * What browsers are told, after the change is committed; each means: ask again.
 * - `team-changed` on `private-project-{id}`, data `TeamChanged`: members, invitations or requests are others now.
 * - `rights-changed` on `private-user-{id}`, data `RightsChanged`: what the person may do in that project is another
 *   thing now, or he came in or is out. Where he has lost something, his sockets are closed right after it and come
 *   back to prove what they may still hear.
 * - `invitations-changed` on `private-user-{id}`, data `{}`: his invitations, or the state of a request of his.
 */
export const TeamChanged = z.object({ id_project: z.number() });
export type TeamChanged = z.output<typeof TeamChanged>;
export const RightsChanged = z.object({ id_project: z.number(), is_member: z.boolean() });
export type RightsChanged = z.output<typeof RightsChanged>;

export const GivenRole = z.enum(givenRoles);
export type GivenRole = z.output<typeof GivenRole>;

/** Every grant with yes or no: what a member may do in the end. */
export const Permissions = z.record(z.enum(grants), z.boolean());
export type Permissions = z.output<typeof Permissions>;

export const TeamMember = z.object({
  id_member: z.number(),
  id_user: z.number(),
  id_project: z.number(),
  ...ProjectPerson.omit({ id_user: true }).shape,
  /** Null for those who may not change the team: addresses are nobody else's business. */
  email: z.string().nullable(),
  company: z.string(),
  role: ProjectRole,
  permissions: Permissions,
  /** Whether some permission differs from what the role gives. */
  is_adjusted: z.boolean(),
  joined_at: Instant,
  last_seen_at: Instant.nullable(),
  can: Can,
});
export type TeamMember = z.output<typeof TeamMember>;

/** An invitation that waits, as the project's managers see it. */
export const TeamInvitation = z.object({
  id: z.number(),
  id_project: z.number(),
  email: z.string(),
  /** False: the mail asks to make an account first. */
  has_account: z.boolean(),
  name: z.string(),
  role: GivenRole,
  message: z.string(),
  inviter: z.string(),
  created_at: Instant,
  expires_at: Instant,
  is_expired: z.boolean(),
});
export type TeamInvitation = z.output<typeof TeamInvitation>;

/** Somebody who asks to be let in. */
export const JoinRequest = z.object({
  id: z.number(),
  id_project: z.number(),
  project_code: z.string(),
  ...ProjectPerson.shape,
  email: z.string(),
  message: z.string(),
  created_at: Instant,
});
export type JoinRequest = z.output<typeof JoinRequest>;

export const Team = z.object({
  members: z.array(TeamMember),
  /** Both empty for those who may not change the team. */
  invitations: z.array(TeamInvitation),
  join_requests: z.array(JoinRequest),
});
export type Team = z.output<typeof Team>;

/** An invitation as the invited person sees it: of the project no more than what helps to decide. */
export const OwnInvitation = z.object({
  id: z.number(),
  id_project: z.number(),
  project: z.string(),
  location: z.string(),
  cover: z.string().nullable(),
  role: GivenRole,
  message: z.string(),
  inviter: z.string(),
  created_at: Instant,
  expires_at: Instant,
});
export type OwnInvitation = z.output<typeof OwnInvitation>;

/** `declined` for as long as one may not ask again. */
export const joinStates = ["none", "pending", "invited", "declined", "member"] as const;
export const JoinStatus = z.object({
  status: z.enum(joinStates),
  /** Null unless the code was right or the project is public. */
  project: z.object({ id_project: z.number(), project_code: z.string(), name: z.string() }).nullable(),
  /** Since when the request waits. */
  since: Instant.nullable(),
});
export type JoinStatus = z.output<typeof JoinStatus>;

const project = { id_project: Id.optional(), project_id: Id.optional() };
const projectOf = (given: { id_project?: number | undefined; project_id?: number | undefined }) =>
  given.id_project ?? given.project_id;
const needsProject = { error: "projects.id_required", path: ["id_project"] };

/** A member: the project, with `id_user`, `id_member` or `email`. */
const Which = z.object({
  ...project,
  id_user: Id.optional(),
  user_id: Id.optional(),
  id_member: Id.optional(),
  email: Email.optional(),
});
const which = (given: z.output<typeof Which>) => ({
  id_project: projectOf(given),
  id_user: given.id_user ?? given.user_id,
  id_member: given.id_member,
  email: given.email,
});
const WhichMember = Which.transform(which)
  .refine(({ id_project }) => id_project !== undefined, needsProject)
  .refine(({ id_user, id_member, email }) => id_user ?? id_member ?? email, {
    error: "team.member_required",
    path: ["id_user"],
  });

/** One's own matter with a project: its number or its code. */
const OwnMatter = z
  .object({ ...project, project_code: Code.optional(), code: Code.optional() })
  .transform((given) => ({ id_project: projectOf(given), project_code: given.project_code ?? given.code }))
  .refine(({ id_project, project_code }) => id_project ?? project_code, {
    error: "team.code_required",
    path: ["project_code"],
  });

/** Somebody's request to join a project. */
const Asking = z
  .object({ ...project, id_user: Id })
  .transform(({ id_user, ...given }) => ({ id_project: projectOf(given), id_user }))
  .refine(({ id_project }) => id_project !== undefined, needsProject);

const ProjectBody = z
  .object(project)
  .transform((given) => ({ id_project: projectOf(given) }))
  .refine(({ id_project }) => id_project !== undefined, needsProject);

export const teamApi = defineApi(
  {
    "GET /api/team-members": endpoint({
      access: { can: "project.view_team", by: "id_project" },
      summary: "A project's team: its members, and for those who may change it whom it waits for.",
      query: z.object({ id_project: Id }),
      response: Team,
    }),
    "GET /api/team-members/permissions": endpoint({
      access: { can: "project.view", by: "id_project" },
      summary: "What a member may do: one's own, anybody's for those who may change the team.",
      query: z.object({ id_project: Id, id_user: Id }),
      response: z.object({
        id_project: z.number(),
        id_user: z.number(),
        role: ProjectRole,
        permissions: Permissions,
      }),
    }),
    "PUT /api/team-members/update-permissions": endpoint({
      access: { can: "project.manage_team", by: "id_project" },
      summary:
        "Give a member another role, other permissions, or both. What is left out stays; a new role begins with what it holds, and permissions sent with it are set upon that. To see goes with to edit; the sight of the project cannot be taken. Nobody gives what he has not, nor changes somebody of his own place or above, nor himself.",
      body: z
        .object({
          ...Which.shape,
          role: GivenRole.optional(),
          permissions: z.partialRecord(z.enum(grants), z.boolean()).optional(),
        })
        .transform(({ role, permissions, ...given }) => ({ ...which(given), role, permissions }))
        .refine(({ id_project }) => id_project !== undefined, needsProject)
        .refine(({ id_user, id_member, email }) => id_user ?? id_member ?? email, {
          error: "team.member_required",
          path: ["id_user"],
        }),
      response: TeamMember,
    }),
    "POST /api/team-members/transfer-ownership": endpoint({
      access: { can: "project.transfer", by: "id_project" },
      summary: "Make another member the owner; who was it becomes a manager.",
      body: WhichMember,
      response: TeamMember,
      status: 200,
    }),
    "DELETE /api/team-members/remove-team-member": endpoint({
      access: { can: "project.manage_team", by: "id_project" },
      summary: "Remove a member: what he sees of the project closes at once.",
      body: WhichMember,
      response: Empty,
    }),
    "POST /api/team-members/invite-team-member": endpoint({
      access: { can: "project.manage_team", by: "id_project" },
      summary:
        "Invite somebody by his e-mail address, with an account or without; the mail of who has none leads to making one. Who has asked to join is let in at once.",
      body: z
        .object({
          ...project,
          email: Email,
          role: GivenRole,
          message: z.string().trim().max(limits.team.message).default(""),
        })
        .transform(({ email, role, message, ...given }) => ({
          id_project: projectOf(given),
          email,
          role,
          message,
        }))
        .refine(({ id_project }) => id_project !== undefined, needsProject),
      response: z.object({
        /** Null when he had asked to join and is a member now. */
        invitation: TeamInvitation.nullable(),
        /** The link of the mail, to hand over by other means where mail is not set up; null otherwise. */
        invitation_link: z.string().nullable(),
      }),
      status: 201,
    }),
    "POST /api/team-members/resend-invitation": endpoint({
      access: { can: "project.manage_team", by: "id_project" },
      summary: "Send the mail of an invitation again; its days begin anew.",
      body: z.object({ id_project: Id, id: Id }),
      response: z.object({ invitation: TeamInvitation, invitation_link: z.string().nullable() }),
      status: 200,
    }),
    "DELETE /api/team-members/cancel-invitation": endpoint({
      access: { can: "project.manage_team", by: "id_project" },
      summary: "Take an invitation back, by its id or by the address.",
      body: z
        .object({ ...project, id: Id.optional(), id_invitation: Id.optional(), email: Email.optional() })
        .transform(({ id, id_invitation, email, ...given }) => ({
          id_project: projectOf(given),
          id: id ?? id_invitation,
          email,
        }))
        .refine(({ id_project }) => id_project !== undefined, needsProject)
        .refine(({ id, email }) => id ?? email, { error: "team.invitation_required", path: ["id"] }),
      response: Empty,
    }),
    "DELETE /api/team-members/leave-project": endpoint({
      access: { can: "project.leave", by: "id_project" },
      summary: "Leave a project. Its owner cannot, before somebody else is it.",
      body: ProjectBody,
      response: Empty,
    }),
    "GET /api/users/invitations": endpoint({
      access: "user",
      summary: "Projects that the caller is invited to, newest first.",
      response: z.array(OwnInvitation),
    }),
    "PUT /api/users/invitations/accept/{id}": endpoint({
      access: { can: "invitation.answer", by: "id" },
      summary: "Accept an invitation. The answer is the project one is a member of now.",
      params: IdParams,
      response: z.object({ id_project: z.number(), role: ProjectRole }),
    }),
    "PUT /api/users/invitations/decline/{id}": endpoint({
      access: { can: "invitation.answer", by: "id" },
      summary: "Decline an invitation.",
      params: IdParams,
      response: Empty,
    }),
    "POST /api/join-requests/send": endpoint({
      access: "user",
      summary:
        "Ask to be let into a project by its code. Who is invited already is let in; asking twice is one request.",
      body: z.object({
        project_code: Code,
        message: z.string().trim().max(limits.team.message).default(""),
      }),
      response: JoinStatus,
      status: 201,
      perMinute: 20,
    }),
    "GET /api/join-requests/check-join-status": endpoint({
      access: "user",
      summary: "How the caller stands with a project, by its code or its number.",
      query: OwnMatter,
      response: JoinStatus,
      perMinute: 60,
    }),
    "DELETE /api/join-requests/cancel": endpoint({
      access: "user",
      summary: "Take one's own request back.",
      body: OwnMatter,
      response: Empty,
    }),
    "PUT /api/join-requests/accept": endpoint({
      access: { can: "project.manage_team", by: "id_project" },
      summary: "Let somebody in who has asked, as a viewer unless said otherwise.",
      body: z
        .object({ ...project, id_user: Id, role: GivenRole.default("viewer") })
        .transform(({ id_user, role, ...given }) => ({ id_project: projectOf(given), id_user, role }))
        .refine(({ id_project }) => id_project !== undefined, needsProject),
      response: TeamMember,
    }),
    "PUT /api/join-requests/decline": endpoint({
      access: { can: "project.manage_team", by: "id_project" },
      summary: "Decline a request. He may ask again after a week.",
      body: Asking,
      response: Empty,
    }),
  },
  "team",
);
