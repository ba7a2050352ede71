import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Project } from "#contract/projects.ts";
import type { UserRow } from "#contract/users.ts";
import { call } from "#web/lib/client.ts";
import { useChannel } from "#web/lib/realtime.ts";
import { useUser } from "#web/lib/session.ts";

/** Below the keys of all lists of projects and of people, so that whatever refreshes those refreshes these. */
const keys = {
  projects: (page: number) => ["projects", "list", { of: "approvals", page }],
  count: ["projects", "list", { of: "approvals", count: true }],
  people: (isUnconfirmed: boolean) => ["users", "list", { of: "approvals", isUnconfirmed }],
} as const;

export const waitingPerPage = 12;
const newest = 10;

/** Projects without approval, newest first. */
export function useWaitingProjects(page: number) {
  return useQuery({
    queryKey: keys.projects(page),
    queryFn: ({ signal }) =>
      call(
        "GET /api/projects",
        { query: { validated: 0, sort: "created", page, per_page: waitingPerPage } },
        { signal, toast: false },
      ),
    placeholderData: keepPreviousData,
  });
}

/** How many there are, for the menu. Undefined until it is known. */
export function useWaitingCount(): number | undefined {
  return useQuery({
    queryKey: keys.count,
    queryFn: ({ signal }) =>
      call("GET /api/projects", { query: { validated: 0, per_page: 1 } }, { signal, toast: false }),
  }).data?.total;
}

/** The accounts made last. */
export function useNewPeople(isUnconfirmed: boolean) {
  return useQuery({
    queryKey: keys.people(isUnconfirmed),
    queryFn: ({ signal }) =>
      call(
        "GET /api/users",
        {
          query: {
            sort: "created",
            per_page: newest,
            ...(isUnconfirmed && { state: "unconfirmed" as const }),
          },
        },
        { signal, toast: false },
      ),
    placeholderData: keepPreviousData,
  });
}

/** Asks anew whenever this person is told something: of a new project, of a registration. */
export function useLiveApprovals(): void {
  const client = useQueryClient();
  const id = useUser()?.id;
  const refresh = () => {
    void client.invalidateQueries({ queryKey: ["projects", "list"] });
    void client.invalidateQueries({ queryKey: ["users", "list"] });
  };
  useChannel(id === undefined ? null : `private-user-${id}`, { "new-notification": refresh }, refresh);
}

function useProjectAct(act: (project: Project) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSuccess: () => client.invalidateQueries({ queryKey: ["projects"] }),
  });
}

const quiet = { toast: false } as const;
const params = ({ id }: Project) => ({ params: { id } });

export const useApprove = () =>
  useProjectAct((project) => call("PUT /api/projects/validate/{id}", params(project), quiet));
export const useTakeBack = () =>
  useProjectAct((project) => call("PUT /api/projects/invalidate/{id}", params(project), quiet));
export const useBin = () =>
  useProjectAct((project) => call("DELETE /api/projects/{id}", params(project), quiet));
export const useRestore = () =>
  useProjectAct((project) => call("PUT /api/projects/restore/{id}", params(project), quiet));

export function useLock() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ user, locked }: { user: UserRow; locked: boolean }) =>
      call("PUT /api/users/{id}", { params: { id: user.id }, body: { locked } }, quiet),
    onSuccess: () => client.invalidateQueries({ queryKey: ["users"] }),
  });
}
