import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Snapshot } from "#contract/snapshots.ts";
import { call, quiet } from "#web/lib/client.ts";
import { useProjectNews } from "#web/lib/use-project-news.ts";

/** All snapshot queries share the prefix `all`, so that one call invalidates them. */
export const snapshotKeys = {
  all: ["snapshots"],
  ofProject: (project: number) => ["snapshots", "project", project],
} as const;

/** Two rows of the widest panel. */
const perPage = 8;

/** A project's snapshots, newest first, more of them on demand. */
export function useSnapshots(project: number) {
  return useInfiniteQuery({
    queryKey: snapshotKeys.ofProject(project),
    queryFn: ({ signal, pageParam }) =>
      call(
        "GET /api/snapshots",
        { query: { id_project: project, page: pageParam, per_page: perPage } },
        { signal },
      ),
    initialPageParam: 1,
    getNextPageParam: ({ page, per_page, total }) => (page * per_page < total ? page + 1 : undefined),
  });
}

/** Refreshes when others add, change or delete a snapshot. */
export function useSnapshotNews(project: number): void {
  useProjectNews(project, ["snapshots-changed", "visit.deleted"], [snapshotKeys.all]);
}

export function useEditSnapshot(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (note: string) => call("PUT /api/snapshots/{id}", { params: { id }, body: { note } }, quiet),
    onSuccess: () => client.invalidateQueries({ queryKey: snapshotKeys.all }),
  });
}

export function useDeleteSnapshot() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Pick<Snapshot, "id">) =>
      call("DELETE /api/snapshots/{id}", { params: { id } }, quiet),
    onSuccess: () => client.invalidateQueries({ queryKey: snapshotKeys.all }),
  });
}
