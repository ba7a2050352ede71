import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { logParts } from "#contract/choices.ts";
import type { activityKinds } from "#contract/kinds.ts";
import type { Project, ProjectActivity, ProjectStatus } from "#contract/projects.ts";
import { call, type Output, quiet } from "#web/lib/client.ts";
import { projectKeys } from "../projects.queries.ts";

export type ActivityKind = (typeof activityKinds)[number];
export type ActivityPart = (typeof logParts)[number];
type Log = Output<"GET /api/projects/{id}/activity">;

const logPage = 20;

export const logKey = (id: number) => ["projects", "activity", id] as const;

/** Loads a project's actions, downloads or views, newest first, page by page. */
export function useActivity(id: number, part: ActivityPart, kind: ActivityKind | null) {
  return useInfiniteQuery({
    queryKey: [...logKey(id), { part, kind }],
    queryFn: ({ pageParam, signal }) =>
      call(
        "GET /api/projects/{id}/activity",
        {
          params: { id },
          query: {
            limit: logPage,
            ...(part !== "done" && { part }),
            ...(kind !== null && { kind }),
            ...(pageParam !== null && { before: pageParam }),
          },
        },
        { signal },
      ),
    initialPageParam: null as number | null,
    getNextPageParam: ({ items, has_more }: Log) => (has_more ? (items.at(-1)?.id ?? null) : null),
  });
}

/** Loads the newest entries, for the list of changes. */
export function useLatestActivity(id: number, isWanted: boolean) {
  return useQuery<readonly ProjectActivity[]>({
    queryKey: [...logKey(id), "latest"],
    enabled: isWanted,
    queryFn: async ({ signal }) => {
      const input = { params: { id }, query: { limit: 60 } };
      return (await call("GET /api/projects/{id}/activity", input, { signal })).items;
    },
  });
}

/** Loads a visit with its rooms; shares the query key of the visit's own screens. */
export function useVisitRooms(id: number | undefined) {
  return useQuery({
    queryKey: ["visits", "one", String(id)],
    enabled: id !== undefined,
    queryFn: ({ signal }) => call("GET /api/visits/{id}", { params: { id: id ?? 0 } }, { signal }),
  });
}

/** Updates a project in all cached queries, by number or code. */
function useShowProject() {
  const client = useQueryClient();
  return (id: number, change: (project: Project) => Project) =>
    client.setQueriesData<Project>({ queryKey: ["projects", "one"] }, (known) =>
      known?.id === id ? change(known) : known,
    );
}

/** Optimistic; reverted when the server rejects it. */
export function useChangeStatus(project: Project) {
  const client = useQueryClient();
  const show = useShowProject();
  const { id } = project;
  return useMutation({
    mutationFn: (status: ProjectStatus) =>
      call("PUT /api/projects/{id}", { params: { id }, body: { status } }, quiet),
    onMutate: async (status) => {
      await client.cancelQueries({ queryKey: ["projects", "one"] });
      show(id, (known) => ({ ...known, status }));
      // The status at the press: by the time of a refusal, `project` already has the new one.
      return { before: project.status };
    },
    onError: (_, __, shown) => shown && show(id, (known) => ({ ...known, status: shown.before })),
    onSuccess: (changed) => show(id, () => changed),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: projectKeys.lists });
      return client.invalidateQueries({ queryKey: logKey(id) });
    },
  });
}

export type Standing = "activate" | "deactivate" | "validate" | "invalidate";

const standingCalls = {
  activate: "PUT /api/projects/activate/{id}",
  deactivate: "PUT /api/projects/deactivate/{id}",
  validate: "PUT /api/projects/validate/{id}",
  invalidate: "PUT /api/projects/invalidate/{id}",
} as const satisfies Record<Standing, string>;

/** Opens or closes the project, approves it or withdraws the approval. Permissions on its visits change as well. */
export function useStanding(id: number) {
  const client = useQueryClient();
  const show = useShowProject();
  return useMutation({
    mutationFn: (standing: Standing) => call(standingCalls[standing], { params: { id } }, quiet),
    onSuccess: (changed) => {
      show(id, () => changed);
      void client.invalidateQueries({ queryKey: ["visits"] });
      void client.invalidateQueries({ queryKey: projectKeys.all });
    },
  });
}
