import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { GivenRole } from "#contract/team.ts";
import { type Body, call, quiet } from "#web/lib/client.ts";
import { ownChange } from "./own-change.ts";

/** All team queries share the prefix `all`, so that one call invalidates them. */
export const teamKeys = {
  all: ["team"],
  of: (id_project: number) => ["team", "of", id_project],
  invitations: ["team", "invitations"],
  standing: (matter: Matter) => ["team", "standing", matter],
} as const;

/** A project of which the user is no member: by its code, or by its number where it is public. */
export type Matter = { readonly project_code: string } | { readonly id_project: number };

export function useTeam(id_project: number) {
  return useQuery({
    queryKey: teamKeys.of(id_project),
    queryFn: ({ signal }) => call("GET /api/team-members", { query: { id_project } }, { signal }),
  });
}

/** Invalidates the team, and its size on project cards. */
function refreshTeam(client: QueryClient, id_project: number): Promise<void> {
  void client.invalidateQueries({ queryKey: ["projects"] });
  return client.invalidateQueries({ queryKey: teamKeys.of(id_project) });
}

export function useChangeMember(id_project: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: Omit<Body<"PUT /api/team-members/update-permissions">, "id_project">) =>
      call("PUT /api/team-members/update-permissions", { body: { id_project, ...change } }, quiet),
    onSuccess: () => refreshTeam(client, id_project),
  });
}

export function useHandOver(id_project: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id_user: number) =>
      ownChange(id_project, () =>
        call("POST /api/team-members/transfer-ownership", { body: { id_project, id_user } }, quiet),
      ),
    onSuccess: () => refreshTeam(client, id_project),
  });
}

export function useRemoveMember(id_project: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id_user: number) =>
      call("DELETE /api/team-members/remove-team-member", { body: { id_project, id_user } }, quiet),
    onSuccess: () => refreshTeam(client, id_project),
  });
}

export function useInvite(id_project: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (invitation: Omit<Body<"POST /api/team-members/invite-team-member">, "id_project">) =>
      call("POST /api/team-members/invite-team-member", { body: { id_project, ...invitation } }, quiet),
    onSettled: () => refreshTeam(client, id_project),
  });
}

export function useResendInvitation(id_project: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) =>
      call("POST /api/team-members/resend-invitation", { body: { id_project, id } }, quiet),
    onSettled: () => refreshTeam(client, id_project),
  });
}

export function useCancelInvitation(id_project: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) =>
      call("DELETE /api/team-members/cancel-invitation", { body: { id_project, id } }, quiet),
    onSettled: () => refreshTeam(client, id_project),
  });
}

export function useAcceptRequest(id_project: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { id_user: number; role: GivenRole }) =>
      call("PUT /api/join-requests/accept", { body: { id_project, ...body } }, quiet),
    onSettled: () => refreshTeam(client, id_project),
  });
}

export function useDeclineRequest(id_project: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id_user: number) =>
      call("PUT /api/join-requests/decline", { body: { id_project, id_user } }, quiet),
    onSettled: () => refreshTeam(client, id_project),
  });
}
