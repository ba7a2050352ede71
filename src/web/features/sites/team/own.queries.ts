import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { JoinStatus } from "#contract/team.ts";
import { call, quiet } from "#web/lib/client.ts";
import { ownChange } from "./own-change.ts";
import { type Matter, teamKeys } from "./team.queries.ts";

/** Refreshes after a user joined or left a project: lists, numbers and permissions have changed. */
function refreshOwn(client: QueryClient): Promise<void> {
  void client.invalidateQueries({ queryKey: ["visits"] });
  void client.invalidateQueries({ queryKey: teamKeys.all });
  return client.invalidateQueries({ queryKey: ["projects"] });
}

export function useOwnInvitations() {
  return useQuery({
    queryKey: teamKeys.invitations,
    queryFn: ({ signal }) => call("GET /api/users/invitations", {}, { signal }),
  });
}

export function useAcceptInvitation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, id_project }: { id: number; id_project: number }) =>
      ownChange(id_project, () => call("PUT /api/users/invitations/accept/{id}", { params: { id } }, quiet)),
    onSettled: () => refreshOwn(client),
  });
}

export function useDeclineInvitation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call("PUT /api/users/invitations/decline/{id}", { params: { id } }, quiet),
    onSettled: () => client.invalidateQueries({ queryKey: teamKeys.invitations }),
  });
}

export function useLeaveProject() {
  return useMutation({
    mutationFn: (id_project: number) =>
      ownChange(id_project, () =>
        call("DELETE /api/team-members/leave-project", { body: { id_project } }, quiet),
      ),
  });
}

const askStanding = (matter: Matter, signal?: AbortSignal) =>
  call("GET /api/join-requests/check-join-status", { query: matter }, { ...(signal && { signal }) });

/** Loads the user's relation to a project that they may request to join. */
export function useStanding(matter: Matter | null) {
  return useQuery({
    queryKey: teamKeys.standing(matter ?? { id_project: 0 }),
    enabled: matter !== null,
    queryFn: ({ signal }) => askStanding(matter ?? { id_project: 0 }, signal),
  });
}

/** The same, requested once for a typed code; the result is cached for `useStanding`. */
export function useFindProject() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (project_code: string) => askStanding({ project_code }),
    onSuccess: (standing, project_code) => client.setQueryData(teamKeys.standing({ project_code }), standing),
  });
}

export function useAskToJoin(matter: Matter) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (request: { id_project: number; project_code: string; message: string }) => {
      const { id_project, ...body } = request;
      return ownChange(id_project, () => call("POST /api/join-requests/send", { body }, quiet));
    },
    onSuccess: async (standing: JoinStatus) => {
      client.setQueryData(teamKeys.standing(matter), standing);
      // An invited user is admitted at once.
      if (standing.status === "member") await refreshOwn(client);
      else await client.invalidateQueries({ queryKey: teamKeys.all });
    },
    // A refusal means that the relation has changed meanwhile.
    onError: () => client.invalidateQueries({ queryKey: teamKeys.standing(matter) }),
  });
}

export function useCancelRequest() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (matter: Matter) => call("DELETE /api/join-requests/cancel", { body: matter }, quiet),
    onSettled: () => client.invalidateQueries({ queryKey: teamKeys.all }),
  });
}
