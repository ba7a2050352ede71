import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { projectSorts } from "#contract/choices.ts";
import type { Project, ProjectRole, ProjectStatus } from "#contract/projects.ts";
import { call } from "#web/lib/client.ts";
import { projectList } from "./list-state.ts";

export type ProjectSort = (typeof projectSorts)[number];

/** Filters shared by list, table and map. Null and false filter nothing. */
export interface ProjectNarrowing {
  readonly search: string;
  readonly status: ProjectStatus | null;
  readonly starred: boolean;
  /** The user's own role in them. */
  readonly role: ProjectRole | null;
  readonly active: boolean | null;
  /** False: those pending approval. */
  readonly validated: boolean | null;
  readonly id_category: number | null;
  readonly id_type: number | null;
}

export interface ProjectFilter extends ProjectNarrowing {
  readonly sort: ProjectSort;
  readonly page: number;
}

/** All project queries share the prefix `all`, so that one call invalidates them. */
export const projectKeys = {
  all: ["projects"],
  lists: ["projects", "list"],
  list: (filter: ProjectFilter) => ["projects", "list", filter],
  one: (id: string | number) => ["projects", "one", String(id)],
  bin: ["projects", "bin"],
} as const;

/** The fields of the forms, in wire format. */
export interface ProjectFields
  extends Pick<
    Project,
    | "name"
    | "description"
    | "status"
    | "location"
    | "latitude"
    | "longitude"
    | "time_zone"
    | "year"
    | "num_buildings"
    | "num_floors"
    | "area"
  > {
  id_type: number | null;
  category_ids: number[];
}

export const projectsPerPage = 24;

/** The query parameters of a filter. */
export const narrowingQuery = (by: ProjectNarrowing) => projectList.narrowing(by);

export function useProjects(filter: ProjectFilter, isWanted = true) {
  return useQuery({
    queryKey: projectKeys.list(filter),
    enabled: isWanted,
    queryFn: ({ signal }) =>
      call(
        "GET /api/projects",
        {
          query: {
            page: filter.page,
            per_page: projectsPerPage,
            sort: filter.sort,
            ...narrowingQuery(filter),
          },
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
}

/** Loads a project by its number or its code. */
export function useProject(id: string) {
  return useQuery({
    queryKey: projectKeys.one(id),
    queryFn: ({ signal }) => call("GET /api/projects/{id}", { params: { id } }, { signal }),
  });
}

/** Loads a project's visits, newest first, for its timeline. */
export function useProjectVisits(id: number | undefined) {
  return useQuery({
    queryKey: ["visits", "list", { project: id, of: "timeline" }],
    enabled: id !== undefined,
    queryFn: ({ signal }) =>
      call("GET /api/visits", { query: { id_project: id, per_page: 100, sort: "date" } }, { signal }),
  });
}

/** Loads the categories of projects; only when one is about to be selected. */
export function useCategories(isWanted = true) {
  return useQuery({
    queryKey: ["categories"],
    enabled: isWanted,
    queryFn: ({ signal }) => call("GET /api/categories", {}, { signal }),
  });
}

export function useProjectTypes(isWanted = true) {
  return useQuery({
    queryKey: ["project-types"],
    enabled: isWanted,
    queryFn: ({ signal }) => call("GET /api/project-types", {}, { signal }),
  });
}
