import type { Team, TeamInvitation, TeamMember } from "#contract/team.ts";
import { permissionsOf } from "./roles.ts";

/** Builds a member of project 1, whom the caller may change. */
export function aMember(change: Partial<TeamMember> = {}): TeamMember {
  const id_user = change.id_user ?? 2;
  const role = change.role ?? "viewer";
  return {
    id_member: id_user + 100,
    id_user,
    id_project: 1,
    name: "Survey Team",
    code: `usr234567${id_user}`,
    avatar: null,
    email: "survey@site.example",
    company: "Site Survey Ltd",
    role,
    permissions: permissionsOf(role),
    is_adjusted: false,
    joined_at: "2026-11-01T08:00:00.000Z",
    last_seen_at: null,
    can: { change: true, remove: true, transfer: true },
    ...change,
  };
}

/** The user whom `openScreen` signs in. */
export const me = aMember({
  id_user: 1,
  name: "Site Office",
  email: "manager@site.example",
  company: "",
  role: "owner",
  permissions: permissionsOf("owner"),
  can: { change: false, remove: false, transfer: false },
});

export function anInvitation(change: Partial<TeamInvitation> = {}): TeamInvitation {
  return {
    id: 31,
    id_project: 1,
    email: "new@site.example",
    has_account: false,
    name: "",
    role: "viewer",
    message: "",
    inviter: "Site Office",
    created_at: "2026-11-20T08:00:00.000Z",
    expires_at: "2027-12-04T08:00:00.000Z",
    is_expired: false,
    ...change,
  };
}

export function aTeam(change: Partial<Team> = {}): Team {
  return { members: [me, aMember()], invitations: [], join_requests: [], ...change };
}
