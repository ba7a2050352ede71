import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { projectSorts } from "#contract/choices.ts";
import type { Project, ProjectStatus } from "#contract/projects.ts";
import { call, type Output } from "#web/lib/client.ts";

export type ProjectSort = (typeof projectSorts)[number];

export interface ProjectFilter {
  readonly search: string;
  readonly status: ProjectStatus | null;
  readonly starred: boolean;
  readonly sort: ProjectSort;
  readonly page: number;
}

type ProjectPage = Output<"GET /api/projects">;

/** Everything about projects lies under `all`, so that one word refreshes it. */
export const projectKeys = {
  all: ["projects"],
  lists: ["projects", "list"],
  list: (filter: ProjectFilter) => ["projects", "list", filter],
  one: (id: string | number) => ["projects", "one", String(id)],
} as const;

/** The fields of the forms, as they go over the wire. */
export type ProjectFields = Pick<
  Project,
  | "name"
  | "description"
  | "status"
  | "location"
  | "latitude"
  | "longitude"
  | "year"
  | "num_buildings"
  | "num_floors"
  | "area"
>;

export const projectsPerPage = 24;

export function useProjects(filter: ProjectFilter) {
  return useQuery({
    queryKey: projectKeys.list(filter),
    queryFn: ({ signal }) =>
      call(
        "GET /api/projects",
        {
          query: {
            page: filter.page,
            per_page: projectsPerPage,
            sort: filter.sort,
            ...(filter.search !== "" && { search: filter.search }),
            ...(filter.status !== null && { status: filter.status }),
            ...(filter.starred && { starred: 1 as const }),
          },
        },
        { signal, toast: false },
      ),
    placeholderData: keepPreviousData,
  });
}

/** One project by its number or its code. */
export function useProject(id: string) {
  return useQuery({
    queryKey: projectKeys.one(id),
    queryFn: ({ signal }) => call("GET /api/projects/{id}", { params: { id } }, { signal, toast: false }),
  });
}

/** A project's visits, newest first, for its time line. */
export function useProjectVisits(id: number | undefined) {
  return useQuery({
    queryKey: ["visits", "list", { project: id, of: "timeline" }],
    enabled: id !== undefined,
    queryFn: ({ signal }) =>
      call(
        "GET /api/visits",
        { query: { id_project: id, per_page: 100, sort: "date" } },
        { signal, toast: false },
      ),
  });
}

export function useAddProject() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: ProjectFields) => call("POST /api/projects", { body }, { toast: false }),
    onSuccess: () => client.invalidateQueries({ queryKey: projectKeys.all }),
  });
}

export function useEditProject(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id_project, body }: { id_project: number; body: Partial<ProjectFields> }) =>
      call("PUT /api/projects/{id}", { params: { id: id_project }, body }, { toast: false }),
    onSuccess: (project) => {
      client.setQueryData(projectKeys.one(id), project);
      return client.invalidateQueries({ queryKey: projectKeys.lists });
    },
  });
}

export function useDeleteProject() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call("DELETE /api/projects/{id}", { params: { id } }, { toast: false }),
    onSuccess: (_, id) => {
      client.removeQueries({ queryKey: projectKeys.one(id) });
      void client.invalidateQueries({ queryKey: projectKeys.lists });
      void client.invalidateQueries({ queryKey: ["visits"] });
    },
  });
}

/** Shown at once everywhere the project stands, taken back when the server refuses. */
export function useStarProject() {
  const client = useQueryClient();
  const show = (id: number, starred: boolean) => {
    const change = (project: Project) => (project.id === id ? { ...project, starred } : project);
    client.setQueriesData<ProjectPage>({ queryKey: projectKeys.lists }, (page) =>
      page === undefined ? page : { ...page, items: page.items.map(change) },
    );
    client.setQueriesData<Project>({ queryKey: ["projects", "one"] }, (project) =>
      project === undefined ? project : change(project),
    );
    client.setQueriesData<Project[]>({ queryKey: ["projects", "recent"] }, (projects) =>
      projects?.map(change),
    );
  };
  return useMutation({
    mutationFn: ({ id, starred }: { id: number; starred: boolean }) =>
      call("PUT /api/projects/star", { body: { id_project: id, starred } }, { toast: false }),
    onMutate: async ({ id, starred }) => {
      await client.cancelQueries({ queryKey: projectKeys.all });
      show(id, starred);
    },
    onError: (_, { id, starred }) => show(id, !starred),
    onSettled: () => client.invalidateQueries({ queryKey: projectKeys.lists }),
  });
}
