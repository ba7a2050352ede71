import type { z } from "zod";
import { type Grant, grants } from "#contract/choices.ts";
import type { JoinRequest, OwnInvitation, Permissions, TeamInvitation, TeamMember } from "#contract/team.ts";
import { type Actor, isAdjusted, refusalToChange } from "./hierarchy.ts";
import type { InvitationRow, OwnRow } from "./invitations.repository.ts";
import type { RequestRow } from "./join-requests.repository.ts";
import type { MemberRow } from "./members.repository.ts";

type Address = (objectKey: string) => string;

/** A viewer of a team: their rights over it decide which fields of each member they see. */
export interface Onlooker {
  readonly actor: Actor;
  readonly mayManage: boolean;
  readonly mayTransfer: boolean;
  readonly address: Address;
}

const picture = (avatar: string | null, address: Address) => (avatar === null ? null : address(avatar));

export const permissionsOf = (held: readonly Grant[]): Permissions =>
  Object.fromEntries(grants.map((grant) => [grant, held.includes(grant)])) as Permissions;

export function wireMember(
  row: MemberRow,
  { actor, mayManage, mayTransfer, address }: Onlooker,
): z.input<typeof TeamMember> {
  const { id_member, id_user, id_project, name, code, avatar, email, company, role } = row;
  const mayChange = mayManage && refusalToChange(actor, row) === undefined;
  return {
    id_member,
    id_user,
    id_project,
    name,
    code,
    avatar: picture(avatar, address),
    email: mayManage ? email : null,
    company,
    role,
    permissions: permissionsOf(row.grants),
    is_adjusted: isAdjusted(role, row.grants),
    joined_at: row.created_at.toISOString(),
    last_seen_at: row.last_seen_at?.toISOString() ?? null,
    can: { change: mayChange, remove: mayChange, transfer: mayTransfer && role !== "owner" },
  };
}

export function wireInvitation(row: InvitationRow): z.input<typeof TeamInvitation> {
  const { id, id_project, email, id_user, name, role, message, inviter, is_expired } = row;
  return {
    id,
    id_project,
    email,
    has_account: id_user !== null,
    name,
    role,
    message,
    inviter,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    is_expired,
  };
}

export function wireOwn(row: OwnRow, address: Address): z.input<typeof OwnInvitation> {
  const { id, id_project, project, location, cover, role, message, inviter } = row;
  return {
    id,
    id_project,
    project,
    location,
    cover: picture(cover, address),
    role,
    message,
    inviter,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
  };
}

export const wireRequest = (
  { avatar, created_at, ...row }: RequestRow,
  address: Address,
): z.input<typeof JoinRequest> => ({
  ...row,
  avatar: picture(avatar, address),
  created_at: created_at.toISOString(),
});
