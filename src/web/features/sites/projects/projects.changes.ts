import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Project } from "#contract/projects.ts";
import { type Body, call, quiet } from "#web/lib/client.ts";
import { projectKeys } from "./projects.queries.ts";

/** Stores the server's current version of the project in all cached queries. */
export function keepProject(client: QueryClient, project: Project): Promise<void> {
  client.setQueriesData<Project>({ queryKey: ["projects", "one"] }, (known) =>
    known?.id === project.id ? project : known,
  );
  return client.invalidateQueries({ queryKey: projectKeys.lists });
}

export function useAddProject() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Body<"POST /api/projects">) => call("POST /api/projects", { body }, quiet),
    onSuccess: () => client.invalidateQueries({ queryKey: projectKeys.all }),
  });
}

/** Changes only the given fields, so that others' changes to the rest are kept. */
export function useEditProject() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, body }: { id: number; body: Body<"PUT /api/projects/{id}"> }) =>
      call("PUT /api/projects/{id}", { params: { id }, body }, quiet),
    onSuccess: (project) => keepProject(client, project),
  });
}

/** Activates a project, or closes it: everything in it becomes editable or read-only. */
export function useActivateProject() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, active }: { id: number; active: boolean }) =>
      call(
        active ? "PUT /api/projects/activate/{id}" : "PUT /api/projects/deactivate/{id}",
        { params: { id } },
        quiet,
      ),
    onSuccess: (project) => {
      void client.invalidateQueries({ queryKey: ["visits"] });
      return keepProject(client, project);
    },
  });
}

export function useDeleteProject() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call("DELETE /api/projects/{id}", { params: { id } }, quiet),
    onSuccess: (_, id) => {
      client.removeQueries({
        queryKey: ["projects", "one"],
        predicate: ({ state }) => (state.data as Project | undefined)?.id === id,
      });
      void client.invalidateQueries({ queryKey: projectKeys.all });
      void client.invalidateQueries({ queryKey: ["visits"] });
    },
  });
}

/** Restores a project from the bin. Used from a toast as well, after the screen that raised it is gone. */
export async function restoreProject(client: QueryClient, id: number): Promise<Project> {
  const project = await call("PUT /api/projects/restore/{id}", { params: { id } }, quiet);
  void client.invalidateQueries({ queryKey: projectKeys.all });
  void client.invalidateQueries({ queryKey: ["visits"] });
  return project;
}
