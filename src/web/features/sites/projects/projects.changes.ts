import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Project } from "#contract/projects.ts";
import { type Body, call, quiet } from "#web/lib/client.ts";
import { projectKeys } from "./projects.queries.ts";

/** As the server has it by now, wherever it is open. */
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

/** Changes these fields and no other, so that nobody's work on the others is undone. */
export function useEditProject() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, body }: { id: number; body: Body<"PUT /api/projects/{id}"> }) =>
      call("PUT /api/projects/{id}", { params: { id }, body }, quiet),
    onSuccess: (project) => keepProject(client, project),
  });
}

/** Opens a project for work, or closes it: everything in it may change or nothing. */
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

/** Takes a project out of the bin. Used from a toast as well, when the screen that raised it is gone. */
export async function restoreProject(client: QueryClient, id: number): Promise<Project> {
  const project = await call("PUT /api/projects/restore/{id}", { params: { id } }, quiet);
  void client.invalidateQueries({ queryKey: projectKeys.all });
  void client.invalidateQueries({ queryKey: ["visits"] });
  return project;
}
