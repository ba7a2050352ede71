import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "#web/lib/client.ts";
import { restoreProject } from "../projects.changes.ts";
import { projectKeys } from "../projects.queries.ts";

/** Loads the soft-deleted projects that this user may restore, the last one first. */
export function useBin() {
  return useQuery({
    queryKey: projectKeys.bin,
    queryFn: ({ signal }) => call("GET /api/projects/bin", {}, { signal }),
  });
}

export function useRestore() {
  const client = useQueryClient();
  return useMutation({ mutationFn: (id: number) => restoreProject(client, id) });
}
