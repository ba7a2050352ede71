import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Project } from "#contract/projects.ts";
import type { UserRow } from "#contract/users.ts";
import { call, quiet } from "#web/lib/client.ts";
import { useChannel } from "#web/lib/realtime.ts";
import { useUser } from "#web/lib/session.ts";

/** Below the keys of all lists of projects and of users, so that refreshing those refreshes these. */
const keys = {
  projects: (page: number) => ["projects", "list", { of: "approvals", page }],
  count: ["projects", "list", { of: "approvals", count: true }],
  wishes: (page: number) => ["plan-requests", page],
  wishCount: ["plan-requests", "count"],
  people: (isUnconfirmed: boolean) => ["users", "list", { of: "approvals", isUnconfirmed }],
} as const;

export const waitingPerPage = 12;
export const wishesPerPage = 10;
const newest = 10;

/** Unapproved projects, newest first. */
export function useWaitingProjects(page: number) {
  return useQuery({
    queryKey: keys.projects(page),
    queryFn: ({ signal }) =>
      call(
        "GET /api/projects",
        { query: { validated: 0, sort: "created", page, per_page: waitingPerPage } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
}

/** Plan requests, oldest first. */
export function useWishes(page: number) {
  return useQuery({
    queryKey: keys.wishes(page),
    queryFn: ({ signal }) =>
      call("GET /api/plan-requests", { query: { page, per_page: wishesPerPage } }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** Number of pending plan requests, for the menu. */
export function useWishCount(): number | undefined {
  return useQuery({
    queryKey: keys.wishCount,
    queryFn: ({ signal }) => call("GET /api/plan-requests", { query: { per_page: 1 } }, { signal }),
  }).data?.total;
}

/** Number of pending projects, for the menu. Undefined until it is loaded. */
export function useWaitingCount(): number | undefined {
  return useQuery({
    queryKey: keys.count,
    queryFn: ({ signal }) => call("GET /api/projects", { query: { validated: 0, per_page: 1 } }, { signal }),
  }).data?.total;
}

/** The newest accounts. */
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
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
}

/** Refetches on every notification of this user: of a new project, of a registration. */
export function useLiveApprovals(): void {
  const client = useQueryClient();
  const id = useUser()?.id;
  const refresh = () => {
    void client.invalidateQueries({ queryKey: ["projects", "list"] });
    void client.invalidateQueries({ queryKey: ["users", "list"] });
    void client.invalidateQueries({ queryKey: ["plan-requests"] });
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

const params = ({ id }: Project) => ({ params: { id } });

export const useApprove = () =>
  useProjectAct((project) => call("PUT /api/projects/validate/{id}", params(project), quiet));
export const useTakeBack = () =>
  useProjectAct((project) => call("PUT /api/projects/invalidate/{id}", params(project), quiet));
export const useBin = () =>
  useProjectAct((project) => call("DELETE /api/projects/{id}", params(project), quiet));
export const useRestore = () =>
  useProjectAct((project) => call("PUT /api/projects/restore/{id}", params(project), quiet));

/** Grants the requested plan, or declines it. */
export function useAnswerWish() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, isGranted }: { id: number; isGranted: boolean }) =>
      isGranted
        ? call("PUT /api/plan-requests/{id}/approve", { params: { id } }, quiet)
        : call("PUT /api/plan-requests/{id}/decline", { params: { id } }, quiet),
    // Also when it is refused: then it was withdrawn or answered meanwhile.
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ["plan-requests"] }),
        client.invalidateQueries({ queryKey: ["plans"] }),
      ]),
  });
}

export function useLock() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ user, locked }: { user: UserRow; locked: boolean }) =>
      call("PUT /api/users/{id}", { params: { id: user.id }, body: { locked } }, quiet),
    onSuccess: () => client.invalidateQueries({ queryKey: ["users"] }),
  });
}
