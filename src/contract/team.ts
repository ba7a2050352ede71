import { z } from "zod";
import { givenRoles, grants } from "./choices.ts";
import { Can, Code, Empty, Id, IdParams, Instant } from "./common.ts";
import { defineApi, endpoint } from "./endpoint.ts";
import { limits } from "./limits.ts";
import { Email } from "./profile.ts";
import { ProjectPerson, ProjectRole } from "./projects.ts";

/**
 * Events sent to browsers after the change is committed; each means: reload.
 * - `team-changed` on `private-project-{id}`, data `TeamChanged`: members, invitations or requests have changed.
 * - `rights-changed` on `private-user-{id}`, data `RightsChanged`: the user's rights in that project have changed, or
 * the user has joined or left it. If rights were lost, the user's sockets are closed right after it and reconnect to
 * prove which channels they may still receive.
 * - `invitations-changed` on `private-user-{id}`, data `{}`: the user's invitations, or the state of one of their
 * requests.
 */
export const TeamChanged = z.object({ id_project: z.number() });
export type TeamChanged = z.output<typeof TeamChanged>;
export const RightsChanged = z.object({ id_project: z.number(), is_member: z.boolean() });
export type RightsChanged = z.output<typeof RightsChanged>;

export const GivenRole = z.enum(givenRoles);
export type GivenRole = z.output<typeof GivenRole>;

/** Every right with yes or no: the effective rights of a member. */
export const Permissions = z.record(z.enum(grants), z.boolean());
export type Permissions = z.output<typeof Permissions>;

export const TeamMember = z.object({
  id_member: z.number(),
  id_user: z.number(),
  id_project: z.number(),
  ...ProjectPerson.omit({ id_user: true }).shape,
  /** Null for callers who may not change the team: addresses are private. */
  email: z.string().nullable(),
  company: z.string(),
  role: ProjectRole,
  permissions: Permissions,
  /** Whether some right differs from those of the role. */
  is_adjusted: z.boolean(),
  joined_at: Instant,
  last_seen_at: Instant.nullable(),
  can: Can,
});
export type TeamMember = z.output<typeof TeamMember>;

/** A pending invitation, as visible to the project's managers. */
export const TeamInvitation = z.object({
  id: z.number(),
  id_project: z.number(),
  email: z.string(),
  /** False: the email asks to create an account first. */
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

/** A user who requests to join. */
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
  /** Both empty for callers who may not change the team. */
  invitations: z.array(TeamInvitation),
  join_requests: z.array(JoinRequest),
});
export type Team = z.output<typeof Team>;

/** An invitation as visible to the invited user: no more of the project than needed to decide. */
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

/** `declined` while a new request is not yet allowed. */
export const joinStates = ["none", "pending", "invited", "declined", "member"] as const;
export const JoinStatus = z.object({
  status: z.enum(joinStates),
  /** Null unless the code is right or the project is public. */
  project: z.object({ id_project: z.number(), project_code: z.string(), name: z.string() }).nullable(),
  /** Time of the pending request. */
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

/** The caller's own relation to a project: its number or its code. */
const OwnMatter = z
  .object({ ...project, project_code: Code.optional(), code: Code.optional() })
  .transform((given) => ({ id_project: projectOf(given), project_code: given.project_code ?? given.code }))
  .refine(({ id_project, project_code }) => id_project ?? project_code, {
    error: "team.code_required",
    path: ["project_code"],
  });

/** A user's request to join a project. */
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
      summary:
        "A project's members, and for callers who may edit the team its invitations and join requests.",
      query: z.object({ id_project: Id }),
      response: Team,
    }),
    "GET /api/team-members/permissions": endpoint({
      access: { can: "project.view", by: "id_project" },
      summary: "A member's permissions: the caller's own, or any member's for callers who may edit the team.",
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
        "Change a member's role, permissions, or both. Omitted values stay; a new role starts with its own permissions, and permissions sent with it are applied on top. Edit permissions include view permissions; viewing the project cannot be removed. Callers can grant only what they have, and cannot change themselves or members of an equal or higher role.",
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
      summary: "Transfer ownership to another member. The previous owner becomes a manager.",
      body: WhichMember,
      response: TeamMember,
      status: 200,
    }),
    "DELETE /api/team-members/remove-team-member": endpoint({
      access: { can: "project.manage_team", by: "id_project" },
      summary: "Remove a member. Their access to the project ends immediately.",
      body: WhichMember,
      response: Empty,
    }),
    "POST /api/team-members/invite-team-member": endpoint({
      access: { can: "project.manage_team", by: "id_project" },
      summary:
        "Invite a person by email address. Without an account, the email links to registration. A person with a pending join request becomes a member immediately.",
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
        /** Null if the user had requested to join and is now a member. */
        invitation: TeamInvitation.nullable(),
        /** The link of the email, to share by other means if email is not set up; null otherwise. */
        invitation_link: z.string().nullable(),
      }),
      status: 201,
    }),
    "POST /api/team-members/resend-invitation": endpoint({
      access: { can: "project.manage_team", by: "id_project" },
      summary: "Resend an invitation email and restart its validity period.",
      body: z.object({ id_project: Id, id: Id }),
      response: z.object({ invitation: TeamInvitation, invitation_link: z.string().nullable() }),
      status: 200,
    }),
    "DELETE /api/team-members/cancel-invitation": endpoint({
      access: { can: "project.manage_team", by: "id_project" },
      summary: "Withdraw an invitation, by its id or email address.",
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
      summary: "Leave a project. The owner must transfer ownership first.",
      body: ProjectBody,
      response: Empty,
    }),
    "GET /api/users/invitations": endpoint({
      access: "user",
      summary: "The caller's pending project invitations, newest first.",
      response: z.array(OwnInvitation),
    }),
    "PUT /api/users/invitations/accept/{id}": endpoint({
      access: { can: "invitation.answer", by: "id" },
      summary: "Accept an invitation. Returns the project joined.",
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
        "Request to join a project by its code. An invited caller becomes a member; repeated requests count as one.",
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
      summary: "The caller's membership or request status in a project, by its code or ID.",
      query: OwnMatter,
      response: JoinStatus,
      perMinute: 60,
    }),
    "DELETE /api/join-requests/cancel": endpoint({
      access: "user",
      summary: "Withdraw the caller's request.",
      body: OwnMatter,
      response: Empty,
    }),
    "PUT /api/join-requests/accept": endpoint({
      access: { can: "project.manage_team", by: "id_project" },
      summary: "Accept a join request, as a viewer unless another role is sent.",
      body: z
        .object({ ...project, id_user: Id, role: GivenRole.default("viewer") })
        .transform(({ id_user, role, ...given }) => ({ id_project: projectOf(given), id_user, role }))
        .refine(({ id_project }) => id_project !== undefined, needsProject),
      response: TeamMember,
    }),
    "PUT /api/join-requests/decline": endpoint({
      access: { can: "project.manage_team", by: "id_project" },
      summary: "Decline a join request. The person may ask again after a week.",
      body: Asking,
      response: Empty,
    }),
  },
  "team",
);
